import { identityKey, type Job, type Run } from '@prm/ingest';
import { detectPipeline, own, type Registry, type WorkflowModel } from '@prm/model';

/** The pipeline a run is of, and its model when there is one. */
export interface ModelOfRun {
  readonly pipeline: string;
  readonly model: WorkflowModel | null;
  /** Keys of the models that know the pipeline, where the run's own key is unknown. */
  readonly holders: readonly string[];
}

/** What a run's model is found by. */
export interface IdentifiedRun extends Pick<Run, 'modulePath' | 'registry' | 'pipelineName'> {
  readonly jobs: readonly Pick<Job, 'snippet'>[];
}

/**
 * Finds the model of a run: by its identity key, or, where that is not known, by its pipeline when exactly one model has
 * it. A run without a pipeline's name is taken for the known pipeline with the most similar steps.
 */
export function findModel(registry: Registry, run: IdentifiedRun): ModelOfRun {
  const pipeline = run.pipelineName ?? detectPipeline(snippetsOf(run), knownPipelines(registry));
  const key = identityKey(run, pipeline, registry.identityMode);
  if (registry.keys.includes(key)) return { pipeline, model: registry.model(key), holders: [] };
  const holders = registry.keys.filter((one) => registry.pipelinesOf(one).includes(pipeline));
  return { pipeline, model: holders.length === 1 ? registry.model(holders[0] as string) : null, holders };
}

function snippetsOf(run: IdentifiedRun): Set<string> {
  return new Set(run.jobs.map(({ snippet }) => snippet).filter((snippet) => snippet !== null));
}

/** Pipelines of all models and the steps they were seen with. */
function knownPipelines(registry: Registry): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  for (const key of registry.keys) {
    const model = registry.model(key);
    for (const name of registry.pipelinesOf(key)) {
      const steps = known.get(name) ?? new Set();
      known.set(name, steps);
      for (const step of own(model.pipelines, name)?.steps ?? []) steps.add(step);
    }
  }
  return known;
}

import { choosePipeline, findWorkflow, type Registry, type WorkflowModel } from '@prm/model';

/** A model, and the pipeline to look at when one was named. */
export interface ChosenModel {
  readonly model: WorkflowModel;
  readonly pipeline: string | null;
}

/**
 * The workflow named, by key or by pipeline, or all of them when none is.
 *
 * @throws ModelError for a workflow or pipeline that is not known
 */
export function chosenModels(
  registry: Registry,
  workflow: string | undefined,
  pipeline: string | undefined,
): ChosenModel[] {
  if (workflow === undefined) {
    const models = registry.keys.map((key) => registry.model(key));
    if (pipeline === undefined) return models.map((model) => ({ model, pipeline: null }));
    const found = findWorkflow(registry, pipeline);
    return [{ model: found.model, pipeline: choosePipeline(found.model, pipeline) }];
  }
  const found = findWorkflow(registry, workflow);
  const wanted = pipeline ?? found.pipeline;
  return [{ model: found.model, pipeline: wanted === null ? null : choosePipeline(found.model, wanted) }];
}

import { compareText } from '@prm/ingest/text';
import { ModelError } from './errors.ts';
import { nearestNames } from './nearest-names.ts';
import type { Registry } from './registry.ts';
import type { WorkflowModel } from './workflow-model.ts';

/** A model, and the pipeline when it was found by that name. */
export interface FoundWorkflow {
  readonly model: WorkflowModel;
  readonly pipeline: string | null;
}

/**
 * Finds a workflow by its key, or by the name of one of its pipelines.
 *
 * @throws ModelError `model/unknown-workflow` with the nearest names, `model/ambiguous-pipeline` with the workflows that
 *   have a pipeline of that name
 */
export function findWorkflow(registry: Registry, name: string): FoundWorkflow {
  if (registry.keys.includes(name)) return { model: registry.model(name), pipeline: null };
  const holders = holdersOf(registry, name);
  const [holder, another] = holders;
  if (holder !== undefined && another === undefined) return { model: registry.model(holder), pipeline: name };
  if (holder !== undefined) {
    const message = `pipeline ${quote(name)} is in several workflows: ${holders.map(quote).join(', ')}; name one of them and choose the pipeline`;
    throw new ModelError('model/ambiguous-pipeline', message);
  }
  const known = new Set([...registry.keys, ...registry.keys.flatMap((key) => registry.pipelinesOf(key))]);
  const names = [...known].sort(compareText);
  throw new ModelError('model/unknown-workflow', `unknown workflow ${quote(name)}${suggest(name, names)}`);
}

/** Workflows that have a pipeline of that name; those without a model of any step only where there are no others. */
function holdersOf(registry: Registry, pipeline: string): string[] {
  const holders = registry.keys.filter((key) => registry.pipelinesOf(key).includes(pipeline));
  if (holders.length < 2) return holders;
  const useful = holders.filter((key) => Object.keys(registry.model(key).steps).length > 0);
  return useful.length > 0 ? useful : holders;
}

/**
 * Checks a pipeline's name against a model; with none chosen the only one there is.
 *
 * @param chosen null when the caller chose none
 * @returns null when there are several and none is chosen
 * @throws ModelError `model/unknown-pipeline`
 */
export function choosePipeline(model: WorkflowModel, chosen: string | null): string | null {
  const names = Object.keys(model.pipelines).sort(compareText);
  if (chosen === null) return names.length === 1 ? (names[0] as string) : null;
  if (names.includes(chosen)) return chosen;
  const message = `workflow ${quote(model.key)} has no pipeline ${quote(chosen)}; it has: ${names.map(quote).join(', ')}`;
  throw new ModelError('model/unknown-pipeline', message);
}

function suggest(name: string, names: readonly string[]): string {
  if (names.length === 0) return '; no workflow has been trained';
  const near = nearestNames(name, names, 3);
  if (near.length > 0) return `; nearest: ${near.map(quote).join(', ')}`;
  const shown = names.slice(0, 10).map(quote).join(', ');
  return `; known: ${shown}${names.length > 10 ? ` and ${names.length - 10} more` : ''}`;
}

const LONGEST_SHOWN = 80;

function quote(name: string): string {
  return JSON.stringify(name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name);
}

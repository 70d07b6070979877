import { compareText } from '@prm/ingest';
import type { WorkflowLeftOut } from '../format/registry.ts';
import type { WorkflowModel } from '../format/workflow-model.ts';
import type { CollectedRuns, TrainingProgress } from './collect-runs.ts';
import { type ChosenRuns, leaveOut } from './leave-out.ts';
import { checkedOptions, type TrainingOptions } from './options.ts';
import { trainWorkflow } from './train-workflow.ts';
import { gatherRuns } from './workflow-runs.ts';

export interface TrainRunsOptions extends Partial<TrainingOptions> {
  readonly onProgress?: (progress: TrainingProgress) => void;
}

/** Models of runs, in the order of their keys, and what got none. */
export interface TrainedRuns {
  readonly models: readonly WorkflowModel[];
  readonly leftOut: readonly WorkflowLeftOut[];
  /** Runs without a step. */
  readonly unnamedRuns: number;
  /** What was left out because it was asked for. */
  readonly counts: ChosenRuns['counts'];
  readonly notes: ChosenRuns['notes'];
}

/**
 * Trains one model a workflow from runs that were collected: several times from the same runs, say, each time in another
 * way or from another part of them.
 *
 * @throws ModelError `model/bad-option`
 * @example
 * const runs = await collectRuns('dumps/');
 * const { models } = await trainRuns(runs, { method: 'reference' });
 * models.map(({ key }) => key) // ['somatic', 'textbio']
 */
export async function trainRuns(
  { table, merged }: Pick<CollectedRuns, 'table' | 'merged'>,
  options: TrainRunsOptions = {},
): Promise<TrainedRuns> {
  const settings = checkedOptions(options);
  const { runs: chosen, counts, notes } = leaveOut(table, merged, settings);
  const gathered = await gatherRuns(table, chosen, settings.identity, settings.last);
  const total = gathered.byKey.size;
  const models: WorkflowModel[] = [];
  const leftOut: WorkflowLeftOut[] = [];
  for (const key of [...gathered.byKey.keys()].sort(compareText)) {
    const runs = gathered.byKey.get(key) ?? [];
    options.onProgress?.({ phase: 'fitting', done: models.length + leftOut.length, total });
    if (runs.length < settings.minWorkflowRuns)
      leftOut.push({ key, runs: runs.length, reason: 'min_workflow_runs' });
    else models.push(await trainWorkflow(table, key, runs, gathered.duplicates, settings));
  }
  options.onProgress?.({ phase: 'fitting', done: total, total });
  const beyondLast = settings.last === undefined ? {} : { n_runs_beyond_last: gathered.olderRuns };
  return { models, leftOut, unnamedRuns: gathered.unnamedRuns, counts: { ...counts, ...beyondLast }, notes };
}

import type { TrainingOptions } from '@prm/model';
import { EvaluateError } from '../errors.ts';

/**
 * What models are kept from seeing: `random` jobs of every step, the latest runs (`time`), or each fifth of the runs in
 * turn (`leave-run-out`).
 */
export type SplitKind = 'random' | 'time' | 'leave-run-out';

export const SPLITS: readonly SplitKind[] = ['random', 'time', 'leave-run-out'];

/** How runs are split. */
export interface SplitOptions {
  /** Default `random`. */
  readonly split: SplitKind;
  /** Share of the jobs of a step, or of the runs of a workflow, to train on. Default 0.7. */
  readonly trainFraction: number;
  /** Of what is drawn by lot. Default 1. */
  readonly seed: number;
}

export type TestedTraining = Partial<
  Pick<TrainingOptions, 'identity' | 'minWorkflowRuns' | 'minStepSamples'>
>;

/**
 * The options with defaults for those that are not given.
 *
 * @throws EvaluateError `evaluate/bad-option`
 */
export function checkedSplit(given: Partial<SplitOptions>): SplitOptions {
  const { split = 'random', trainFraction = 0.7, seed = 1 } = given;
  if (!SPLITS.includes(split)) throw bad(`split is ${split}, expected ${SPLITS.join(', ')}`);
  if (!(trainFraction > 0 && trainFraction < 1)) {
    throw bad(`trainFraction is ${trainFraction}, expected a number between 0 and 1`);
  }
  if (!Number.isSafeInteger(seed)) throw bad(`seed is ${seed}, expected a whole number`);
  return { split, trainFraction, seed };
}

function bad(message: string): EvaluateError {
  return new EvaluateError('evaluate/bad-option', message);
}

import { ModelError } from '../format/errors.ts';
import type { IdentityMode } from '../format/workflow-model.ts';

/** How models are trained. */
export interface TrainingOptions {
  /** What runs are gathered by. Default `module`. */
  readonly identity: IdentityMode;
  /** Workflows seen in fewer runs get no model. Default 1. */
  readonly minWorkflowRuns: number;
  /** Steps and metrics with fewer completed jobs get no model. Default 3. */
  readonly minStepSamples: number;
}

export const DEFAULT_TRAINING_OPTIONS: TrainingOptions = {
  identity: 'module',
  minWorkflowRuns: 1,
  minStepSamples: 3,
};

const MODES: readonly IdentityMode[] = ['module', 'pipeline', 'registry'];

/**
 * The options with defaults for those that are not given.
 *
 * @throws ModelError `model/bad-option`
 */
export function checkedOptions(given: Partial<TrainingOptions>): TrainingOptions {
  const options: TrainingOptions = {
    identity: given.identity ?? DEFAULT_TRAINING_OPTIONS.identity,
    minWorkflowRuns: given.minWorkflowRuns ?? DEFAULT_TRAINING_OPTIONS.minWorkflowRuns,
    minStepSamples: given.minStepSamples ?? DEFAULT_TRAINING_OPTIONS.minStepSamples,
  };
  if (!MODES.includes(options.identity)) {
    throw new ModelError('model/bad-option', `identity is ${options.identity}, expected ${MODES.join(', ')}`);
  }
  for (const name of ['minWorkflowRuns', 'minStepSamples'] as const) {
    if (Number.isSafeInteger(options[name]) && options[name] >= 1) continue;
    throw new ModelError('model/bad-option', `${name} is ${options[name]}, expected a whole number from 1`);
  }
  return options;
}

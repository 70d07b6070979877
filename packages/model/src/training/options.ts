import { ModelError } from '../format/errors.ts';
import type { IdentityMode, TrainingMethod } from '../format/workflow-model.ts';

/** How models are trained. */
export interface TrainingOptions {
  /** What runs are gathered by. Default `module`. */
  readonly identity: IdentityMode;
  /** How steps are learned. Default `robust`. */
  readonly method: TrainingMethod;
  /** Workflows seen in fewer runs get no model. Default 1. */
  readonly minWorkflowRuns: number;
  /** Steps and metrics with fewer completed jobs get no model. Default 3. */
  readonly minStepSamples: number;
}

export const DEFAULT_TRAINING_OPTIONS: TrainingOptions = {
  identity: 'module',
  method: 'robust',
  minWorkflowRuns: 1,
  minStepSamples: 3,
};

const MODES: readonly IdentityMode[] = ['module', 'pipeline', 'registry'];
const METHODS: readonly TrainingMethod[] = ['robust', 'reference'];

/**
 * The options with defaults for those that are not given.
 *
 * @throws ModelError `model/bad-option`
 */
export function checkedOptions(given: Partial<TrainingOptions>): TrainingOptions {
  const options: TrainingOptions = {
    identity: given.identity ?? DEFAULT_TRAINING_OPTIONS.identity,
    method: given.method ?? DEFAULT_TRAINING_OPTIONS.method,
    minWorkflowRuns: given.minWorkflowRuns ?? DEFAULT_TRAINING_OPTIONS.minWorkflowRuns,
    minStepSamples: given.minStepSamples ?? DEFAULT_TRAINING_OPTIONS.minStepSamples,
  };
  if (!MODES.includes(options.identity)) {
    throw new ModelError('model/bad-option', `identity is ${options.identity}, expected ${MODES.join(', ')}`);
  }
  if (!METHODS.includes(options.method)) {
    throw new ModelError('model/bad-option', `method is ${options.method}, expected ${METHODS.join(' or ')}`);
  }
  for (const name of ['minWorkflowRuns', 'minStepSamples'] as const) {
    if (Number.isSafeInteger(options[name]) && options[name] >= 1) continue;
    throw new ModelError('model/bad-option', `${name} is ${options[name]}, expected a whole number from 1`);
  }
  return options;
}

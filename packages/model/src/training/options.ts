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

import { compareText, parseTimestamp } from '@prm/ingest';
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
  /**
   * What nothing is learned from: runs by id (else hash, else name), jobs by id, `step@version`. Default: nothing.
   * See `parseExclusions`.
   */
  readonly exclude?: readonly string[];
  /** Runs that were over before this date or time, as runs record it, are left out. Default: none. */
  readonly since?: string;
  /** Of each workflow only so many runs count, the most recent ones. Default: all. */
  readonly last?: number;
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
    ...checkedExclude(given.exclude),
    ...(given.since === undefined ? {} : { since: given.since }),
    ...(given.last === undefined ? {} : { last: given.last }),
  };
  if (!MODES.includes(options.identity)) {
    throw new ModelError('model/bad-option', `identity is ${options.identity}, expected ${MODES.join(', ')}`);
  }
  if (!METHODS.includes(options.method)) {
    throw new ModelError('model/bad-option', `method is ${options.method}, expected ${METHODS.join(' or ')}`);
  }
  for (const name of ['minWorkflowRuns', 'minStepSamples', 'last'] as const) {
    const value = options[name];
    if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) continue;
    throw new ModelError('model/bad-option', `${name} is ${value}, expected a whole number from 1`);
  }
  if (options.since !== undefined && parseTimestamp(options.since) === null) {
    const expected = 'a date such as 2026-01-31, or a time such as 2026-01-31T12:00';
    throw new ModelError('model/bad-option', `since is ${options.since}, expected ${expected}`);
  }
  return options;
}

/** Sorted and each once: the order of a list says nothing. An empty one is none. */
function checkedExclude(exclude: readonly string[] | undefined): Pick<TrainingOptions, 'exclude'> {
  const entries = [...new Set(exclude)].sort(compareText);
  return entries.length === 0 ? {} : { exclude: entries };
}

/** Left-out distances must fall by this share. */
const LEAST_GAIN = 0.05;

/** Distances of one group of samples, a run's, from their predictions: as they are, and with something taken into account. */
export interface Distances {
  readonly before: number;
  readonly after: number;
}

/**
 * Whether left-out predictions come closer by taking something into account: by 5 % in all, and for clearly more runs than
 * chance explains, half of them and the square root of their number, that is two standard deviations.
 */
export function helps(runs: readonly Distances[]): boolean {
  const sum = (key: keyof Distances): number => runs.reduce((total, run) => total + run[key], 0);
  if (!(sum('after') <= (1 - LEAST_GAIN) * sum('before'))) return false;
  const decided = runs.filter(({ before, after }) => before !== after);
  const closer = decided.filter(({ before, after }) => after < before).length;
  return closer >= decided.length / 2 + Math.sqrt(decided.length);
}

/** The share by which distances fall. */
export function gainOf(runs: readonly Distances[]): number {
  const before = runs.reduce((total, run) => total + run.before, 0);
  const after = runs.reduce((total, run) => total + run.after, 0);
  return before > 0 ? 1 - after / before : 0;
}

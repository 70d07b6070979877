import type { TrainingMethod } from '@prm/model';
import type { Verdict } from './evaluation.ts';

/** A graded duration; seconds. */
export interface GradedDuration {
  readonly actual: number;
  readonly predicted: number;
  readonly z: number;
  /** Flagged, and not known to be within 99 % of such jobs. */
  readonly isLate: boolean;
}

const SLOW_BELOW = 60;
const DEGRADED_BELOW = 85;
/** A late job counts alone when it makes up so much of the expected time. */
const LARGE_SHARE = 0.1;
/** A mean this many of its standard deviations below is hardly chance. */
const FAST_BEYOND_CHANCE = 2;
/** Some of many jobs are late by chance. */
const LATE_BY_CHANCE = 0.05;

/**
 * Grades a run by its durations, each weighted by how long it should have taken.
 *
 * @param method of the model: by a robust one a run is fast only where chance does not explain it
 */
export function judge(
  durations: readonly GradedDuration[],
  method: TrainingMethod = 'reference',
): { verdict: Verdict; score: number | null } {
  if (durations.length === 0) return { verdict: 'unknown', score: null };
  const expected = durations.reduce((sum, { predicted }) => sum + predicted, 0);
  const weightOf = ({ predicted }: GradedDuration): number =>
    expected > 0 ? predicted / expected : 1 / durations.length;
  let score = 0;
  let meanZ = 0;
  let sumOfSquares = 0;
  for (const duration of durations) {
    const points = Math.min(100, Math.max(0, 100 - 25 * (duration.z - 1)));
    score += weightOf(duration) * points;
    meanZ += weightOf(duration) * duration.z;
    sumOfSquares += weightOf(duration) ** 2;
  }
  score = Math.min(100, score); // a sum of shares of 100 can be a hair more
  const late = durations.filter(({ isLate }) => isLate);
  const isLateAsAWhole =
    late.length > Math.max(1, LATE_BY_CHANCE * durations.length) ||
    late.some((one) => weightOf(one) >= LARGE_SHARE);
  if (score < SLOW_BELOW) return { verdict: 'slow', score };
  if (score < DEGRADED_BELOW || isLateAsAWhole) return { verdict: 'degraded', score };
  // The mean of one long job among short ones varies as much as the job itself.
  const chance = method === 'robust' ? FAST_BEYOND_CHANCE * Math.sqrt(sumOfSquares) : 0;
  return { verdict: meanZ <= -Math.max(1, chance) ? 'fast' : 'normal', score };
}

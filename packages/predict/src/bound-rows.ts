import type { PredictedBounds } from './prediction.ts';

/** What bounds say of one share of jobs. */
export interface BoundRow {
  /** Percent of jobs. */
  readonly percent: number;
  /** So many stay below this; null where only the middle is known. */
  readonly below: number | null;
  /** So many lie in between, and as many above as below; null where only the upper bound is known. */
  readonly within: readonly [low: number, high: number] | null;
  /** More samples would be needed to read them off: they reach beyond those seen, and are meant to be wide. */
  readonly belowIsGuess: boolean;
  readonly withinIsGuess: boolean;
}

/** Rounding must not ask for one sample more. */
const ROUNDING = 1e-9;

/**
 * Bounds by the share of jobs that keep them, ascending. Of n samples each is as likely as a new one to be the largest,
 * so a share p can be read off p/(1 − p) samples and more: 0.9 off 9, 0.95 off 19, 0.99 off 99.
 *
 * @example
 * const { metrics } = predictRun(registry, 'index_cohort', { inputSizeBytes: 4e9 }).steps.align;
 * boundRows(metrics.memory_rss_mb_max.bounds).map(({ percent }) => percent) // [50, 80, 90, 95, 99]
 */
export function boundRows(bounds: PredictedBounds): BoundRow[] {
  const { upper, interval, n } = bounds;
  const shares = [...new Set([...Object.keys(upper), ...Object.keys(interval)])];
  return shares
    .sort((a, b) => Number(a) - Number(b))
    .map((share) => ({
      percent: Math.round(100 * Number(share)),
      below: upper[share as keyof typeof upper] ?? null,
      within: interval[share as keyof typeof interval] ?? null,
      belowIsGuess: n < fewestFor(Number(share)),
      withinIsGuess: n < fewestFor((1 + Number(share)) / 2),
    }));
}

function fewestFor(share: number): number {
  return Math.ceil(share / (1 - share) - ROUNDING);
}

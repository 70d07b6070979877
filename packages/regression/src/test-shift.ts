import { compareLevels, type LevelComparison, SPREAD_FLOOR } from './compare-levels.ts';
import { FEWEST_RELABELLED_RUNS, FEWEST_RUNS, FEWEST_RUNS_INSIDE } from './shift-candidates.ts';
import type { ShiftSeries } from './shift-series.ts';

/** A place between two stretches, tested. */
export interface TestedShift {
  readonly at: number;
  readonly comparison: LevelComparison;
  /** Whether the sides are long enough, differ enough and do so in nearly all of their runs. */
  readonly isPossible: boolean;
  /** What the score exceeds its threshold by. */
  readonly margin: number;
}

/** Thresholds of the score, calibrated by test/oracle/calibrate-level-shifts.ts: docs/numerics.md has the figures. */
const BASE = 4;
const PER_LOG_RUNS = 2;
const RELABELLED = 3.1;
const FEWEST_COUNTED = 10;

/** Sides of fewer runs must lie off the other level, nearly all of them: else they are outliers with no level. */
const SHORT_SIDE = 20;
/** Of a side that is not the last, so large a share may stray. */
const STRAY_SHARE = 1 / 8;
/** Of the last side, none of so few, one of so many, this share of more: the runs since an upgrade are few. */
const NO_STRAY_BELOW = 5;
const ONE_STRAY_BELOW = 8;
const STRAY_SHARE_LAST = 0.3;

/**
 * Tests whether the level changes at a place. A place that was looked for among n is held to a threshold that grows with
 * ln n, the more the shorter the stretch that it cuts off, as there are more of those; one with a new label is known, and
 * is held to a lower one.
 *
 * @param leastDifference smaller differences are none
 */
export function testShift(
  series: ShiftSeries,
  [from, at, to]: readonly [from: number, at: number, to: number],
  leastDifference: number,
): TestedShift {
  const n = series.values.length;
  const before = at - from;
  const after = to - at;
  const isLast = to === n;
  const isRelabelled = series.isRelabelled[at] === 1;
  const comparison = compareLevels(series, from, at, to);
  const [strayedBefore, strayedAfter] = comparison.strayed;
  const isShort = before < FEWEST_RUNS || after < FEWEST_RUNS;
  const isPossible =
    Math.min(before, after) >= FEWEST_RELABELLED_RUNS &&
    (!isShort ||
      (isRelabelled && before + after > 2 * FEWEST_RELABELLED_RUNS && isConstant(series, from, at, to))) &&
    (from === 0 || before >= FEWEST_RUNS_INSIDE) &&
    (isLast || after >= FEWEST_RUNS_INSIDE) &&
    Math.abs(comparison.difference) >= leastDifference &&
    (before >= SHORT_SIDE || strayedBefore <= before * STRAY_SHARE) &&
    (after >= SHORT_SIDE || strayedAfter <= (isLast ? strayLast(after) : after * STRAY_SHARE));
  const shortest = isLast ? before : Math.min(before, after);
  const threshold = isRelabelled
    ? relabelledThreshold(series)
    : Math.sqrt(squaredThreshold(n) + PER_LOG_RUNS * Math.log(n / shortest));
  return { at, comparison, isPossible, margin: comparison.score - threshold };
}

function squaredThreshold(n: number): number {
  return BASE + PER_LOG_RUNS * Math.log(Math.max(n, FEWEST_COUNTED));
}

/** Of many new labels one may seem to matter by chance. */
function relabelledThreshold({ values, relabelled }: ShiftSeries): number {
  const squared = RELABELLED ** 2 + 2 * Math.log(relabelled);
  return Math.sqrt(Math.min(squared, squaredThreshold(values.length)));
}

function strayLast(runs: number): number {
  if (runs < NO_STRAY_BELOW) return 0;
  return runs < ONE_STRAY_BELOW ? 1 : runs * STRAY_SHARE_LAST;
}

/** Whether neither side varies. */
function isConstant({ values }: ShiftSeries, from: number, at: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const first = values[i < at ? from : at] as number;
    if (Math.abs((values[i] as number) - first) > 2 * SPREAD_FLOOR) return false;
  }
  return true;
}

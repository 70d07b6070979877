import { medianSorted } from './median.ts';
import { quantileSorted } from './quantile.ts';
import type { ShiftSeries } from './shift-series.ts';
import { sorted } from './sort.ts';

/** How the level after a place differs from the level before it. */
export interface LevelComparison {
  readonly levels: readonly [before: number, after: number];
  /** Level after less level before. */
  readonly difference: number;
  /** Like the size of a standard normal deviate when the levels are one, whatever the number of values. */
  readonly score: number;
  /** Values before the place, and after it, that do not lie off the level of the other side. */
  readonly strayed: readonly [before: number, after: number];
}

/** Residuals on a log scale are known no better than this. */
export const SPREAD_FLOOR = 0.001;
/** Beyond so many spreads a residual counts no more: 99 % as efficient as a mean for normal noise. */
const HUBER_CUT = 2;
/** A spread that is read off at a quantile is worth this share of its degrees of freedom. */
const FREEDOM_SHARE = 0.8;
const MOST_CORRELATION = 0.8;
/** A value is off a level from this share of the way to the other level on. */
const OFF_LEVEL = 1 / 3;

/** The spread is read off at 80 %, not at the half: where most values tie, the others are noise all the same. */
const SPREAD_QUANTILE = 0.8;
const NORMAL_QUANTILE = 1.2816;

/**
 * Compares the levels of two neighbouring stretches: Huber's location in one step from the median, with his asymptotic
 * variance, one spread for both sides, enlarged where neighbours resemble each other. O(n log n).
 *
 * @param from first value before, `at` first value after, `to` first value beyond; both sides have some
 * @see Huber, "Robust Estimation of a Location Parameter" (1964), https://doi.org/10.1214/aoms/1177703732
 */
export function compareLevels(series: ShiftSeries, from: number, at: number, to: number): LevelComparison {
  const { values, weights } = series;
  const n = to - from;
  const before = values.subarray(from, at);
  const after = values.subarray(at, to);
  const middles = [medianSorted(sorted(before)), medianSorted(sorted(after))] as const;
  const spread = spreadOf(residualsFrom(before, after, ...middles));
  const first = oneStep(before, weights.subarray(from, at), middles[0], spread);
  const second = oneStep(after, weights.subarray(at, to), middles[1], spread);
  const difference = second.level - first.level;

  const noise = noiseOf(residualsFrom(before, after, first.level, second.level), at - from, spread);
  const deviation = noise * Math.sqrt(first.variance + second.variance);
  const t = Math.abs(difference) / deviation;
  // The normal deviate that is as rare as t, after Wallace (1959).
  const freedom = FREEDOM_SHARE * Math.max(n - 2, 1);
  return {
    levels: [first.level, second.level],
    difference,
    score: Math.sqrt(freedom * Math.log1p((t * t) / freedom)),
    strayed: [strayedIn(before, second.level, first.level), strayedIn(after, first.level, second.level)],
  };
}

/** Spread of residuals, like a standard deviation for normal ones. */
export function spreadOf(residuals: Float64Array): number {
  const distances = residuals.map(Math.abs).sort();
  return Math.max(quantileSorted(distances, SPREAD_QUANTILE) / NORMAL_QUANTILE, SPREAD_FLOOR);
}

/** A value between −most and most. */
export function cutOff(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

function residualsFrom(
  before: Float64Array,
  after: Float64Array,
  levelBefore: number,
  levelAfter: number,
): Float64Array {
  const residuals = new Float64Array(before.length + after.length);
  for (let i = 0; i < before.length; i++) residuals[i] = (before[i] as number) - levelBefore;
  for (let i = 0; i < after.length; i++) residuals[before.length + i] = (after[i] as number) - levelAfter;
  return residuals;
}

/** A step of Huber's iteration from the median, and the level's variance in variances of one value. */
function oneStep(
  values: Float64Array,
  weights: Float64Array,
  middle: number,
  spread: number,
): { level: number; variance: number } {
  let pull = 0;
  let inside = 0;
  let total = 0;
  let squares = 0;
  for (let i = 0; i < values.length; i++) {
    const weight = weights[i] as number;
    const score = cutOff(((values[i] as number) - middle) / spread, HUBER_CUT);
    pull += weight * score;
    if (Math.abs(score) < HUBER_CUT) inside += weight;
    total += weight;
    squares += weight * weight;
  }
  const level = inside > 0 ? middle + (spread * pull) / inside : middle;
  return { level, variance: squares / (total * total) };
}

/** Deviation of one value by Huber's variance, as large as it acts on a mean of neighbours that resemble each other. */
function noiseOf(residuals: Float64Array, at: number, spread: number): number {
  const n = residuals.length;
  let squares = 0;
  let products = 0;
  let inside = 0;
  let last = 0;
  for (let i = 0; i < n; i++) {
    const score = cutOff((residuals[i] as number) / spread, HUBER_CUT);
    squares += score * score;
    if (i !== at) products += score * last;
    if (Math.abs(score) < HUBER_CUT) inside++;
    last = score;
  }
  const share = Math.max(inside, 1) / n;
  const deviation = (spread * Math.sqrt(squares / Math.max(n - 2, 1))) / share;
  const correlation = squares > 0 ? Math.min(Math.max(products / squares, 0), MOST_CORRELATION) : 0;
  return Math.max(deviation, SPREAD_FLOOR) * Math.sqrt((1 + correlation) / (1 - correlation));
}

function strayedIn(values: Float64Array, other: number, own: number): number {
  let strayed = 0;
  for (const value of values) if (!((value - other) / (own - other) >= OFF_LEVEL)) strayed++;
  return strayed;
}

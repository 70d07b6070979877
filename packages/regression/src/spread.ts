import { checkLengths } from './errors.ts';
import { median } from './median.ts';
import { ranks } from './ranks.ts';
import { sorted } from './sort.ts';
import { correlateRanks } from './spearman.ts';

/** One-sided levels, as the keys of the document: so large a share of values lies at or below the bound. */
export const UPPER_LEVELS = ['0.9', '0.95', '0.99'] as const;
/** Two-sided levels: so large a share lies between the bounds, and as many above as below them. */
export const INTERVAL_LEVELS = ['0.5', '0.8', '0.9', '0.95'] as const;

export type UpperLevel = (typeof UPPER_LEVELS)[number];
export type IntervalLevel = (typeof INTERVAL_LEVELS)[number];
export type UpperBounds = Readonly<Record<UpperLevel, number>>;
export type IntervalBounds = Readonly<Record<IntervalLevel, readonly [low: number, high: number]>>;

/** Where values lie around their left-out predictions. */
export interface Spread {
  /** `relative`: bounds multiply a prediction. `absolute`: they are added to it, in the unit of y. */
  readonly scale: 'relative' | 'absolute';
  /** Left-out predictions behind the bounds. */
  readonly n: number;
  readonly upper: UpperBounds;
  readonly interval: IntervalBounds;
}

/** Spread is taken to grow with the prediction, unless so many samples say otherwise, and clearly. */
const FEWEST_FOR_ABSOLUTE = 20;
const CLEARLY = 0.1;
/** For that, so many pairs at most are looked at, evenly chosen. */
const MOST_COMPARED = 10_000;
/** Beyond the largest residual the tail falls off as this share of the largest ones does … */
const TAIL_SHARE = 0.5;
/** … of which one more is taken to exceed the others by this much: three equal values are no proof of a fourth … */
const PRIOR_EXCESS = 0.1;
/** … and so many more make up the exponent of the tail: few excesses tell little of the next. */
const PRIOR_COUNT = 2;
/** Rounding must not ask for one rank more. */
const ROUNDING = 1e-9;

/**
 * Conformal bounds from left-out predictions. Of n residuals and a new one each is as likely as any to have any rank, so
 * the ⌈(n+1)·p⌉-th of the n bounds the new one with probability p, whatever their distribution. Where a level needs more
 * samples than there are, the bound goes beyond the largest residual, by a tail that is exponential for many samples and
 * heavier for few: its scale is then hardly known.
 *
 * Residuals are ln(y/ŷ), or y − ŷ when those depend less on ŷ. Pairs that are not both positive are left out. O(n log n).
 *
 * @param y values, and `predicted` their left-out predictions, of one length
 * @returns null without a positive pair
 * @throws RegressionError `regression/length-mismatch`
 * @see Vovk, Gammerman and Shafer, "Algorithmic Learning in a Random World" (2005)
 * @example
 * const spread = conformalSpread([9, 10, 11, 10, 12, 8, 10, 9, 11], Array(9).fill(10));
 * spread.upper['0.9'].toFixed(3) // '1.200'
 */
export function conformalSpread(y: ArrayLike<number>, predicted: ArrayLike<number>): Spread | null {
  checkLengths('conformalSpread', y, predicted);
  const kept = Array.from({ length: y.length }, (_, i) => i).filter(
    (i) => (y[i] as number) > 0 && (predicted[i] as number) > 0,
  );
  if (kept.length === 0) return null;
  const actual = Float64Array.from(kept, (i) => y[i] as number);
  const expected = Float64Array.from(kept, (i) => predicted[i] as number);
  const isAbsolute = growsNotWith(expected, actual);
  const scores = actual.map((value, i) =>
    isAbsolute ? value - (expected[i] as number) : Math.log(value) - Math.log(expected[i] as number),
  );
  const prior = isAbsolute ? PRIOR_EXCESS * (median(expected) as number) : PRIOR_EXCESS;
  const ascending = sorted(scores);
  const mirrored = ascending.map((score) => -score).reverse();
  const bound = (p: number): number => {
    const score = p > 0.5 ? upperScore(ascending, p, prior) : -upperScore(mirrored, 1 - p, prior);
    return clamped(isAbsolute ? score : Math.exp(score), -Number.MAX_VALUE);
  };
  return {
    scale: isAbsolute ? 'absolute' : 'relative',
    n: ascending.length,
    upper: recordOf(UPPER_LEVELS, (level) => bound(Number(level))),
    interval: recordOf(INTERVAL_LEVELS, (level) => {
      const beside = (1 - Number(level)) / 2;
      return [bound(beside), bound(1 - beside)];
    }),
  };
}

/** What a spread says of a prediction: bounds in the unit of y, none below 0. */
export interface Bounds {
  readonly upper: UpperBounds;
  readonly interval: IntervalBounds;
}

/**
 * The bounds of a spread around a prediction.
 *
 * @param value the prediction, not negative
 * @example
 * const spread = conformalSpread([9, 10, 11, 10, 12, 8, 10, 9, 11], Array(9).fill(10));
 * boundsAround(100, spread).upper['0.9'].toFixed(3) // '120.000'
 */
export function boundsAround(value: number, spread: Spread): Bounds {
  const at = (bound: number): number => {
    const moved = spread.scale === 'relative' ? value * bound : value + bound;
    return clamped(moved, 0);
  };
  return {
    upper: recordOf(UPPER_LEVELS, (level) => at(spread.upper[level])),
    interval: recordOf(INTERVAL_LEVELS, (level) => {
      const [low, high] = spread.interval[level];
      return [at(low), at(high)];
    }),
  };
}

function clamped(bound: number, least: number): number {
  return Math.min(Math.max(bound, least), Number.MAX_VALUE);
}

function recordOf<K extends string, V>(keys: readonly K[], of: (key: K) => V): Readonly<Record<K, V>> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<K, V>;
}

/** Whether distances depend less on the prediction as they are than in parts of it. */
function growsNotWith(predicted: Float64Array, y: Float64Array): boolean {
  if (y.length < FEWEST_FOR_ABSOLUTE) return false;
  const stride = Math.ceil(y.length / MOST_COMPARED);
  const expected = predicted.filter((_, i) => i % stride === 0);
  const distances = expected.map((value, i) => Math.abs((y[i * stride] as number) - value));
  const parts = distances.map((distance, i) => distance / (expected[i] as number));
  const ranksPredicted = ranks(expected);
  const dependence = (values: Float64Array): number =>
    Math.abs(correlateRanks(ranks(values), ranksPredicted) ?? 0);
  return dependence(parts) > dependence(distances) + CLEARLY;
}

/** The ⌈(n+1)·p⌉-th of ascending scores; beyond the last, by a Pareto tail of the second kind (Lomax). */
function upperScore(ascending: Float64Array, p: number, prior: number): number {
  const n = ascending.length;
  const rank = Math.ceil((n + 1) * p - ROUNDING);
  if (rank <= n) return ascending[rank - 1] as number;
  const from = Math.floor(n * (1 - TAIL_SHARE));
  let excess = prior;
  for (let i = from + 1; i < n; i++) excess += (ascending[i] as number) - (ascending[from] as number);
  const meanExcess = excess / (n - from);
  const shape = n - from + PRIOR_COUNT;
  return (ascending[n - 1] as number) + meanExcess * shape * (((n + 1) * (1 - p)) ** (-1 / shape) - 1);
}

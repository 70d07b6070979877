import type { Curve } from './curve.ts';
import { checkLengths, RegressionError } from './errors.ts';
import { distinctSorted, sorted } from './sort.ts';
import { spearman } from './spearman.ts';
import { type Summary, summarize } from './summary.ts';
import { type Point, thinPoints } from './thin-points.ts';

/** How a curve is fitted. */
export interface FitOptions {
  /** Leave out families that fall with x: for quantities where too low an answer does harm. Default false. */
  readonly increasing?: boolean;
}

/** The samples whose x is known. */
export interface KnownSamples {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** What a curve tells of the samples behind it, whatever was fitted. */
export type SampleFacts = Pick<
  Curve,
  'n' | 'n_with_driver' | 'n_distinct_x' | 'spearman' | 'x' | 'y' | 'points'
>;

const MOST_POINTS = 200;

/** @throws RegressionError, naming the function that was called */
export function checkSamples(caller: string, x: ArrayLike<number>, y: ArrayLike<number>): void {
  checkLengths(caller, x, y);
  if (y.length === 0)
    throw new RegressionError('regression/no-values', `${caller} requires at least one sample`);
  for (let i = 0; i < y.length; i++) {
    const value = y[i] as number;
    if (value >= 0 && value < Number.POSITIVE_INFINITY) continue;
    throw new RegressionError(
      'regression/invalid-value',
      `${caller}: y[${i}] is ${value}, expected a finite number that is not negative`,
    );
  }
}

/** Those with a finite, positive x. */
export function knownSamples(x: ArrayLike<number>, y: ArrayLike<number>): KnownSamples {
  const isKnown = (_: number, i: number): boolean => {
    const value = x[i] as number;
    return value > 0 && value < Number.POSITIVE_INFINITY;
  };
  return { x: new Float64Array(x).filter(isKnown), y: new Float64Array(y).filter(isKnown) };
}

export function describeSamples(known: KnownSamples, y: ArrayLike<number>): SampleFacts {
  return {
    n: y.length,
    n_with_driver: known.x.length,
    n_distinct_x: distinctSorted(sorted(known.x)).length,
    spearman: spearman(known.x, known.y),
    x: summarize(known.x),
    y: summarize(y) as Summary,
    points: thinPoints(
      Array.from(known.x, (value, i): Point => [value, known.y[i] as number]),
      MOST_POINTS,
    ),
  };
}

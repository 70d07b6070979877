import { type AbsoluteLine, AbsoluteLineSearch } from './absolute-line-search.ts';
import { checkLengths } from './errors.ts';

export interface AbsoluteLineOptions {
  /** One a point, positive and finite. Default: all 1. */
  readonly weights?: ArrayLike<number>;
  /** A line that is probably near: the search starts there, and ends at the same sum of residuals. */
  readonly start?: AbsoluteLine;
}

/** Sums of numbers up to this size, and their slopes over x of size 1, are finite. */
const LARGEST_Y = 2 ** 900;

/**
 * Least absolute deviations: the line y = intercept + slope·x with the smallest Σ w·|y − ŷ|, which a few points far off,
 * or a heavy tail, do not move. Median regression, and with the weights 1/y the line of smallest mean relative error.
 *
 * By Bloomfield and Steiger: through a point, the best line is a weighted median of slopes; it goes through a second
 * point, which is the next to turn around. Expected cost O(n) a step, about ten steps. Where many points lie on the line,
 * turning around one of them can miss a better line through another: then all are looked at, from running sums,
 * O(n log n).
 *
 * Null with fewer than two different x, and where a number is not finite. Where several lines are best, one of them.
 *
 * @param x and y of one length, finite
 * @throws RegressionError `regression/length-mismatch`
 * @see Bloomfield and Steiger, "Least Absolute Deviations Curve-Fitting" (1980), https://doi.org/10.1137/0901019
 * @example
 * leastAbsoluteLine([1, 2, 3, 4, 5], [3, 5, 7, 9, 1000]) // { intercept: 1, slope: 2 }
 */
export function leastAbsoluteLine(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { weights, start }: AbsoluteLineOptions = {},
): AbsoluteLine | null {
  checkLengths('leastAbsoluteLine', x, y);
  if (weights) checkLengths('leastAbsoluteLine', x, weights);
  const largest = { x: magnitude(x), y: magnitude(y), weight: weights ? magnitude(weights) : 1 };
  if (!(Object.values(largest).every(Number.isFinite) && isSpread(x))) return null;
  // Powers of two, which change no digit.
  const unitX = powerOfTwoBelow(largest.x);
  const unitY = largest.y > LARGEST_Y ? powerOfTwoBelow(largest.y) / LARGEST_Y : 1;
  const scaledX = scaled(x, unitX);
  const search = new AbsoluteLineSearch(
    scaledX,
    scaled(y, unitY),
    weights && scaled(weights, powerOfTwoBelow(largest.weight)),
  );
  const best = search.run(start && nearestPoint(x, y, start));
  // Through a point of the line, so that a point on the line is on it; the nearer to 0 the less is rounded.
  const isNearer = Math.abs(scaledX[best.at] as number) <= Math.abs(scaledX[best.through] as number);
  const at = isNearer ? best.at : best.through;
  const slope = (best.slope / unitX) * unitY;
  const intercept = (y[at] as number) - slope * (x[at] as number);
  return Number.isFinite(slope) && Number.isFinite(intercept) ? { intercept, slope } : null;
}

/** The largest absolute value; NaN where one is not a number. */
function magnitude(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i] as number));
  return largest;
}

function isSpread(x: ArrayLike<number>): boolean {
  for (let i = 1; i < x.length; i++) if (x[i] !== x[0]) return true;
  return false;
}

function powerOfTwoBelow(value: number): number {
  return 2 ** Math.floor(Math.log2(value));
}

function scaled(values: ArrayLike<number>, unit: number): Float64Array {
  const result = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) result[i] = (values[i] as number) / unit;
  return result;
}

/** The point closest to a line. */
function nearestPoint(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { intercept, slope }: AbsoluteLine,
): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < x.length; i++) {
    const distance = Math.abs((y[i] as number) - intercept - slope * (x[i] as number));
    if (distance < least) {
      least = distance;
      nearest = i;
    }
  }
  return nearest;
}

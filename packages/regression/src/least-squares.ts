import { SimpleLinearRegression } from 'ml-regression-simple-linear';
import { checkLengths } from './errors.ts';

/** A straight line through points, with what each point's left-out fit says of it. */
export interface Line {
  readonly intercept: number;
  readonly slope: number;
  /** y less the prediction of the line fitted without that point, in the order of the points. */
  readonly leaveOneOutResiduals: Float64Array;
}

/** Below this a point decides the line alone, and its left-out fit means nothing. */
const SMALLEST_LEVERAGE_REST = 1e-12;

/**
 * Least squares line y = intercept + slope·x with leave-one-out residuals e_i/(1 − h_ii) in closed form, O(n).
 *
 * Null when x is constant, when one point has all the leverage (1 − h_ii < 1e-12), or when a number is not finite.
 * x is centred and scaled and y centred first: sums of squares of byte-sized x would lose the digits that matter.
 *
 * A point with nearly all the leverage is left out in earnest: there the closed form would lose its digits.
 *
 * @param x and y of one length, finite
 * @throws RegressionError `regression/length-mismatch`
 * @see https://en.wikipedia.org/wiki/PRESS_statistic
 * @example
 * leastSquares([1, 2, 3], [3, 5, 7]) // slope 2, intercept 1, residuals 0
 */
export function leastSquares(x: ArrayLike<number>, y: ArrayLike<number>): Line | null {
  const n = x.length;
  checkLengths('leastSquares', x, y);
  const meanX = mean(x);
  const meanY = mean(y);
  const centredX = Float64Array.from(x, (value) => value - meanX);
  const centredY = Float64Array.from(y, (value) => value - meanY);
  let widest = 0;
  for (const value of centredX) widest = Math.max(widest, Math.abs(value));
  if (!(widest > 0 && widest < Number.POSITIVE_INFINITY)) return null;
  // A power of two: dividing by it changes no digit, so that y = x gives a slope of exactly 1.
  const scale = 2 ** Math.floor(Math.log2(widest));
  let sumOfSquares = 0;
  for (let i = 0; i < n; i++) {
    const value = (centredX[i] as number) / scale;
    centredX[i] = value;
    sumOfSquares += value * value;
  }
  const scaledSlope = new SimpleLinearRegression(centredX, centredY).slope;
  const residuals = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const value = centredX[i] as number;
    const rest = 1 - (1 / n + (value * value) / sumOfSquares);
    if (!(rest >= SMALLEST_LEVERAGE_REST)) return null;
    residuals[i] =
      rest < REFIT_BELOW
        ? (centredY[i] as number) - predictWithout(centredX, centredY, i)
        : ((centredY[i] as number) - scaledSlope * value) / rest;
  }
  const slope = scaledSlope / scale;
  const intercept = meanY - slope * meanX;
  const finite = Number.isFinite(slope) && Number.isFinite(intercept) && residuals.every(Number.isFinite);
  return finite ? { intercept, slope, leaveOneOutResiduals: residuals } : null;
}

/** Below this the closed form loses digits to cancellation; at most two points can lie there, since leverages sum to 2. */
const REFIT_BELOW = 1e-2;

/** The prediction at point i of the line through all others. */
function predictWithout(x: Float64Array, y: Float64Array, i: number): number {
  const others = (values: Float64Array): Float64Array => values.filter((_, j) => j !== i);
  const restX = others(x);
  const restY = others(y);
  const meanX = mean(restX);
  const meanY = mean(restY);
  let xx = 0;
  let xy = 0;
  for (let j = 0; j < restX.length; j++) {
    const dx = (restX[j] as number) - meanX;
    xx += dx * dx;
    xy += dx * ((restY[j] as number) - meanY);
  }
  return meanY + (xy / xx) * ((x[i] as number) - meanX);
}

/** Arithmetic mean; the correction pass makes it good to the last digits for values that lie close together. */
function mean(values: ArrayLike<number>): number {
  const n = values.length;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += values[i] as number;
  const rough = sum / n;
  let correction = 0;
  for (let i = 0; i < n; i++) correction += (values[i] as number) - rough;
  return rough + correction / n;
}

import type { Coefficients, Level } from './curve.ts';
import { RegressionError } from './errors.ts';
import { levelAt } from './monotone-steps.ts';
import type { Summary } from './summary.ts';

/** A value read off a curve, with what there is to know of its worth. */
export interface CurveValue {
  readonly value: number;
  /** The family's value lay outside [min(y)/50, 50·max(y)] and was moved to that bound. */
  readonly capped: boolean;
  /** x lies outside the x of the samples. */
  readonly extrapolated: boolean;
}

/** How far beyond the observed values a prediction may go, as a factor. */
export const CAP_FACTOR = 50;

/**
 * The value of a family at x, not clamped; may be Infinity for a power far outside the samples.
 *
 * @param x positive
 * @throws RegressionError `regression/unknown-kind`
 * @example
 * evaluateFamily({ kind: 'linear', a: 1, b: 2 }, 10) // 21
 */
export function evaluateFamily(fit: Coefficients, x: number): number {
  switch (fit.kind) {
    case 'constant':
      return fit.a as number;
    case 'linear':
      return (fit.a as number) + fit.b * x;
    case 'ratio':
      return fit.b * x;
    case 'power':
      return Math.exp((fit.ln_a as number) + fit.b * Math.log(x));
    case 'plateau':
      return (fit.a as number) + fit.b * Math.min(x, fit.knee as number);
    case 'floor':
      return (fit.a as number) + fit.b * Math.max(x, fit.knee as number);
    case 'steps':
      return stepsAt(fit, x);
    default:
      throw new RegressionError('regression/unknown-kind', `a curve of kind ${fit.kind} cannot be evaluated`);
  }
}

/** Beyond what was seen the last level grows as the best line did there. */
function stepsAt({ levels, b, knee }: Coefficients, x: number): number {
  const level = levelAt(levels as readonly Level[], x);
  // A level of 0 stays 0, however far away.
  return level > 0 && x > (knee as number) ? level * (x / (knee as number)) ** b : level;
}

/**
 * `value` moved into [min/50, 50·max] of what was observed.
 *
 * @example
 * capToObserved(1000, { min: 1, max: 10 }) // { value: 500, capped: true }
 */
export function capToObserved(
  value: number,
  observed: { readonly min: number; readonly max: number },
): { value: number; capped: boolean } {
  const low = observed.min / CAP_FACTOR;
  const high = Math.min(observed.max * CAP_FACTOR, Number.MAX_VALUE);
  const bounded = Math.min(Math.max(value, low), high);
  return { value: bounded, capped: value < low || value > high };
}

/**
 * What a curve predicts at x: never below a fiftieth of the smallest nor above fifty times the largest observed value.
 * Without x (null, or not positive) the median of what was observed.
 *
 * @param curve a fitted curve
 * @param x in the unit the curve was fitted in
 * @example
 * evaluateCurve(fitCurve([1, 2, 3, 4, 5], [3, 5, 7, 9, 11]), 10) // { value: 21, capped: false, extrapolated: true }
 */
export function evaluateCurve(
  curve: Coefficients & { readonly x: Summary | null; readonly y: Summary },
  x: number | null,
): CurveValue {
  if (x === null || !(x > 0)) return { value: curve.y.median, capped: false, extrapolated: false };
  const range = curve.x;
  const extrapolated = range !== null && !(range.min <= x && x <= range.max);
  return { ...capToObserved(evaluateFamily(curve, x), curve.y), extrapolated };
}

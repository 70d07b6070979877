import type { Candidate, Curve, Rejection } from './curve.ts';
import { checkSamples, describeSamples, type FitOptions, knownSamples } from './fit-samples.ts';
import { leastSquares } from './least-squares.ts';
import { median } from './median.ts';
import { medianOfOthers } from './median-of-others.ts';
import { qSquared } from './q-squared.ts';
import { summarizeResiduals } from './residuals.ts';

const FEWEST_SAMPLES = 5;
/** A power fit knows only y > 0: at least this share of the samples must be. */
const SHARE_POSITIVE = 0.9;
/** A line is preferred unless the power's error is smaller by more than this factor. */
const LINE_PREFERENCE = 1.05;
/** Errors below this are rounding: between two exact fits the line wins. */
const EXACT = 1e-9;

/** A family that could be fitted. */
interface Fit {
  readonly kind: 'linear' | 'power';
  /** Intercept and slope, of logarithms for power. */
  readonly a: number;
  readonly b: number;
  readonly q2: number;
  /** Median |ln(y/ŷ)| of left-out predictions. */
  readonly score: number;
  /** The samples it was fitted to, and their left-out predictions. */
  readonly y: Float64Array;
  readonly predicted: Float64Array;
}

/**
 * Fits y against x by the family that predicts left-out samples best: constant (the median), linear or power.
 *
 * Linear is least squares of y on x; power least squares of ln y on ln x. Either is tried from five samples with five
 * different x on, must generalise (leave-one-out R² above max(0.05, 2/n)) and, with `increasing`, must rise.
 * Of two that do, the one with the smaller median relative error is taken; else the constant. Cost O(n log n).
 *
 * @param x one a sample, in any unit; NaN, or anything not finite and positive, for a sample whose x is unknown:
 *   it counts for the median, the range and the residuals of the constant only
 * @param y one a sample, finite and not negative
 * @throws RegressionError `regression/length-mismatch`, `regression/no-values`, `regression/invalid-value`
 * @see docs/numerics.md
 * @example
 * const curve = fitCurve([1e9, 2e9, 3e9, 4e9, 5e9], [110, 205, 310, 395, 500]);
 * curve.kind // 'linear'
 */
export function fitCurve(x: ArrayLike<number>, y: ArrayLike<number>, options: FitOptions = {}): Curve {
  checkSamples('fitCurve', x, y);
  const known = knownSamples(x, y);
  const facts = describeSamples(known, y);
  const { chosen, candidates } = chooseFamily(
    known.x,
    known.y,
    facts.n_distinct_x,
    options.increasing ?? false,
  );
  const shared = { ...facts, r2_loo: chosen?.q2 ?? 0, candidates };
  if (chosen === null) {
    const others = y.length > 1 ? medianOfOthers(y) : [0];
    const residuals = summarizeResiduals(y, others);
    return { kind: 'constant', a: median(y) as number, b: 0, ...shared, residuals };
  }
  const residuals = summarizeResiduals(chosen.y, chosen.predicted);
  if (chosen.kind === 'linear') return { kind: 'linear', a: chosen.a, b: chosen.b, ...shared, residuals };
  return {
    kind: 'power',
    a: finiteOrNull(Math.exp(chosen.a)),
    b: chosen.b,
    ln_a: chosen.a,
    ...shared,
    residuals,
  };
}

/** Tries the families and chooses; `chosen` is null where the constant stands. */
function chooseFamily(
  xs: Float64Array,
  ys: Float64Array,
  distinct: number,
  increasing: boolean,
): { chosen: Fit | null; candidates: Candidate[] } {
  const tooFew: Rejection | null =
    xs.length < FEWEST_SAMPLES ? 'too-few-samples' : distinct < FEWEST_SAMPLES ? 'too-few-distinct-x' : null;
  const outcomes = [tooFew ?? fitLinear(xs, ys), tooFew ?? fitPower(xs, ys)];
  const judged = outcomes.map((outcome) =>
    typeof outcome === 'string' ? outcome : (reasonAgainst(outcome, increasing) ?? outcome),
  );
  const good = judged.filter((outcome): outcome is Fit => typeof outcome !== 'string');
  const [first, second] = good;
  const chosen = first && second ? closer(first, second) : (first ?? null);
  const candidates = (['linear', 'power'] as const).map((kind, i): Candidate => {
    const fit = outcomes[i] as Fit | Rejection;
    const verdict = judged[i] as Fit | Rejection;
    const rejected = typeof verdict === 'string' ? verdict : verdict === chosen ? null : 'other-is-closer';
    return typeof fit === 'string'
      ? { kind, q2: null, score: null, rejected }
      : { kind, q2: fit.q2, score: finiteOrNull(fit.score), rejected };
  });
  return { chosen, candidates };
}

function closer(line: Fit, power: Fit): Fit {
  const exact = line.score < EXACT && power.score < EXACT;
  return exact || line.score <= LINE_PREFERENCE * power.score ? line : power;
}

function reasonAgainst(fit: Fit, increasing: boolean): Rejection | null {
  if (increasing && !(fit.b > 0)) return 'falling';
  return fit.q2 > Math.max(0.05, 2 / fit.y.length) ? null : 'does-not-generalise';
}

function fitLinear(xs: Float64Array, ys: Float64Array): Fit | Rejection {
  if (isConstant(ys)) return 'constant-y';
  const line = leastSquares(xs, ys);
  const q2 = line && qSquared(line.leaveOneOutResiduals, ys);
  if (line === null || q2 === null) return 'one-point-decides';
  const predicted = ys.map((value, i) => value - (line.leaveOneOutResiduals[i] as number));
  return {
    kind: 'linear',
    a: line.intercept,
    b: line.slope,
    q2,
    score: logError(ys, predicted),
    y: ys,
    predicted,
  };
}

function fitPower(xs: Float64Array, ys: Float64Array): Fit | Rejection {
  const positive = Array.from(ys.keys()).filter((i) => (ys[i] as number) > 0);
  if (positive.length / ys.length < SHARE_POSITIVE) return 'too-many-zeros';
  const logX = Float64Array.from(positive, (i) => Math.log(xs[i] as number));
  const y = Float64Array.from(positive, (i) => ys[i] as number);
  const logY = y.map(Math.log);
  if (new Set(positive.map((i) => xs[i])).size < FEWEST_SAMPLES) return 'too-few-distinct-x';
  if (isConstant(logY)) return 'constant-y';
  const line = leastSquares(logX, logY);
  const q2 = line && qSquared(line.leaveOneOutResiduals, logY);
  if (line === null || q2 === null) return 'one-point-decides';
  const predicted = logY.map((value, i) => Math.exp(value - (line.leaveOneOutResiduals[i] as number)));
  return { kind: 'power', a: line.intercept, b: line.slope, q2, score: logError(y, predicted), y, predicted };
}

/** Median |ln(y/ŷ)| over y > 0; a prediction that is not positive is infinitely wrong. */
function logError(y: Float64Array, predicted: Float64Array): number {
  const errors: number[] = [];
  for (let i = 0; i < y.length; i++) {
    const actual = y[i] as number;
    if (actual > 0) errors.push(Math.abs(Math.log(actual) - Math.log(Math.max(predicted[i] as number, 0))));
  }
  return median(errors) ?? Number.POSITIVE_INFINITY;
}

function isConstant(values: Float64Array): boolean {
  return values.every((value) => value === values[0]);
}

function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

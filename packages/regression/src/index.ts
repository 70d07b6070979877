export type { Candidate, Coefficients, Curve, CurveKind, Rejection } from './curve.ts';
export { RegressionError, type RegressionErrorCode } from './errors.ts';
export {
  CAP_FACTOR,
  type CurveValue,
  capToObserved,
  evaluateCurve,
  evaluateFamily,
} from './evaluate-curve.ts';
export { type FitOptions, fitCurve } from './fit-curve.ts';
export { type Line, leastSquares } from './least-squares.ts';
export { medianAbsoluteDeviation } from './mad.ts';
export { median, medianSorted } from './median.ts';
export { medianOfOthers } from './median-of-others.ts';
export { qSquared } from './q-squared.ts';
export { quantile, quantileSorted } from './quantile.ts';
export { ranks } from './ranks.ts';
export {
  RESIDUAL_QUANTILES,
  type ResidualQuantiles,
  type ResidualSummary,
  summarizeResiduals,
} from './residuals.ts';
export { spearman } from './spearman.ts';
export { type Summary, summarize } from './summary.ts';

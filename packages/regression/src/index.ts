export type { AbsoluteLine } from './absolute-line-search.ts';
export type { Candidate, CandidateKind, Coefficients, Curve, CurveKind, Level, Rejection } from './curve.ts';
export { RegressionError, type RegressionErrorCode } from './errors.ts';
export {
  CAP_FACTOR,
  type CurveValue,
  capToObserved,
  evaluateCurve,
  evaluateFamily,
} from './evaluate-curve.ts';
export { fitCurve } from './fit-curve.ts';
export { fitRobustCurve, type RobustFitOptions } from './fit-robust-curve.ts';
export type { FitOptions } from './fit-samples.ts';
export { assignFolds, type Folds } from './folds.ts';
export { type AbsoluteLineOptions, leastAbsoluteLine } from './least-absolute-line.ts';
export { type Line, leastSquares } from './least-squares.ts';
export { findLevelShifts, type LevelShift, type LevelShiftOptions } from './level-shifts.ts';
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
export type { History } from './shift-series.ts';
export { spearman } from './spearman.ts';
export {
  type Bounds,
  boundsAround,
  conformalSpread,
  INTERVAL_LEVELS,
  type IntervalBounds,
  type IntervalLevel,
  type Spread,
  UPPER_LEVELS,
  type UpperBounds,
  type UpperLevel,
} from './spread.ts';
export { type Summary, summarize } from './summary.ts';

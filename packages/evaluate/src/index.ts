export {
  type BacktestOptions,
  type BacktestProgress,
  backtest,
  type RunSource,
} from './backtest/backtest.ts';
export type {
  Backtest,
  IntervalCoverage,
  MetricScores,
  NotTested,
  Predictor,
  Score,
  Scores,
  StepCounts,
  StepScores,
  TestedMetric,
  UpperCoverage,
  WorkflowScores,
  WorseStep,
} from './backtest/backtest-document.ts';
export type { SplitKind, SplitOptions } from './backtest/options.ts';
export { percentText } from './backtest/percent-text.ts';
export type { ClaimedBounds, Guess, TestedValue } from './backtest/tested-value.ts';
export { type FarStep, worstSteps } from './backtest/worst-steps.ts';
export { EvaluateError, type EvaluateErrorCode } from './errors.ts';
export { evaluateRun } from './evaluate-run.ts';
export type {
  Cause,
  Evaluation,
  Flag,
  FlaggedJob,
  GradedJob,
  GradedMetric,
  JobName,
  StepSummary,
  UngradedJob,
  UnmodelledJob,
  Verdict,
} from './evaluation.ts';

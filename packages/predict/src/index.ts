export { type BoundRow, boundRows } from './bound-rows.ts';
export {
  type EnvironmentClassReport,
  type EnvironmentReport,
  environmentReport,
} from './environment-report.ts';
export { PredictError, type PredictErrorCode } from './errors.ts';
export { amountText } from './evidence-text.ts';
export { type GpuClassReport, type GpuReport, gpuReport } from './gpu-report.ts';
export { durationText, memorySizeText, shortNumber, sizeText } from './human-text.ts';
export { environmentFactor } from './job-factor.ts';
export type { JobFacts } from './job-facts.ts';
export { type PredictOptions, predictRun } from './predict-run.ts';
export { predictJob } from './predict-step.ts';
export type {
  LargestJob,
  PredictedBounds,
  PredictedMetric,
  PredictedSamples,
  PredictedStep,
  PredictedStepPower,
  PredictedTotals,
  Prediction,
  PredictionWarning,
  ScheduledStep,
} from './prediction.ts';
export {
  type QualityLine,
  type QualityReport,
  qualityReport,
  type WorkflowQuality,
} from './quality-report.ts';
export { type RecommendOptions, recommend } from './recommend.ts';
export type {
  Recommendation,
  RecommendationReference,
  Recommendations,
  RecommendedAction,
  Resource,
  SizeDependence,
} from './recommendation.ts';
export type { ReportOptions } from './report-options.ts';
export { roundUpMemoryMb, roundUpTimeSeconds } from './round-up.ts';
export { memoryText, timeText } from './scheduler-text.ts';
export { type MetricSensitivity, type SensitivityReport, sensitivityReport } from './sensitivity-report.ts';
export { takesText } from './takes-text.ts';
export { type TimelineRow, timelineChart } from './timeline-chart.ts';

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

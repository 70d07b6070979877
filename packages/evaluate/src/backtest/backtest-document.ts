import type { DocumentRemark, IdentityMode } from '@prm/model';
import type { SplitKind } from './options.ts';

/** What is predicted and tested. */
export const TESTED_METRICS = ['memory_rss_mb_max', 'duration_seconds'] as const;
export type TestedMetric = (typeof TESTED_METRICS)[number];

/**
 * How a value is predicted: by a model (`robust`, the default, or `reference`), or by a plain rule: the `median` or the
 * `largest` of the values that the step had in training, or the `request` of the job.
 */
export const PREDICTORS = ['robust', 'reference', 'median', 'largest', 'request'] as const;
export type Predictor = (typeof PREDICTORS)[number];

/** The predictor that `pooled` is of. */
export const DEFAULT_PREDICTOR: Predictor = 'robust';

/** Percent of values at or below the one-sided bound of a level; null where no bound was given. */
export interface UpperCoverage {
  readonly '0.9': number | null;
  readonly '0.95': number | null;
  readonly '0.99': number | null;
}

/** Percent of values inside the central interval of a level; null where none was given. */
export interface IntervalCoverage {
  readonly '0.5': number | null;
  readonly '0.8': number | null;
  readonly '0.9': number | null;
  readonly '0.95': number | null;
}

/** How predictions of one metric compare with what was recorded. Percentages are numbers: 2.5 is 2.5 %. */
export interface Score {
  /** Predicted values. */
  readonly n: number;
  /** Median of |predicted − actual| / actual, percent. */
  readonly mdape: number | null;
  /** Median over steps, of those with three values and more, of the step's `mdape`. */
  readonly step_mdape: number | null;
  /** Percent of values above their prediction. */
  readonly under_predicted: number | null;
  /** Values with bounds, at steps with 20 training values and more: those that the rest is about. */
  readonly n_bounded: number;
  readonly upper: UpperCoverage;
  /** Of the bounded values, those that no training value of their step equals. */
  readonly n_new_values: number;
  /** `upper` of those alone: a value that was seen before is easily bounded. */
  readonly upper_new_values: UpperCoverage;
  readonly interval: IntervalCoverage;
  /** Median of (high − low) / predicted of the central 90 % interval, percent. */
  readonly width: number | null;
  /** Median of (bound − predicted) / predicted of the one-sided 95 % bound, percent. */
  readonly upper_margin: number | null;
  /** Steps with bounded values. */
  readonly n_bounded_steps: number;
  /** Percent of these steps whose own `upper` is within five points of its level. */
  readonly steps_within_5_points: UpperCoverage;
  /** Percent of these steps whose own `upper` is at least its level less five points. */
  readonly steps_held: UpperCoverage;
}

export type MetricScores = Readonly<Record<TestedMetric, Score>>;

/** Scores of all predictors; `pooled` are those of the default one. */
export interface Scores {
  readonly pooled: MetricScores;
  readonly methods: Readonly<Record<Predictor, { readonly pooled: MetricScores }>>;
}

export interface WorkflowScores extends Scores {
  readonly workflow: string;
}

/** How many values of a step there were, and which kind of model did better. */
export interface StepCounts {
  /** Training values; with several parts those of the largest. */
  readonly n_train: number;
  readonly n_test: number;
  /** The model with the smaller median error; null without one, or when both err alike. */
  readonly better: 'robust' | 'reference' | null;
}

export interface StepScores extends WorkflowScores {
  readonly step: string;
  readonly counts: Readonly<Record<TestedMetric, StepCounts>>;
}

/** Why completed jobs could not be tested, by metric. */
export interface NotTested {
  /** Durations shorter than the monitor's interval, of which half the interval is recorded. */
  readonly n_short: number;
  /** Durations by the poll's clock. */
  readonly n_clock: number;
  /** Nothing above 0 was measured. */
  readonly n_not_measured: number;
  /** No model of the workflow, the step or the metric. */
  readonly n_without_model: number;
}

/** A step with 20 test values and more whose median error is more than a tenth larger than the reference's. */
export interface WorseStep {
  readonly workflow: string;
  readonly step: string;
  readonly metric: TestedMetric;
  readonly n: number;
  readonly mdape: number;
  readonly reference_mdape: number;
}

/** The document `prm/backtest`. */
export interface Backtest extends Scores {
  readonly format: 'prm/backtest';
  readonly format_version: string;
  readonly identity_mode: IdentityMode;
  /** `given`: training and test runs came apart. */
  readonly split: SplitKind | 'given';
  /** Null for a split that needs none. */
  readonly train_fraction: number | null;
  readonly seed: number | null;
  /** Times that models were trained, each on another part. */
  readonly parts: number;
  readonly n_documents: number;
  /** Documents that could not be read. */
  readonly skipped: readonly DocumentRemark[];
  readonly n_runs: number;
  /** Completed jobs that were to be tested. */
  readonly n_test_jobs: number;
  readonly not_tested: Readonly<Record<TestedMetric, NotTested>>;
  readonly workflows: readonly WorkflowScores[];
  readonly steps: readonly StepScores[];
  readonly worse_than_reference: readonly WorseStep[];
  /** The above for people, in one paragraph. */
  readonly summary: string;
}

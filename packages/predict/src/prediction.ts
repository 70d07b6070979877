import type { MetricName, StepPower } from '@prm/model/format';
import type { Bounds, CurveKind, ResidualQuantiles } from '@prm/regression';

/** Bounds around one prediction, in its unit. */
export interface PredictedBounds extends Bounds {
  /** Left-out predictions they were learned from: with few of them the outer bounds lie beyond anything seen. */
  readonly n: number;
}

/** One predicted quantity. */
export interface PredictedMetric {
  /** In the unit that ends the metric's name. */
  readonly value: number;
  readonly kind: CurveKind;
  /** Moved to a bound: fifty times outside what was observed. */
  readonly capped: boolean;
  /** The step's driver lies outside the sizes seen in training. */
  readonly extrapolated: boolean;
  /** Where left-out samples lay around their predictions, by quantile; null without residuals. */
  readonly interval: ResidualQuantiles | null;
  /**
   * Bounds that a new job keeps with the probability that names them: `upper` from above, `interval` on both sides. Null
   * where the model has none.
   */
  readonly bounds: PredictedBounds | null;
  /** Samples behind the curve. */
  readonly n: number;
}

/** The job of the largest sample, where a step is run for each of several. */
export interface LargestJob {
  readonly driver_size_bytes: number | null;
  readonly memory_rss_mb_max: PredictedMetric | null;
  readonly duration_seconds: PredictedMetric | null;
}

/** What a run brings in. */
export interface PredictedSamples {
  readonly n: number;
  /** `usual`: the median number of training. */
  readonly source: 'given' | 'usual';
  readonly largest_bytes: number;
  /** The median sample's. */
  readonly typical_bytes: number;
  readonly total_bytes: number;
  /** Numbers of samples in training. */
  readonly seen: { readonly min: number; readonly median: number; readonly max: number };
  /** n is more or less than in any run of training. */
  readonly outside_seen: boolean;
}

/** One step of a predicted run: its typical job. */
export interface PredictedStep {
  /** Bytes; null for a step whose drivers are not known: then the medians hold. */
  readonly driver_size_bytes: number | null;
  readonly driver_capped: boolean;
  /** By which durations are multiplied for the chosen GPU class. */
  readonly gpu_factor: number;
  /** By which durations are multiplied for the chosen place. */
  readonly environment_factor: number;
  readonly metrics: Readonly<Partial<Record<MetricName, PredictedMetric>>>;
  /** What a power curve needs to know of the step, watts. */
  readonly power: PredictedStepPower;
  /** Only of a step that is run for each of several samples. */
  readonly largest_job?: LargestJob;
}

/** Constants of the power estimate of a step, watts. */
export interface PredictedStepPower extends StepPower {
  /** Of the chosen class of card; null where it was not measured or none was chosen. */
  readonly gpu_class_w: number | null;
  /** Whether jobs of the step were seen on a card. */
  readonly uses_gpu: boolean;
}

/** A step on the timeline; seconds from the start of the run. */
export interface ScheduledStep {
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly span_seconds: number;
  /** Work of one instance, on average over samples. */
  readonly duration_seconds: number;
  /** The typical instance with its overhead. */
  readonly instance_seconds: number;
  readonly instances: number;
  /** Instances that run at a time. */
  readonly concurrency: number;
  readonly after: readonly string[];
  readonly after_first: readonly string[];
}

/** Sums over a predicted run. */
export interface PredictedTotals {
  readonly makespan_seconds: number;
  /** Of it, what the run would take were every step started as soon as those before it are over. */
  readonly work_seconds: number;
  /** Of it, what steps usually wait until they are started: in the queue, and for the next poll. */
  readonly wait_seconds: number;
  /** MB of 1024² bytes, of all jobs that run at a time. */
  readonly peak_memory_mb: number;
  readonly peak_cpu_cores: number;
  readonly core_hours: number;
  /** GB of 1024³ bytes times hours. */
  readonly gb_hours: number;
}

/** Something to know before a prediction is used. */
export type PredictionWarning =
  | {
      readonly code: 'unknown_gpu_class';
      readonly message: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  | {
      readonly code: 'unknown_environment';
      readonly message: string;
      readonly dimension: string;
      readonly value: string;
      readonly known: readonly string[];
    }
  | { readonly code: 'shifted'; readonly message: string; readonly step: string }
  | { readonly code: 'steps_without_model'; readonly message: string; readonly steps: readonly string[] }
  | {
      readonly code: 'samples_outside_seen';
      readonly message: string;
      readonly n: number;
      readonly min: number;
      readonly max: number;
    }
  | { readonly code: 'samples_unknown'; readonly message: string };

/** The document `prm/prediction`. */
export interface Prediction {
  readonly format: 'prm/prediction';
  readonly format_version: string;
  readonly workflow: string;
  /** Null when several pipelines are known and none was chosen. */
  readonly pipeline: string | null;
  readonly pipelines: readonly string[];
  /** Of the largest sample. */
  readonly input_size_bytes: number;
  /** Null for a model that does not know samples. */
  readonly samples: PredictedSamples | null;
  readonly gpu_class: string | null;
  /** Where the run takes place, by dimension, as chosen. */
  readonly environment: Readonly<Record<string, string>>;
  readonly steps: Readonly<Record<string, PredictedStep>>;
  /** Null without a pipeline. */
  readonly timeline: Readonly<Record<string, ScheduledStep>> | null;
  readonly totals: PredictedTotals | null;
  readonly warnings: readonly PredictionWarning[];
}

import type { Curve, Summary } from '@prm/regression';

/** Version of every document format of prm that this package writes. */
export const FORMAT_VERSION = '1.0';

/** How runs are gathered into workflow models. */
export type IdentityMode = 'module' | 'pipeline' | 'registry';

/**
 * How models are learned: `robust` is the default, `reference` by least squares, as bio-pype-runtime-models describes it.
 */
export type TrainingMethod = 'robust' | 'reference';

/** What is measured of a job; the unit ends the name, MB is 1024² bytes, cpu is in percent of one core. */
export type MetricName =
  | 'duration_seconds'
  | 'memory_rss_mb_max'
  | 'memory_rss_mb_avg'
  | 'cpu_percent_avg'
  | 'cpu_percent_max'
  | 'io_read_mb_s_avg'
  | 'io_write_mb_s_avg'
  | 'gpu_utilization_avg'
  | 'gpu_memory_mb_max'
  | 'gpu_power_w_avg'
  | 'output_size_bytes';

/** A curve as a model holds it. */
export interface MetricCurve extends Curve {
  /**
   * Values as measured, of the regime in force: `y` is what they would be on the usual card, place and cores. Only where
   * anything was taken out.
   */
  readonly measured?: Summary;
  /** A single value, more than three times the next, that was left out; in the unit of y. */
  readonly isolated_max?: number;
  /** The power of the number of cores that values follow; only where they do. */
  readonly core_exponent?: number;
  /** Times between which the level moved, oldest first; the last is in force. Only where it did. */
  readonly regimes?: readonly Regime[];
  /** Samples of the regime in force, which `y` and `measured` sum up; only where the level moved. */
  readonly n_in_force?: number;
}

/** A time in which a metric kept its level. */
export interface Regime {
  /** When its first run was submitted, as recorded; null for the first regime, and where no time was recorded. */
  readonly since: string | null;
  /** The same as seconds since 1970, without a zone. */
  readonly since_seconds: number | null;
  /** Of the module, of its runs, sorted. */
  readonly versions: readonly string[];
  /** Level as a multiple of the one in force. */
  readonly factor: number;
  readonly n_runs: number;
  /** `version` where it began with a new version of the module; null for the first. */
  readonly cause: 'version' | 'unexplained' | null;
}

/** One kind of place that a step ran at, such as one partition. */
export interface EnvironmentClass {
  /** Jobs. */
  readonly n: number;
  /** Duration as a multiple of that of the mix seen in training. */
  readonly factor: number;
}

/** Numbers of cores that a step's jobs asked for. */
interface StepCores {
  /** The commonest: curves hold for it. */
  readonly reference: number;
  readonly seen: readonly { readonly ncpu: number; readonly n: number }[];
}

/** What some jobs of a step asked for beside the usual. */
export interface RequirementVariant {
  readonly requirements: StepRequirements;
  /** Jobs. */
  readonly n: number;
}

/** What a step's jobs asked for; null for what they did not. */
export interface StepRequirements {
  readonly ncpu: number | null;
  readonly mem_mb: number | null;
  readonly time_seconds: number | 'unlimited' | null;
  readonly gpu: number | null;
}

/** What is known of a run's samples before it starts: the size of the largest, of the median one, or of all together. */
export type ScaleBase = 'largest' | 'typical' | 'total';

/** How a step's driver size follows the run's, both in bytes. */
export interface DriverScale {
  /**
   * The size of the run that the step's follows. Absent where runs do not tell the three apart, of one sample each, say,
   * and in a model of the method `reference`: then the largest.
   */
  readonly base?: ScaleBase;
  readonly kind: 'constant' | 'ratio' | 'linear' | 'power';
  /** Bytes; null where e^ln_a of a power is too large for a number. */
  readonly a: number | null;
  readonly b: number;
  readonly ln_a?: number;
  /** Pairs of run driver and step driver. */
  readonly n: number;
  readonly n_distinct_x: number;
  /** Leave-one-out R² in log space; 0 where nothing was compared. */
  readonly r2_loo: number;
}

/** Range of a step's driver sizes, bytes; null without one. */
export interface StepDriver {
  /** Whether a job's driver is the size of its input or of its output. */
  readonly source: 'input' | 'output' | null;
  readonly min: number | null;
  readonly median: number | null;
  readonly p95: number | null;
  readonly max: number | null;
  /**
   * What a byte of each form of input is worth, in bytes of the commonest: sizes and curves are in the latter. Only where
   * forms differ.
   */
  readonly forms?: Readonly<Record<string, InputFormModel>>;
  /** Inputs fall into two groups of which one costs clearly more a byte; with `forms` they are told apart. */
  readonly mixed_input_form?: true;
  /** How many times as much a byte of the dearer group costs; only where nothing tells them apart. */
  readonly mixed_cost_factor?: number;
}

/** One form of input, by the ending of its name. */
export interface InputFormModel {
  /** Jobs. */
  readonly n: number;
  readonly factor: number;
}

/** One class of GPU as a step met it. */
export interface GpuClassModel {
  /** Jobs with a duration. */
  readonly n: number;
  /** Duration as a multiple of the size-based prediction; 1 with fewer than three jobs. */
  readonly factor: number;
  /** Median power of a card, watts; null with fewer than three jobs that measured it. */
  readonly power_w: number | null;
  /** A guess of the card. */
  readonly display_name: string;
}

/** Constants of the power estimate, watts; null where no job recorded them. */
export interface StepPower {
  readonly cpu_tdp_w: number | null;
  readonly power_idle_w: number | null;
  readonly power_loaded_w: number | null;
}

/** Failed attempts, and limits that failed and that no later job has passed. */
export interface StepFailures {
  readonly n_failed: number;
  readonly n_oom: number;
  readonly n_timeout: number;
  readonly max_mem_mb_at_oom: number | null;
  readonly max_time_seconds_at_timeout: number | null;
}

/** What is known of a step, pooled over all pipelines of the workflow. */
export interface StepModel {
  /** Completed jobs. */
  readonly n_samples: number;
  /** Completed jobs with a driver size. */
  readonly n_with_driver: number;
  readonly n_driver_outliers: number;
  readonly driver: StepDriver;
  readonly driver_scale: DriverScale | null;
  /** `clock` when a duration in the fit was taken from the poll's clock. */
  readonly duration_source: 'monitor' | 'clock' | null;
  readonly metrics: Readonly<Partial<Record<MetricName, MetricCurve>>>;
  /**
   * What jobs ask for at first, usually, since the last shift; by the reference's rules what the most recently submitted
   * job that asked for anything asked for.
   */
  readonly requirements: StepRequirements | null;
  /** What else jobs asked for at first, commonest first; only where some did. */
  readonly requirement_variants?: readonly RequirementVariant[];
  readonly gpu: Readonly<Record<string, GpuClassModel>>;
  /** By dimension (`partition`, …) and class; only dimensions that make a difference. */
  readonly environments?: Readonly<Record<string, Readonly<Record<string, EnvironmentClass>>>>;
  /** Only where a metric follows them. */
  readonly cores?: StepCores;
  readonly power: StepPower;
  readonly failures: StepFailures;
  /** Wall time of a job beyond its duration, median, seconds. */
  readonly overhead_seconds: number;
}

/** When a step runs within one pipeline. Seconds; medians over the runs considered. */
export interface StepTiming {
  /** From the run's first submission to the step's first start. */
  readonly start_offset_seconds: number;
  /** Steps that are over before this one starts, transitively reduced. */
  readonly after: readonly string[];
  /** Steps of which one instance is enough: chains that run a sample at a time. */
  readonly after_first: readonly string[];
  /** From the end of what it waits for to its start. */
  readonly lag_seconds: number;
  /** Jobs a run. */
  readonly instances: number;
  /** Span of all instances as a multiple of one, at least 1. */
  readonly span_factor: number;
  /** Span of a step without a duration curve; null for the others. */
  readonly wall_span_seconds: number | null;
  /** Runs the step was seen in. */
  readonly n: number;
  /** Whether it has jobs for each sample, or gathers all samples. Absent where that is not known. */
  readonly once_a?: 'sample' | 'run';
  /** Jobs for each sample: 0.5 for a step that takes pairs. Only of a step that is run once a sample. */
  readonly instances_per_sample?: number;
  /** Only where runs of enough different numbers of instances were seen. */
  readonly span_growth?: SpanGrowth;
}

/** How many samples the runs of a pipeline bring in, and how the sizes of one run lie around their median. */
export interface PipelineSamples {
  /** Runs that tell. */
  readonly runs: number;
  /** Samples a run. */
  readonly n: { readonly min: number; readonly median: number; readonly max: number };
  /**
   * Of n samples the largest is exp(spread · `largestDeviation(n)`) times the median one, usually; 0 where no run had
   * several.
   */
  readonly largest_spread: number;
  /**
   * How much the largest size of a run tells of the median one, from 0.5 to 1; the rest is what is usual. 1 where runs
   * differ by size far more than samples of one run do.
   */
  readonly largest_weight: number;
  /** Bytes: the usual median size of runs with several samples; null where no run had several. */
  readonly typical_bytes: number | null;
  /** The largest there was, as a multiple of its run's median; 1 where no run had several. */
  readonly largest_ratio: number;
  /** Sizes as multiples of their run's median, ascending, each for as many samples; empty where no run had several. */
  readonly ratios: readonly number[];
}

/** How the time that a step's instances take together, as a multiple of one's, follows their number. */
export interface SpanGrowth {
  readonly kind: 'constant' | 'linear' | 'power' | 'plateau' | 'floor';
  readonly a: number | null;
  readonly b: number;
  readonly ln_a?: number;
  readonly knee?: number;
  /** Most instances seen. */
  readonly max_instances: number;
}

/** One pipeline's schedule inside a workflow model. */
export interface PipelineView {
  readonly runs: number;
  readonly partial_runs: number;
  readonly steps: readonly string[];
  readonly core_steps: readonly string[];
  readonly entry_steps: readonly string[];
  /** Of steps with enough pairs in this pipeline; for the others the step's own holds. */
  readonly driver_scale: Readonly<Record<string, DriverScale>>;
  readonly timeline: Readonly<Record<string, StepTiming>>;
  /** Absent where no run has a driver, and in a model of the method `reference`. */
  readonly samples?: PipelineSamples;
}

/** Everything that can be lost of a job on the way to a sample. */
export type LossName =
  | 'n_not_completed'
  | 'n_duplicate_jobs'
  | 'n_leftover'
  | 'n_short'
  | 'n_clock_skew'
  | 'n_clock_unused'
  | 'n_without_duration'
  | 'n_implausible'
  | 'n_without_driver'
  | 'n_driver_outliers'
  | 'n_driver_other_source'
  | 'n_mem_unclear'
  | 'n_mem_unreadable'
  | 'n_time_number'
  | 'n_time_unreadable';

export type LossCounts = Readonly<Record<LossName, number>>;

/** A job that was counted, so that it can be found. */
export interface RunReference {
  /** Run id, hash or name. */
  readonly run: string | null;
  readonly step: string | null;
  readonly job: string | null;
}

/** A step that has too few samples for a model. */
export interface StepLeftOut {
  readonly step: string;
  readonly n_samples: number;
  /** Samples that would be enough. */
  readonly needs: number;
  readonly reason: 'min_step_samples';
}

/** What was lost on the way to the samples, and where. */
export interface ModelQuality extends LossCounts {
  readonly n_merged_dumps: number;
  /** Jobs whose command names no snippet. */
  readonly n_unnamed_jobs: number;
  readonly steps: Readonly<Record<string, LossCounts>>;
  readonly steps_left_out: readonly StepLeftOut[];
  /** At most 20 a count. */
  readonly references: Readonly<
    Partial<Record<LossName | 'n_merged_dumps' | 'n_unnamed_jobs', readonly RunReference[]>>
  >;
}

/** Where the runs came from. Can hold user and group names: see `stripProvenance`. */
export interface Provenance {
  readonly module_paths: readonly string[];
  readonly namespaces: readonly string[];
  readonly versions: readonly string[];
  readonly pipeline_names: readonly string[];
  readonly profiles: readonly string[];
}

/** All that is learned of one workflow: the document `prm/workflow-model`. */
export interface WorkflowModel {
  readonly format: 'prm/workflow-model';
  readonly format_version: string;
  readonly key: string;
  readonly identity_mode: IdentityMode;
  readonly method: TrainingMethod;
  readonly generator: { readonly name: string; readonly version: string };
  readonly provenance: Provenance;
  readonly runs: {
    readonly total: number;
    readonly partial: number;
    readonly with_run_driver: number;
    /** As recorded; null without a time. */
    readonly first_at: string | null;
    readonly last_at: string | null;
  };
  readonly steps: Readonly<Record<string, StepModel>>;
  readonly pipelines: Readonly<Record<string, PipelineView>>;
  readonly quality: ModelQuality;
}

import type { FailureKind } from '@prm/ingest';
import type { MetricName } from '@prm/model';

/**
 * How a run did against what its workflow usually takes. `unknown`: nothing could be graded; `slow`, `degraded`,
 * `normal`, `fast`: by the durations of its jobs, weighted by how long they should have taken.
 */
export type Verdict = 'unknown' | 'slow' | 'degraded' | 'normal' | 'fast';

/** Names of a job. */
export interface JobName {
  /** The job id. */
  readonly name: string;
  /** The friendly name that people know it by; null when it has none. */
  readonly job_name: string | null;
  /** The step. */
  readonly snippet: string | null;
}

/** One measured quantity of a job, in the unit that ends the metric's name. */
export interface GradedMetric {
  readonly actual: number;
  readonly predicted: number;
  /**
   * 95 % of such jobs stay below this, with few samples a guess that is wide on purpose; of a reference model, 95 % of
   * left-out samples did. Null without either.
   */
  readonly usual_up_to: number | null;
  /** Distance in robust standard deviations; null where it is shown and not graded. */
  readonly z: number | null;
}

/** A quantity far above what was expected. */
export interface Flag {
  readonly metric: 'duration_seconds' | 'memory_rss_mb_max';
  readonly actual: number;
  readonly predicted: number;
  readonly usual_up_to: number | null;
  readonly z: number;
  /** Beyond 99 % of left-out samples; null with fewer than 20 of them. */
  readonly beyond_p99: boolean | null;
  /** What the job asked for of it; null when it asked for nothing. */
  readonly requirement: number | 'unlimited' | null;
}

/** A completed job of a step with a model. */
export interface GradedJob extends JobName {
  readonly driver_size_bytes: number | null;
  readonly gpu_class: string | null;
  /** By which its duration was expected to differ for the place it ran at. */
  readonly environment_factor: number;
  readonly metrics: Readonly<Partial<Record<MetricName, GradedMetric>>>;
  readonly flags: readonly Flag[];
}

/** A completed job with something flagged. */
export interface FlaggedJob extends JobName {
  readonly driver_size_bytes: number | null;
  readonly flags: readonly Flag[];
}

/** A completed job that could not be compared with anything. */
export interface UnmodelledJob extends JobName {
  readonly reason: string;
}

/** A job that did not complete. */
export interface UngradedJob extends JobName {
  readonly status: string | null;
  /** Its error message. */
  readonly error: string | null;
  /** Of a failed job. */
  readonly failure: FailureKind | null;
  /** MB of 1024² bytes; null where not measured. */
  readonly peak_memory_mb: number | null;
  readonly duration_seconds: number | null;
  readonly mem_mb: number | null;
  readonly time_seconds: number | 'unlimited' | null;
  /** What to try, in words; null for a job that did not fail. */
  readonly advice: string | null;
}

/** A job that took longer than expected. */
export interface Cause extends JobName {
  readonly excess_seconds: number;
}

/** Where a run took place, when that makes a difference to its workflow. */
export interface RunPlace {
  /** `partition`, for example. */
  readonly dimension: string;
  readonly class: string;
  /** Durations as a multiple of those of the mix seen in training, over the graded jobs; null for a place not seen. */
  readonly factor: number | null;
}

/** The graded jobs of one step together. */
export interface StepSummary {
  readonly snippet: string;
  readonly n_jobs: number;
  readonly n_flagged: number;
  /** Durations added up; null where none was measured. */
  readonly actual_seconds: number | null;
  readonly expected_seconds: number | null;
  /** Of the job that used the most, MB of 1024² bytes; null where not measured. */
  readonly peak_memory_mb: number | null;
  readonly expected_memory_mb: number | null;
  /** What that job asked for; null when nothing. */
  readonly mem_mb: number | null;
}

/** The document `prm/evaluation`. */
export interface Evaluation {
  readonly format: 'prm/evaluation';
  readonly format_version: string;
  /** Null when no model fits the run. */
  readonly workflow: string | null;
  readonly pipeline: string;
  readonly verdict: Verdict;
  /** 0 to 100; null when nothing could be graded. */
  readonly performance_score: number | null;
  /** Jobs whose duration was graded. */
  readonly n_graded: number;
  /** Work of the graded jobs, added up. */
  readonly actual_seconds: number | null;
  readonly expected_seconds: number | null;
  /** Sum of what 95 % of such jobs stay below. */
  readonly usual_up_to_seconds: number | null;
  /** From the first start to the last end; null without times. */
  readonly elapsed_seconds: number | null;
  /** Of that, time in which no job ran: between a failure and a resumption, say. */
  readonly idle_seconds: number | null;
  /** Places that make a difference; expectations hold for them. */
  readonly places: readonly RunPlace[];
  /** The five jobs that lost the most time, a second and more. */
  readonly causes: readonly Cause[];
  readonly steps: readonly GradedJob[];
  /** The same by step, those that lost the most time first. */
  readonly by_step: readonly StepSummary[];
  readonly flagged_steps: readonly FlaggedJob[];
  readonly unmodelled: readonly UnmodelledJob[];
  readonly not_graded: readonly UngradedJob[];
  /** The above for people, most important first. */
  readonly words: readonly string[];
}

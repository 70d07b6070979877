import type { CurveKind } from '@prm/regression';

export type Resource = 'mem_mb' | 'time_seconds' | 'ncpu';

/**
 * What to do with a requirement. `no_evidence`: it looks too large, but the size asked about is larger than any seen.
 * `unknown`: none was recorded.
 */
export type RecommendedAction = 'increase' | 'decrease' | 'ok' | 'no_evidence' | 'unknown';

/**
 * Whether use follows the driver size. `untested`: too few jobs, or too few different sizes, to tell: larger inputs than
 * those seen may need more.
 */
export type SizeDependence = 'follows' | 'none found' | 'untested';

/** One resource of one step. Values are in the unit of the resource: MB of 1024² bytes, seconds, cores. */
export interface Recommendation {
  readonly resource: Resource;
  readonly action: RecommendedAction;
  /** What jobs ask for now. */
  readonly requirement: number | 'unlimited' | null;
  /** The least that is safe, headroom included. */
  readonly need: number;
  /** The need, rounded up to what a person would write. */
  readonly suggested: number;
  /** `suggested` as Bio-Pype and SLURM read it. */
  readonly suggested_text: string;
  readonly predicted: number;
  readonly observed_max: number;
  readonly observed_p95: number;
  readonly n: number;
  /** Bytes the prediction is for; null for a step whose drivers are not known. */
  readonly driver_size_bytes: number | null;
  /** The largest limit that failed and still stands. */
  readonly failed_at: number | null;
  readonly kind: CurveKind;
  readonly capped: boolean;
  readonly extrapolated: boolean;
  /** Driver sizes seen, bytes. */
  readonly driver_min: number | null;
  readonly driver_max: number | null;
  readonly size_dependence: SizeDependence;
  /** Largest driver size the advice is made for, bytes; null where sizes are not known. */
  readonly valid_up_to_bytes: number | null;
  /** What following the advice frees a run, by resource; null for other advice than `decrease`, and for other resources. */
  readonly saves_gb_h: number | null;
  readonly saves_h: number | null;
  readonly saves_core_h: number | null;
  /** What a job would take on the cores suggested; null where fewer are not suggested, or not known to matter. */
  readonly duration_seconds_then: number | null;
  /** What the advice rests on, in words. */
  readonly evidence: string;
}

/** A piece of advice by the step and the resource it is about. */
export interface RecommendationReference {
  readonly step: string;
  readonly resource: Resource;
}

/** The document `prm/recommendations`. */
export interface Recommendations {
  readonly format: 'prm/recommendations';
  readonly format_version: string;
  readonly workflow: string;
  readonly pipeline: string | null;
  /** Null for advice that holds for all sizes seen. */
  readonly input_size_bytes: number | null;
  readonly steps: Readonly<Record<string, readonly Recommendation[]>>;
  /**
   * Changes by what is at stake: what to raise first, since it kills jobs; then memory and cores by what they free, a
   * core counted as 4 GB; then time.
   */
  readonly order: readonly RecommendationReference[];
}

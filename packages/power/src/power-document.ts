/** One bin of a curve. */
export interface PowerPoint<T> {
  /** The middle of the bin. */
  readonly t: T;
  /** Mean over the whole bin, watts, one decimal. */
  readonly power_w: number;
  /** Watt hours, six decimals. */
  readonly energy_wh: number;
}

/** Something to know before a curve is used. */
export interface PowerWarning {
  readonly code: 'gpu_power_missing' | 'gpu_class_power_missing';
  readonly message: string;
  readonly steps: readonly string[];
}

/** The document `prm/power`: a sum over jobs, not a node's draw. */
export interface PowerCurve<T> {
  readonly format: 'prm/power';
  readonly format_version: string;
  readonly workflow: string | null;
  readonly pipeline: string | null;
  /** Null for a recorded run. */
  readonly input_size_bytes: number | null;
  readonly gpu_class: string | null;
  readonly bin_minutes: number;
  /** `t` in seconds from the start for a predicted run, as a time for a recorded one. */
  readonly curve: readonly PowerPoint<T>[];
  readonly total_energy_wh: number;
  /** Only with a carbon intensity. */
  readonly total_co2_g?: number;
  readonly warnings: readonly PowerWarning[];
}

export const POWER_FORMAT = { format: 'prm/power', format_version: '1.0' } as const;

/** A curve of a predicted or of a recorded run. */
export type PowerDocument = PowerCurve<number> | PowerCurve<string>;

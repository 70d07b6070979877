/** Everything that can be lost of a job on the way to a sample, by the name it is counted under. */
export const LOSSES = [
  'n_not_completed',
  'n_duplicate_jobs',
  'n_leftover',
  'n_short',
  'n_clock_skew',
  'n_clock_unused',
  'n_without_duration',
  'n_implausible',
  'n_without_driver',
  'n_driver_outliers',
  'n_driver_other_source',
  'n_mem_unclear',
  'n_mem_unreadable',
  'n_time_number',
  'n_time_unreadable',
] as const;

export type Loss = (typeof LOSSES)[number];

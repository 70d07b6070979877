/**
 * A count with its noun.
 *
 * @example
 * counted(2, 'run') // '2 runs'
 */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** A kind of fit in a word that needs no statistics: a constant is the median of what was seen. */
export function fitWord(kind: string): string {
  return kind === 'constant' ? 'median' : kind;
}

const METRIC_WORDS: Readonly<Record<string, string>> = {
  duration_seconds: 'time',
  memory_rss_mb_max: 'peak memory',
  memory_rss_mb_avg: 'mean memory',
  cpu_percent_avg: 'mean cpu',
  cpu_percent_max: 'peak cpu',
  io_read_mb_s_avg: 'disk read',
  io_write_mb_s_avg: 'disk write',
  gpu_utilization_avg: 'gpu use',
  gpu_memory_mb_max: 'gpu memory',
  gpu_power_w_avg: 'gpu power',
  output_size_bytes: 'output size',
};

/** A metric in words. */
export function metricWord(metric: string): string {
  return METRIC_WORDS[metric] ?? metric;
}

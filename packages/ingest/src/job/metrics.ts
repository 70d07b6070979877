/** What is measured of a job, by the names that Bio-Pype's files and every document of prm use. */
export const METRICS = [
  'duration_seconds',
  'memory_rss_mb_max',
  'memory_rss_mb_avg',
  'cpu_percent_avg',
  'cpu_percent_max',
  'io_read_mb_s_avg',
  'io_write_mb_s_avg',
  'gpu_utilization_avg',
  'gpu_memory_mb_max',
  'gpu_power_w_avg',
  'output_size_bytes',
] as const;

/** The unit ends the name; memory is in MB of 1024² bytes, cpu in percent of one core. */
export type MetricName = (typeof METRICS)[number];

/** One value a metric, null where missing. */
export type Measurements = Readonly<Record<MetricName, number | null>>;

/** Metrics that need two samples of the monitor: one sample says nothing of a rate. */
export const RATE_METRICS: ReadonlySet<MetricName> = new Set([
  'cpu_percent_avg',
  'cpu_percent_max',
  'io_read_mb_s_avg',
  'io_write_mb_s_avg',
]);

const MB_PER_TIB = 1024 ** 2;
const MOST_MEMORY_MB = 64 * MB_PER_TIB;
const MOST_CPU_PERCENT = 409_600;
const MOST_DURATION_SECONDS = 3650 * 86_400;

/** More than this is a fault of the measurement, whatever the machine. */
export const MOST_BELIEVED: Readonly<Partial<Record<MetricName, number>>> = {
  duration_seconds: MOST_DURATION_SECONDS,
  memory_rss_mb_max: MOST_MEMORY_MB,
  memory_rss_mb_avg: MOST_MEMORY_MB,
  gpu_memory_mb_max: MOST_MEMORY_MB,
  cpu_percent_avg: MOST_CPU_PERCENT,
  cpu_percent_max: MOST_CPU_PERCENT,
};

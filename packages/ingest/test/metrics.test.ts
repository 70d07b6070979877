import { expect, it } from 'vitest';
import { METRICS } from '../src/index.ts';
import { jobOf } from './support.ts';

const CONSUMED = METRICS.filter((metric) => metric !== 'duration_seconds' && metric !== 'output_size_bytes');
const RATES = ['cpu_percent_avg', 'cpu_percent_max', 'io_read_mb_s_avg', 'io_write_mb_s_avg'];

it('METRICS are the eleven of the documents, the duration first', () => {
  expect(METRICS).toEqual([
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
  ]);
});

it.each(CONSUMED)('%s is kept when it is finite and not negative', (metric) => {
  const value = (given: unknown): number | null =>
    jobOf({ resource_consumption: { [metric]: given } }).measurements[metric];
  expect(value(12.5)).toBe(12.5);
  expect(value(0)).toBe(metric === 'memory_rss_mb_max' ? null : 0);
  for (const bad of [-1, -0.001, null, undefined, '12', Number.NaN, Number.POSITIVE_INFINITY, true, [], {}]) {
    expect(value(bad), String(bad)).toBe(null);
  }
});

it('output_size_bytes comes from data_sizes alone', () => {
  expect(jobOf({ data_sizes: { output_size_bytes: 7 } }).measurements.output_size_bytes).toBe(7);
  expect(jobOf({ data_sizes: { output_size_bytes: 0 } }).measurements.output_size_bytes).toBe(0);
  expect(jobOf({ resource_consumption: { output_size_bytes: 7 } }).measurements.output_size_bytes).toBe(null);
});

const MB_64_TIB = 64 * 1024 ** 2;
it.each([
  ['memory_rss_mb_max', MB_64_TIB],
  ['memory_rss_mb_avg', MB_64_TIB],
  ['gpu_memory_mb_max', MB_64_TIB],
  ['cpu_percent_avg', 409_600],
  ['cpu_percent_max', 409_600],
  ['duration_seconds', 3650 * 86_400],
] as const)('%s above %d is not believed: missing and counted', (metric, most) => {
  const job = (value: number) => jobOf({ status: 'completed', resource_consumption: { [metric]: value } });
  expect(job(most).measurements[metric]).toBe(most);
  expect(job(most).losses).not.toContain('n_implausible');
  expect(job(most * 1.001).measurements[metric]).toBe(null);
  expect(job(most * 1.001).losses).toContain('n_implausible');
});

it.each(['io_read_mb_s_avg', 'io_write_mb_s_avg', 'gpu_utilization_avg', 'gpu_power_w_avg'] as const)(
  '%s has no bound',
  (metric) => {
    expect(jobOf({ resource_consumption: { [metric]: 1e15 } }).measurements[metric]).toBe(1e15);
  },
);

it('an implausible duration is missing: the clock does not stand in, and it has no source', () => {
  const job = jobOf({
    status: 'completed',
    started_at: '2026-05-04T10:00:00',
    completed_at: '2026-05-04T11:00:00',
    resource_consumption: { duration_seconds: 1e12 },
  });
  expect(job.measurements.duration_seconds).toBe(null);
  expect(job.durationSource).toBe(null);
  expect(job.losses).toEqual(['n_implausible', 'n_without_duration']);
});

it('rates are missing for a job shorter than the monitor’s interval, and only for such', () => {
  const consumption = Object.fromEntries(CONSUMED.map((metric) => [metric, 5]));
  const short = jobOf({
    resource_consumption: { ...consumption, sample_count: 1, duration_seconds: 0.0005 },
  });
  const long = jobOf({ resource_consumption: { ...consumption, sample_count: 1, duration_seconds: 1 } });
  for (const metric of CONSUMED) {
    expect(short.measurements[metric], metric).toBe(RATES.includes(metric) ? null : 5);
    expect(long.measurements[metric], metric).toBe(5);
  }
});

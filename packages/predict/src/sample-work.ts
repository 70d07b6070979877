import type { DriverScale, MetricName, StepModel } from '@prm/model/format';
import type { JobFacts } from './job-facts.ts';
import { predictJob } from './predict-step.ts';
import type { LargestJob, PredictedMetric } from './prediction.ts';
import type { RunSamples } from './run-samples.ts';
import { stepDriverSize } from './step-driver.ts';

/** What the jobs of a step that is run for each sample take on average, and the longest of them. */
export interface SampleWork {
  readonly durationSeconds: number;
  /** Percent of a core times seconds. */
  readonly cpuSeconds: number;
  readonly memMbSeconds: number;
  readonly cpuPercent: number;
  readonly memMb: number;
  readonly longestSeconds: number;
  readonly largest: LargestJob;
}

/**
 * Predicts a job for each sample, from the sample's own size. What a large sample takes beyond the typical one is not
 * what a small one saves: sums over samples are not the typical job's times their number.
 */
export function sampleWork(
  step: StepModel,
  { sizes, largest_bytes }: RunSamples,
  viewScale: DriverScale | undefined,
  facts: Omit<JobFacts, 'driverSizeBytes'>,
): SampleWork {
  const jobOf = (bytes: number): { driver: number | null; metrics: Metrics } => {
    const driver = stepDriverSize(step, bytes, viewScale).bytes;
    return { driver, metrics: predictJob(step, { ...facts, driverSizeBytes: driver }) };
  };
  let weight = 0;
  const sums = { duration: 0, cpuSeconds: 0, memMbSeconds: 0, cpu: 0, mem: 0 };
  for (const { bytes, samples } of sizes) {
    const { metrics } = jobOf(bytes);
    const duration = metrics.duration_seconds?.value ?? 0;
    const cpu = metrics.cpu_percent_avg?.value ?? 0;
    const mem = metrics.memory_rss_mb_max?.value ?? 0;
    weight += samples;
    sums.duration += samples * duration;
    sums.cpuSeconds += samples * duration * cpu;
    sums.memMbSeconds += samples * duration * mem;
    sums.cpu += samples * cpu;
    sums.mem += samples * mem;
  }
  const largest = jobOf(largest_bytes);
  const mean = (total: number): number => Math.min(total / weight, Number.MAX_VALUE);
  return {
    durationSeconds: mean(sums.duration),
    cpuSeconds: mean(sums.cpuSeconds),
    memMbSeconds: mean(sums.memMbSeconds),
    cpuPercent: mean(sums.cpu),
    memMb: mean(sums.mem),
    longestSeconds: largest.metrics.duration_seconds?.value ?? 0,
    largest: {
      driver_size_bytes: largest.driver,
      memory_rss_mb_max: largest.metrics.memory_rss_mb_max ?? null,
      duration_seconds: largest.metrics.duration_seconds ?? null,
    },
  };
}

type Metrics = Partial<Record<MetricName, PredictedMetric>>;

import { METRICS, type RunTable } from '@prm/ingest';
import { median, summarize } from '@prm/regression';
import type { DriverScale, MetricCurve, MetricName, StepModel, StepPower } from '../format/workflow-model.ts';
import { columnFitter } from './curve-fitting.ts';
import type { CleanDrivers } from './driver-cleaning.ts';
import { fitGpuClasses } from './gpu-classes.ts';
import { knownIndices } from './known-values.ts';
import { latestRequirements } from './latest-requirements.ts';
import type { LossLedger } from './losses.ts';
import type { TrainingOptions } from './options.ts';
import { stepFailures } from './step-failures.ts';
import type { Sample, StepJobs } from './step-samples.ts';

/** For these a falling curve would recommend too little for a large input. */
const INCREASING: ReadonlySet<MetricName> = new Set([
  'duration_seconds',
  'memory_rss_mb_max',
  'memory_rss_mb_avg',
  'gpu_memory_mb_max',
  'output_size_bytes',
]);

const DURATION = METRICS.indexOf('duration_seconds');
const GPU_POWER = METRICS.indexOf('gpu_power_w_avg');

/** Learns one step from its samples. */
export function stepModel(
  table: RunTable,
  jobs: StepJobs,
  drivers: CleanDrivers,
  driverScale: DriverScale | null,
  { method, minStepSamples }: TrainingOptions,
  ledger: LossLedger,
): StepModel {
  const { samples } = jobs;
  const fit = columnFitter(
    method,
    Float64Array.from(samples, ({ run }) => run.run),
  );
  const columns = METRICS.map((_, metric) =>
    Float64Array.from(samples, ({ job }) => table.metric(job, metric)),
  );
  const durations = columns[DURATION] as Float64Array;
  const durationSource = keepOneClock(table, jobs, durations, minStepSamples, ledger);
  const metrics: Partial<Record<MetricName, MetricCurve>> = {};
  for (const [i, metric] of METRICS.entries()) {
    if (metric === 'output_size_bytes' && drivers.source === 'output') continue;
    const values = columns[i] as Float64Array;
    if (knownIndices(values).length >= minStepSamples) {
      metrics[metric] = fit(drivers.sizes, values, INCREASING.has(metric));
    }
  }
  const classes = samples.map(({ job }) => table.gpuClass(job));
  const gpu = fitGpuClasses(
    classes,
    drivers.sizes,
    durations,
    columns[GPU_POWER] as Float64Array,
    metrics.duration_seconds,
    fit,
  );
  if (gpu.durationCurve) metrics.duration_seconds = gpu.durationCurve;
  const sizes = drivers.sizes.filter((size) => !Number.isNaN(size));
  const {
    min,
    median: middle,
    p95,
    max,
  } = summarize(sizes) ?? { min: null, median: null, p95: null, max: null };
  return {
    n_samples: samples.length,
    n_with_driver: sizes.length,
    n_driver_outliers: ledger.countsOf(jobs.step).n_driver_outliers,
    driver: { source: drivers.source, min, median: middle, p95, max },
    driver_scale: driverScale,
    duration_source: durationSource,
    metrics,
    requirements: latestRequirements(table, jobs.allJobs),
    gpu: gpu.classes,
    power: latestPower(table, jobs),
    failures: stepFailures(table, jobs.allJobs),
    overhead_seconds: overheadSeconds(table, jobs, durations),
  };
}

/**
 * The poll's clock counts what the monitor does not: durations of the two are not mixed where the monitor's suffice.
 * Blanks the others in `durations`, and tells what is left.
 */
function keepOneClock(
  table: RunTable,
  { step, samples }: StepJobs,
  durations: Float64Array,
  minStepSamples: number,
  ledger: LossLedger,
): StepModel['duration_source'] {
  const byClock = samples.map(({ job }) => table.durationSource(job) === 'clock');
  const timed = (i: number): boolean => !Number.isNaN(durations[i] as number);
  if (samples.filter((_, i) => timed(i) && !byClock[i]).length >= minStepSamples) {
    for (const [i, { job, run }] of samples.entries()) {
      if (!byClock[i]) continue;
      durations[i] = Number.NaN;
      ledger.add('n_clock_unused', { run: run.row.text, step, job: table.id(job) });
    }
  }
  if (samples.some((_, i) => timed(i) && byClock[i])) return 'clock';
  return samples.some((_, i) => timed(i)) ? 'monitor' : null;
}

/** Wall time that is no work: the start of the tools and the poll's delay. */
function overheadSeconds(table: RunTable, { samples }: StepJobs, durations: Float64Array): number {
  const beyond = samples
    .map(({ job }, i) => table.completedSeconds(job) - table.startedSeconds(job) - (durations[i] as number))
    .filter((seconds) => !Number.isNaN(seconds));
  return Math.max(0, median(beyond) ?? 0);
}

function latestPower(table: RunTable, { samples }: StepJobs): StepPower {
  const latest = (key: 'cpuTdpW' | 'idleW' | 'loadedW'): number | null => {
    for (let i = samples.length - 1; i >= 0; i--) {
      const value = table.power((samples[i] as Sample).job)[key];
      if (value !== null) return value;
    }
    return null;
  };
  return { cpu_tdp_w: latest('cpuTdpW'), power_idle_w: latest('idleW'), power_loaded_w: latest('loadedW') };
}

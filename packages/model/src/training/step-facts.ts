import type { RunTable } from '@prm/ingest';
import { median, summarize } from '@prm/regression';
import type { DriverScale, StepModel, StepPower } from '../format/workflow-model.ts';
import type { CleanDrivers } from './driver-cleaning.ts';
import type { LossLedger } from './losses.ts';
import type { StepColumns } from './step-columns.ts';
import type { Sample, StepJobs } from './step-samples.ts';

/** What a step model says besides its curves, classes of card, requirements and failures. */
export type StepFacts = Pick<
  StepModel,
  | 'n_samples'
  | 'n_with_driver'
  | 'n_driver_outliers'
  | 'driver'
  | 'driver_scale'
  | 'duration_source'
  | 'power'
  | 'overhead_seconds'
>;

export function stepFacts(
  table: RunTable,
  jobs: StepJobs,
  { values, durationSource }: StepColumns,
  drivers: CleanDrivers,
  driverScale: DriverScale | null,
  ledger: LossLedger,
): StepFacts {
  const sizes = drivers.sizes.filter((size) => !Number.isNaN(size));
  const {
    min,
    median: middle,
    p95,
    max,
  } = summarize(sizes) ?? { min: null, median: null, p95: null, max: null };
  return {
    n_samples: jobs.samples.length,
    n_with_driver: sizes.length,
    n_driver_outliers: ledger.countsOf(jobs.step).n_driver_outliers,
    driver: { source: drivers.source, min, median: middle, p95, max, ...drivers.forms },
    driver_scale: driverScale,
    duration_source: durationSource,
    power: latestPower(table, jobs),
    overhead_seconds: overheadSeconds(table, jobs, values.duration_seconds),
  };
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

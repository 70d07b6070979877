import type { RunTable } from '@prm/ingest';
import type { DriverScale, MetricCurve, MetricName, StepModel } from '../format/workflow-model.ts';
import { columnFitter, INCREASING } from './curve-fitting.ts';
import type { CleanDrivers } from './driver-cleaning.ts';
import { fitGpuClasses } from './gpu-classes.ts';
import { latestRequirements } from './latest-requirements.ts';
import type { LossLedger } from './losses.ts';
import { metricsToModel, type StepColumns } from './step-columns.ts';
import { stepFacts } from './step-facts.ts';
import { stepFailures } from './step-failures.ts';
import type { StepJobs } from './step-samples.ts';

/** Learns one step from its samples, by the reference's rules. */
export function stepModel(
  table: RunTable,
  jobs: StepJobs,
  columns: StepColumns,
  drivers: CleanDrivers,
  driverScale: DriverScale | null,
  minStepSamples: number,
  ledger: LossLedger,
): StepModel {
  const { values, runs } = columns;
  const allJobs = jobs.allJobs.map(({ job }) => job);
  const fit = columnFitter('reference', runs);
  const metrics: Partial<Record<MetricName, MetricCurve>> = {};
  for (const metric of metricsToModel(columns, drivers.source, minStepSamples)) {
    metrics[metric] = fit(drivers.sizes, values[metric], INCREASING.has(metric));
  }
  const gpu = fitGpuClasses(
    jobs.samples.map(({ job }) => table.gpuClass(job)),
    drivers.sizes,
    values.duration_seconds,
    values.gpu_power_w_avg,
    metrics.duration_seconds,
    fit,
  );
  if (gpu.durationCurve) metrics.duration_seconds = gpu.durationCurve;
  return {
    ...stepFacts(table, jobs, columns, drivers, driverScale, ledger),
    metrics,
    requirements: latestRequirements(table, allJobs),
    gpu: gpu.classes,
    failures: stepFailures(table, allJobs),
  };
}

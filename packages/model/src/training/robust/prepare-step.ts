import type { RunTable } from '@prm/ingest';
import { columnFitter } from '../curve-fitting.ts';
import type { CleanDrivers } from '../driver-cleaning.ts';
import { fitGpuClasses, type GpuFit } from '../gpu-classes.ts';
import { knownIndices } from '../known-values.ts';
import type { StepColumns } from '../step-columns.ts';
import type { StepJobs } from '../step-samples.ts';

/** A step before it is known what its workflow's steps have in common. */
export interface PreparedStep {
  readonly jobs: StepJobs;
  readonly drivers: CleanDrivers;
  readonly columns: StepColumns;
  readonly gpu: GpuFit['classes'];
  /** ln of the factor of each sample's class of card. */
  readonly logGpu: Float64Array;
}

/** What was too short to be measured is left out where at least so many, and this share, were measured. */
const FEWEST_MEASURED = 20;
const MEASURED_SHARE = 0.5;

/**
 * Leaves out what is no measure of a step's durations, and learns what its classes of card make of them.
 *
 * @param minStepSamples durations; with fewer nothing is learned
 */
export function prepareStep(
  table: RunTable,
  jobs: StepJobs,
  drivers: CleanDrivers,
  columns: StepColumns,
  minStepSamples: number,
): PreparedStep {
  const { values, runs } = columns;
  const durations = values.duration_seconds;
  leaveOutShort(table, jobs, durations);
  const fit = columnFitter('robust', runs);
  const ofSample = jobs.samples.map(({ job }) => table.gpuClass(job));
  const isOnCards = ofSample.some((name) => name !== null);
  const isModelled = isOnCards && knownIndices(durations).length >= minStepSamples;
  const first = isModelled ? fit(drivers.sizes, durations, true) : undefined;
  const { classes, durationCurve } = fitGpuClasses(
    ofSample,
    drivers.sizes,
    durations,
    values.gpu_power_w_avg,
    first,
    fit,
  );
  // One class is all there is to know: its durations are the curve.
  const logGpu = Float64Array.from(ofSample, (name) =>
    durationCurve === null || name === null ? 0 : finiteLog(classes[name]?.factor ?? 1),
  );
  return { jobs, drivers, columns, gpu: classes, logGpu };
}

/**
 * Blanks durations that are known to be below the monitor's interval and no closer, where most are measured: half of the
 * interval stands for anything below it, and moves a curve that the measured ones tell better.
 */
function leaveOutShort(table: RunTable, { samples }: StepJobs, durations: Float64Array): void {
  const isShort = samples.map(({ job }) => table.durationSource(job) === 'short');
  const known = knownIndices(durations);
  const measured = known.filter((i) => !isShort[i]).length;
  if (measured < FEWEST_MEASURED || measured < MEASURED_SHARE * known.length) return;
  for (const i of known) if (isShort[i]) durations[i] = Number.NaN;
}

/** Durations of next to nothing give factors of which there is no logarithm: they are not taken out. */
function finiteLog(factor: number): number {
  const log = Math.log(factor);
  return Number.isFinite(log) ? log : 0;
}

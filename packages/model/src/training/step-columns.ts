import { METRICS, type RunTable } from '@prm/ingest';
import type { MetricName, StepModel } from '../format/workflow-model.ts';
import { knownIndices } from './known-values.ts';
import type { LossLedger } from './losses.ts';
import type { StepJobs } from './step-samples.ts';

/** What was measured of a step's samples. */
export interface StepColumns {
  /** One a sample, NaN where not measured; the unit ends the metric's name. */
  readonly values: Readonly<Record<MetricName, Float64Array>>;
  /** The run of each sample, as a number. */
  readonly runs: Float64Array;
  readonly durationSource: StepModel['duration_source'];
}

/** Reads the metrics of a step's samples, durations of one clock only. */
export function stepColumns(
  table: RunTable,
  jobs: StepJobs,
  minStepSamples: number,
  ledger: LossLedger,
): StepColumns {
  const { samples } = jobs;
  const columns = METRICS.map((name, metric): [MetricName, Float64Array] => [
    name,
    Float64Array.from(samples, ({ job }) => table.metric(job, metric)),
  ]);
  const values = Object.fromEntries(columns) as Record<MetricName, Float64Array>;
  return {
    values,
    runs: Float64Array.from(samples, ({ run }) => run.run),
    durationSource: keepOneClock(table, jobs, values.duration_seconds, minStepSamples, ledger),
  };
}

/** The metrics of which there is enough for a model, in their order. */
export function metricsToModel(
  { values }: StepColumns,
  driverSource: 'input' | 'output' | null,
  minStepSamples: number,
): MetricName[] {
  return METRICS.filter(
    (metric) =>
      !(metric === 'output_size_bytes' && driverSource === 'output') &&
      knownIndices(values[metric]).length >= minStepSamples,
  );
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

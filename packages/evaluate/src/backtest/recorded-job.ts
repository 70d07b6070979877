import { METRICS, type RunTable } from '@prm/ingest';
import type { RecordedFacts } from '../facts-of-job.ts';
import type { NotTested, TestedMetric } from './backtest-document.ts';

/** A job of a table as what is known of it before it runs. */
export function recordedFacts(table: RunTable, job: number): RecordedFacts {
  return {
    driverSizeBytes: known(table.driverSizeBytes(job)),
    driverSource: table.driverSource(job),
    gpuClass: table.gpuClass(job),
    requirements: table.requirements(job),
    submitted: { seconds: known(table.submittedSeconds(job)) },
    inputForm: table.inputForm(job),
  };
}

function known(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}

/** The measured value of a job, or why there is none: a clock's or a short duration is none. */
export function actualOf(table: RunTable, job: number, metric: TestedMetric): number | keyof NotTested {
  const source = metric === 'duration_seconds' ? table.durationSource(job) : null;
  if (source === 'short') return 'n_short';
  if (source === 'clock') return 'n_clock';
  const value = table.metric(job, METRICS.indexOf(metric));
  return value > 0 ? value : 'n_not_measured';
}

/** What a job asked for of a metric; null when for nothing, or without a limit. */
export function requestOf(table: RunTable, job: number, metric: TestedMetric): number | null {
  const requirements = table.requirements(job);
  const asked = metric === 'duration_seconds' ? requirements?.time_seconds : requirements?.mem_mb;
  return typeof asked === 'number' && asked > 0 ? asked : null;
}

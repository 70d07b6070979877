import type { Job } from '@prm/ingest';
import type { MetricName, StepModel } from '@prm/model';
import { environmentFactor, type PredictedMetric, predictJob } from '@prm/predict';
import type { Flag, GradedJob, GradedMetric, JobName } from './evaluation.ts';
import { factsOfJob, type RunFacts } from './facts-of-job.ts';

/** Flagged from so many robust standard deviations, or from so many times the prediction. */
const FLAG_Z = 3;
const FLAG_RATIO = 2;
/** A spread is at least this share of the prediction: runs that were almost identical must not flag every variation. */
const LEAST_SPREAD = 0.05;
/** So many residuals tell where 99 % of jobs lie. */
const FEWEST_FOR_P99 = 20;

/** What the monitor can tell apart; differences below are noise. */
const RESOLUTION: Readonly<Partial<Record<MetricName, number>>> = {
  duration_seconds: 1,
  memory_rss_mb_max: 10,
};
const FLAGGED = ['duration_seconds', 'memory_rss_mb_max'] as const;

export function jobName(job: Job): JobName {
  return { name: job.id, job_name: job.name, snippet: job.snippet };
}

/** Compares a completed job of a run with the prediction for what it is: its own driver size, its own class of card. */
export function gradeJob(job: Job, run: RunFacts, step: StepModel): GradedJob {
  const facts = factsOfJob(job, run, step);
  const predicted = predictJob(step, facts);
  const metrics: Partial<Record<MetricName, GradedMetric>> = {};
  for (const [name, expected] of Object.entries(predicted) as [MetricName, PredictedMetric][]) {
    const actual = job.measurements[name];
    if (actual === null) continue;
    const z = isComparable(name, job, step) ? zScore(actual, expected.value, step, name) : null;
    metrics[name] = {
      actual,
      predicted: expected.value,
      usual_up_to: finiteOrNull(usualUpTo(expected)),
      z,
    };
  }
  const flags = FLAGGED.flatMap((metric) => flagOf(metric, metrics[metric], job, step));
  return {
    ...jobName(job),
    driver_size_bytes: facts.driverSizeBytes,
    gpu_class: job.gpuClass,
    environment_factor: environmentFactor(step, facts),
    metrics,
    flags,
  };
}

/** What 95 % of such jobs stay below: as the model bounds it, else as left-out samples lay. */
function usualUpTo({ bounds, interval }: PredictedMetric): number | undefined {
  return bounds?.upper['0.95'] ?? interval?.['0.95'];
}

/** A clock counts the start of the tools and the poll's delay, which the monitor does not. */
function isComparable(metric: MetricName, job: Job, step: StepModel): boolean {
  return !(
    metric === 'duration_seconds' &&
    job.durationSource === 'clock' &&
    step.duration_source === 'monitor'
  );
}

function zScore(actual: number, predicted: number, step: StepModel, metric: MetricName): number | null {
  const mad = step.metrics[metric]?.residuals.mad ?? 0;
  const spread = Math.max(mad * predicted, LEAST_SPREAD * predicted, (RESOLUTION[metric] ?? 0) / 2);
  return finiteOrNull((actual - predicted) / spread);
}

/** Measurements of the order of the largest and the smallest number there are have quotients that are none. */
function finiteOrNull(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? value : null;
}

function flagOf(metric: Flag['metric'], graded: GradedMetric | undefined, job: Job, step: StepModel): Flag[] {
  if (graded === undefined || graded.z === null) return [];
  const { actual, predicted, usual_up_to, z } = graded;
  const isFar = z >= FLAG_Z || actual >= FLAG_RATIO * predicted;
  if (!isFar || actual - predicted < (RESOLUTION[metric] as number)) return [];
  const residuals = step.metrics[metric]?.residuals;
  const p99 = residuals && residuals.n >= FEWEST_FOR_P99 ? residuals.quantiles?.['0.99'] : undefined;
  const beyond = p99 === undefined ? null : actual > predicted * (1 + p99);
  const requirement = job.requirements?.[metric === 'duration_seconds' ? 'time_seconds' : 'mem_mb'] ?? null;
  return [{ metric, actual, predicted, usual_up_to, z, beyond_p99: beyond, requirement }];
}

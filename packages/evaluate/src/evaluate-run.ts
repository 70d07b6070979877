import { compareText, type Job, type Run } from '@prm/ingest';
import { FORMAT_VERSION, own, type Registry, type WorkflowModel } from '@prm/model';
import { elapsedOf } from './elapsed.ts';
import type { Cause, Evaluation, GradedJob, UngradedJob, UnmodelledJob } from './evaluation.ts';
import { failureAdvice } from './failure-advice.ts';
import { findModel } from './find-model.ts';
import { gradeJob, jobName } from './grade-job.ts';
import { type ExpectedJob, runPlaces } from './run-places.ts';
import { summarizeSteps } from './step-summary.ts';
import { type GradedDuration, judge } from './verdict.ts';
import { explain } from './words/explain.ts';

const MOST_CAUSES = 5;
/** Less than the monitor can tell apart is no cause. */
const LEAST_CAUSE_SECONDS = 1;

/**
 * Grades a finished run against what its own workflow usually takes: every completed job against the prediction for its
 * own input size and card.
 *
 * @param registry models, in memory or on disk
 * @param run as `parseRun` or `readRun` give it; it need never have been a file
 * @example
 * const { verdict, performance_score, flagged_steps } = evaluateRun(registry, parseRun(mapping));
 */
export function evaluateRun(registry: Registry, run: Run): Evaluation {
  const { pipeline, model, holders } = findModel(registry, run);
  const steps: GradedJob[] = [];
  const unmodelled: UnmodelledJob[] = [];
  const notGraded: UngradedJob[] = [];
  for (const job of inOrder(run.jobs)) {
    const step = model === null || job.snippet === null ? undefined : own(model.steps, job.snippet);
    if (job.status !== 'completed') notGraded.push(ungraded(job, step));
    else if (step === undefined) unmodelled.push({ ...jobName(job), reason: whyUnmodelled(job, model) });
    else steps.push(gradeJob(job, run, step));
  }
  const timed = steps.flatMap((job) => gradedDuration(job));
  const { verdict, score } = judge(
    timed.map(({ duration }) => duration),
    model?.method,
  );
  const total = (of: (one: (typeof timed)[number]) => number): number | null =>
    timed.length === 0 ? null : timed.reduce((sum, one) => Math.min(sum + of(one), Number.MAX_VALUE), 0);
  const { elapsed, idle } = elapsedOf(run);
  const facts = {
    format: 'prm/evaluation' as const,
    format_version: FORMAT_VERSION,
    workflow: model?.key ?? null,
    pipeline,
    verdict,
    performance_score: score,
    n_graded: timed.length,
    actual_seconds: total(({ duration }) => duration.actual),
    expected_seconds: total(({ duration }) => duration.predicted),
    usual_up_to_seconds: total(({ duration, usualUpTo }) => usualUpTo ?? duration.predicted),
    elapsed_seconds: elapsed,
    idle_seconds: idle,
    places: runPlaces(run, expectedJobs(timed, model)),
    causes: causesOf(timed),
    steps,
    by_step: summarizeSteps(steps, askedMemory(run)),
    flagged_steps: steps
      .filter(({ flags }) => flags.length > 0)
      .map(({ name, job_name, snippet, driver_size_bytes, flags }) => ({
        name,
        job_name,
        snippet,
        driver_size_bytes,
        flags,
      })),
    unmodelled,
    not_graded: notGraded,
  };
  return { ...facts, words: explain(facts, { isNamed: run.pipelineName !== null, holders }) };
}

/** MB that each job asked for, by id. */
function askedMemory({ jobs }: Run): Map<string, number> {
  return new Map(
    jobs.flatMap(({ id, requirements }) => (requirements?.mem_mb ? [[id, requirements.mem_mb]] : [])),
  );
}

/** By completion, then id; what has no completion last. */
function inOrder(jobs: readonly Job[]): Job[] {
  const when = (job: Job): number => job.completed?.seconds ?? Number.POSITIVE_INFINITY;
  return jobs.toSorted((a, b) =>
    when(a) === when(b) ? compareText(a.id, b.id) : when(a) < when(b) ? -1 : 1,
  );
}

interface TimedJob {
  readonly job: GradedJob;
  readonly duration: GradedDuration;
  readonly usualUpTo: number | null;
}

function gradedDuration(job: GradedJob): TimedJob[] {
  const metric = job.metrics.duration_seconds;
  if (metric === undefined || metric.z === null) return [];
  const isLate = job.flags.some((flag) => flag.metric === 'duration_seconds' && flag.beyond_p99 !== false);
  const { actual, predicted, z, usual_up_to: usualUpTo } = metric;
  return [{ job, duration: { actual, predicted, z, isLate }, usualUpTo }];
}

function expectedJobs(timed: readonly TimedJob[], model: WorkflowModel | null): ExpectedJob[] {
  return timed.flatMap(({ job, duration }) => {
    const step = model === null ? undefined : own(model.steps, job.snippet ?? '');
    return step === undefined ? [] : [{ step, seconds: duration.predicted }];
  });
}

function causesOf(timed: readonly TimedJob[]): Cause[] {
  return timed
    .map(({ job, duration }) => ({
      name: job.name,
      job_name: job.job_name,
      snippet: job.snippet,
      excess_seconds: duration.actual - duration.predicted,
    }))
    .filter(({ excess_seconds }) => excess_seconds >= LEAST_CAUSE_SECONDS)
    .sort((a, b) => b.excess_seconds - a.excess_seconds || compareText(a.name, b.name))
    .slice(0, MOST_CAUSES);
}

function whyUnmodelled(job: Job, model: WorkflowModel | null): string {
  if (model === null) return 'no model of this workflow';
  if (job.snippet === null) return 'its command names no snippet';
  const leftOut = model.quality.steps_left_out.find(({ step }) => step === job.snippet);
  if (leftOut === undefined) return 'a step that no training run had';
  return `${leftOut.n_samples} ${leftOut.n_samples === 1 ? 'sample' : 'samples'}, needs ${leftOut.needs}`;
}

function ungraded(job: Job, step: Parameters<typeof failureAdvice>[2]): UngradedJob {
  const failure = job.status === 'failed' ? (job.failures.at(-1)?.kind ?? 'other') : null;
  return {
    ...jobName(job),
    status: job.status,
    error: job.errorMessage,
    failure,
    peak_memory_mb: job.measurements.memory_rss_mb_max,
    duration_seconds: job.measurements.duration_seconds,
    mem_mb: job.requirements?.mem_mb ?? null,
    time_seconds: job.requirements?.time_seconds ?? null,
    advice: failure === null ? null : failureAdvice(job, failure, step),
  };
}

import { jobsOf, type RunTable } from '@prm/ingest';
import { median } from '@prm/regression';
import type { TrainingRun } from './workflow-runs.ts';

/** A step's place in one run; seconds from the run's first submission. */
export interface Placement {
  readonly start: number;
  readonly end: number;
  /** End of the instance that was over first. */
  readonly firstEnd: number;
  readonly instances: number;
  /** Span of all instances as a multiple of the usual one; NaN where that is 0. */
  readonly spanFactor: number;
}

/** Steps of a run that completed at known times. */
export type RunPlacements = ReadonlyMap<string, Placement>;

/** Where each step lies in a run; null for a run without a time to count from. */
export function placeSteps(table: RunTable, run: TrainingRun): RunPlacements | null {
  const jobs = jobsOf(table, run.run);
  const t0 =
    smallest(jobs.map((job) => table.submittedSeconds(job))) ??
    smallest(jobs.map((job) => table.startedSeconds(job)));
  if (t0 === null) return null;
  const byStep = new Map<string, number[]>();
  for (const job of jobs) {
    const step = table.snippet(job);
    if (step === null || !table.isCompleted(job)) continue;
    const ofStep = byStep.get(step) ?? [];
    byStep.set(step, ofStep);
    ofStep.push(job);
  }
  const placed = new Map<string, Placement>();
  for (const [step, ofStep] of byStep) {
    const placement = placeJobs(table, ofStep, t0);
    if (placement !== null) placed.set(step, placement);
  }
  return placed;
}

function placeJobs(table: RunTable, jobs: readonly number[], t0: number): Placement | null {
  const starts = jobs.map((job) => table.startedSeconds(job));
  const ends = jobs.map((job) => table.completedSeconds(job));
  const start = smallest(starts);
  const end = largest(ends);
  if (start === null || end === null) return null;
  const walls = ends.map((value, i) => value - (starts[i] as number)).filter((value) => !Number.isNaN(value));
  const usual = median(walls) ?? 0;
  return {
    start: start - t0,
    end: end - t0,
    firstEnd: (smallest(ends) as number) - t0,
    instances: jobs.length,
    spanFactor: usual > 0 ? (end - start) / usual : Number.NaN,
  };
}

/** The smallest; NaN stands for a missing value, null is the answer where all are missing. */
function smallest(values: readonly number[]): number | null {
  let best: number | null = null;
  for (const value of values) if (value < (best ?? Number.POSITIVE_INFINITY)) best = value;
  return best;
}

/** The largest, as `smallest`. */
export function largest(values: readonly number[]): number | null {
  let best: number | null = null;
  for (const value of values) if (value > (best ?? Number.NEGATIVE_INFINITY)) best = value;
  return best;
}

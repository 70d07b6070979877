import type { FailureKind, RunTable } from '@prm/ingest';
import type { StepFailures } from '../format/workflow-model.ts';

/** Counts failed attempts and finds the largest limit that failed and still stands. */
export function stepFailures(table: RunTable, jobs: readonly number[]): StepFailures {
  const failures = jobs.flatMap((job) => table.failures(job));
  const count = (kind: FailureKind): number => failures.filter((failure) => failure.kind === kind).length;
  return {
    n_failed: failures.length,
    n_oom: count('oom'),
    n_timeout: count('timeout'),
    max_mem_mb_at_oom: largestStanding(table, jobs, 'oom', 'memMb', 'mem_mb'),
    max_time_seconds_at_timeout: largestStanding(table, jobs, 'timeout', 'timeSeconds', 'time_seconds'),
  };
}

/** A limit stands unless a job submitted later completed under the same or a smaller requirement. */
function largestStanding(
  table: RunTable,
  jobs: readonly number[],
  kind: FailureKind,
  limit: 'memMb' | 'timeSeconds',
  requirement: 'mem_mb' | 'time_seconds',
): number | null {
  let largest: number | null = null;
  let smallestLater: ((submitted: number) => number) | null = null;
  for (const job of jobs) {
    for (const failure of table.failures(job)) {
      const failedAt = failure[limit];
      if (failure.kind !== kind || failedAt === null || !(failedAt > (largest ?? 0))) continue;
      smallestLater ??= smallestRequirementLater(table, jobs, requirement);
      if (!(smallestLater(table.submittedSeconds(job)) <= failedAt)) largest = failedAt;
    }
  }
  return largest;
}

/** The smallest requirement under which a job that was submitted after a time completed; Infinity where none did. */
function smallestRequirementLater(
  table: RunTable,
  jobs: readonly number[],
  requirement: 'mem_mb' | 'time_seconds',
): (submitted: number) => number {
  const passed = jobs
    .filter((job) => table.isCompleted(job) && !Number.isNaN(table.submittedSeconds(job)))
    .map((job) => ({ submitted: table.submittedSeconds(job), asked: table.requirements(job)?.[requirement] }))
    .filter((one): one is { submitted: number; asked: number } => typeof one.asked === 'number')
    .sort((a, b) => a.submitted - b.submitted);
  const smallestFrom = new Float64Array(passed.length + 1).fill(Number.POSITIVE_INFINITY);
  for (let i = passed.length - 1; i >= 0; i--) {
    smallestFrom[i] = Math.min(smallestFrom[i + 1] as number, (passed[i] as { asked: number }).asked);
  }
  return (submitted) => {
    if (Number.isNaN(submitted)) return Number.POSITIVE_INFINITY;
    let from = 0;
    let to = passed.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((passed[middle] as { submitted: number }).submitted <= submitted) from = middle + 1;
      else to = middle;
    }
    return smallestFrom[from] as number;
  };
}

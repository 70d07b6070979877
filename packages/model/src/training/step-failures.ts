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
  for (const job of jobs) {
    for (const failure of table.failures(job)) {
      const failedAt = failure[limit];
      if (failure.kind !== kind || failedAt === null || !(failedAt > (largest ?? 0))) continue;
      const passed = jobs.some((other) => {
        const asked = table.requirements(other)?.[requirement];
        const isLater = table.submittedSeconds(other) > table.submittedSeconds(job);
        return table.isCompleted(other) && isLater && typeof asked === 'number' && asked <= failedAt;
      });
      if (!passed) largest = failedAt;
    }
  }
  return largest;
}

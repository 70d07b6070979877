import { compareText, type RunTable } from '@prm/ingest';
import type { StepRequirements } from '../format/workflow-model.ts';

/**
 * What the most recently submitted job that asked for anything asked for, whatever became of it.
 * Of jobs submitted at one time the one with the larger id; a job without a time of submission comes first of all.
 */
export function latestRequirements(table: RunTable, jobs: readonly number[]): StepRequirements | null {
  let latest: number | null = null;
  for (const job of jobs) {
    if (table.requirements(job) === null) continue;
    if (latest === null || isLater(table, job, latest)) latest = job;
  }
  return latest === null ? null : table.requirements(latest);
}

function isLater(table: RunTable, job: number, than: number): boolean {
  const when = (row: number): number => {
    const seconds = table.submittedSeconds(row);
    return Number.isNaN(seconds) ? Number.NEGATIVE_INFINITY : seconds;
  };
  if (when(job) !== when(than)) return when(job) > when(than);
  return compareText(table.id(job), table.id(than)) > 0;
}

import { type MergedRun, parseTimestamp, type RunRow, type RunTable } from '@prm/ingest';
import type { DocumentRemark, TrainingQuality } from '../format/registry.ts';
import { findExcluded } from './exclusions.ts';
import type { TrainingOptions } from './options.ts';

/** A run, and those of its jobs that nothing is learned from. */
export interface ChosenRun extends MergedRun {
  /**
   * They are no samples, and what they asked for and how they failed does not count. The run had them all the same: its
   * steps, their order and waits, and the input it started from are what they were. Absent: none.
   */
  readonly leftOutJobs?: ReadonlySet<number>;
}

/** Counts of what was left out because it was asked for; each only where it was. */
type LeftOutCounts = Pick<
  TrainingQuality,
  'n_excluded_runs' | 'n_excluded_jobs' | 'n_runs_before_since' | 'n_runs_beyond_last'
>;

/** The runs to learn from, and an account of the others. */
export interface ChosenRuns {
  readonly runs: readonly ChosenRun[];
  readonly counts: LeftOutCounts;
  /** Exclusions that name nothing. */
  readonly notes: readonly DocumentRemark[];
}

/** Leaves out what is excluded, then the runs that are older than `since`. */
export function leaveOut(
  table: RunTable,
  merged: readonly MergedRun[],
  { exclude, since }: Pick<TrainingOptions, 'exclude' | 'since'>,
): ChosenRuns {
  let runs: readonly ChosenRun[] = merged;
  let counts: LeftOutCounts = {};
  let notes: readonly DocumentRemark[] = [];
  if (exclude !== undefined) {
    const excluded = findExcluded(table, merged, exclude);
    runs = merged
      .filter(({ run }) => !excluded.runs.has(run))
      .map((run) => withLeftOut(run, excluded.jobs.get(run.run)));
    counts = { n_excluded_runs: excluded.runs.size, n_excluded_jobs: excluded.nJobs };
    notes = excluded.unknown.map((entry) => ({
      path: entry,
      code: 'model/unknown-exclusion',
      reason: 'is to be excluded, but is no run, no job and no step@version of these',
    }));
  }
  if (since !== undefined) {
    const from = parseTimestamp(since) as number;
    const recent = runs.filter(({ run }) => lastSeen(table.runs[run] as RunRow) >= from);
    counts = { ...counts, n_runs_before_since: runs.length - recent.length };
    runs = recent;
  }
  return { runs, counts, notes };
}

function withLeftOut(run: MergedRun, leftOutJobs: ReadonlySet<number> | undefined): ChosenRun {
  return leftOutJobs === undefined ? run : { ...run, leftOutJobs };
}

/** When a run last completed a job, else when it began; before all times where it tells neither. */
export function lastSeen({ lastCompleted, firstSubmitted }: RunRow): number {
  return lastCompleted?.seconds ?? firstSubmitted?.seconds ?? Number.NEGATIVE_INFINITY;
}

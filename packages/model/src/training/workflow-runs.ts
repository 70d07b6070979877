import {
  compareText,
  identityKey,
  jobsOf,
  type MergedRun,
  type RunRow,
  type RunTable,
  runDigests,
  sampleKey,
  settleTies,
} from '@prm/ingest';
import type { IdentityMode } from '../format/workflow-model.ts';
import { detectPipeline } from './detect-pipeline.ts';
import { type ChosenRun, lastSeen } from './leave-out.ts';

/** A run with what training knows of it. */
export interface TrainingRun extends ChosenRun {
  readonly row: RunRow;
  readonly pipeline: string;
  /** Where it stands among the runs of its key, in canonical order. */
  readonly place: number;
  /** Snippets of its jobs, whatever their status. */
  readonly snippets: ReadonlySet<string>;
  /** Snippets with a completed job. */
  readonly completedSnippets: ReadonlySet<string>;
}

/** Runs by the key of the model they belong to, in canonical order. */
export interface GatheredRuns {
  readonly byKey: ReadonlyMap<string, readonly TrainingRun[]>;
  /** Runs without a step. */
  readonly unnamedRuns: number;
  /** Runs that are older than the `last` ones of their key. */
  readonly olderRuns: number;
  /** Jobs that are the same sample as one of another run. */
  readonly duplicates: ReadonlySet<number>;
}

/**
 * Gives every run its pipeline and its key, and puts them in canonical order: by time, then name, then job id.
 *
 * @param last of each key only so many runs are kept, the most recent ones
 */
export async function gatherRuns(
  table: RunTable,
  merged: readonly ChosenRun[],
  identity: IdentityMode,
  last: number = Number.POSITIVE_INFINITY,
): Promise<GatheredRuns> {
  const named = merged
    .map((run) => ({ ...run, ...snippetsOf(table, run.run) }))
    .filter((run) => run.snippets.size > 0);
  const digestsOf = (runs: readonly { run: number }[]): Promise<string[]> =>
    runDigests(runs.map(({ run }) => rowOf(table, run).digests));
  const [ordered = []] = await settleTies([named], compareRuns(table), digestsOf);
  const known = new Map<string, Set<string>>();
  for (const { run, snippets } of ordered) {
    const name = rowOf(table, run).pipelineName;
    if (name === null) continue;
    const steps = known.get(name) ?? new Set<string>();
    known.set(name, steps);
    for (const snippet of snippets) steps.add(snippet);
  }
  const byKey = new Map<string, readonly TrainingRun[]>();
  for (const run of ordered) {
    const row = rowOf(table, run.run);
    const pipeline = row.pipelineName ?? detectPipeline(run.snippets, known);
    const key = identityKey(row, pipeline, identity);
    const runs = (byKey.get(key) ?? []) as TrainingRun[];
    byKey.set(key, runs);
    runs.push({ ...run, row, pipeline, place: runs.length });
  }
  for (const [key, runs] of byKey) byKey.set(key, latestRuns(runs, last));
  const kept = new Set([...byKey.values()].flatMap((runs) => runs.map(({ run }) => run)));
  return {
    byKey,
    unnamedRuns: merged.length - named.length,
    olderRuns: ordered.length - kept.size,
    duplicates: duplicatesAcross(
      table,
      ordered.filter(({ run }) => kept.has(run)),
    ),
  };
}

/** The most recent runs, of equal ones the later in order, as they stand. */
function latestRuns(runs: readonly TrainingRun[], last: number): readonly TrainingRun[] {
  if (runs.length <= last) return runs;
  const seen = runs.map(({ row }) => lastSeen(row));
  const recent = Array.from(runs.keys()).sort(
    (a, b) => compareNumbers(seen[b] as number, seen[a] as number) || b - a,
  );
  const kept = new Set(recent.slice(0, last));
  return runs.filter((_, i) => kept.has(i));
}

function rowOf(table: RunTable, run: number): RunRow {
  return table.runs[run] as RunRow;
}

function snippetsOf(
  table: RunTable,
  run: number,
): { snippets: ReadonlySet<string>; completedSnippets: ReadonlySet<string> } {
  const snippets = new Set<string>();
  const completedSnippets = new Set<string>();
  for (const job of jobsOf(table, run)) {
    const snippet = table.snippet(job);
    if (snippet === null) continue;
    snippets.add(snippet);
    if (table.isCompleted(job)) completedSnippets.add(snippet);
  }
  return { snippets, completedSnippets };
}

function compareRuns(table: RunTable): (a: MergedRun, b: MergedRun) => number {
  return (a, b) => {
    const one = rowOf(table, a.run);
    const other = rowOf(table, b.run);
    return (
      compareNumbers(
        one.lastCompleted?.seconds ?? Number.POSITIVE_INFINITY,
        other.lastCompleted?.seconds ?? Number.POSITIVE_INFINITY,
      ) ||
      compareMissingLast(one.text, other.text) ||
      compareText(table.id(one.firstJob), table.id(other.firstJob))
    );
  };
}

/** Orders numbers, infinities among them, of which a difference would be no number. */
export function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

export function compareMissingLast(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareText(a, b);
}

/**
 * Jobs that repeat a sample of an earlier run. Runs that share a job and its stamp are dumps of one run and were merged;
 * left are jobs without a completion time.
 */
function duplicatesAcross(table: RunTable, runs: readonly MergedRun[]): Set<number> {
  const seen = new Set<string>();
  const duplicates = new Set<number>();
  for (const { run, extraJobs } of runs) {
    for (const job of [...jobsOf(table, run), ...extraJobs]) {
      if (!table.isCompleted(job) || !Number.isNaN(table.completedSeconds(job))) continue;
      const key = sampleKey(table, job);
      if (seen.has(key)) duplicates.add(job);
      seen.add(key);
    }
  }
  return duplicates;
}

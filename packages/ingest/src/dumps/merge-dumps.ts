import { runDigests } from '../source/digests.ts';
import type { RunRow, RunTable } from './run-table.ts';
import { settleTies } from './settle-ties.ts';

/** One run, of however many dumps: the fullest stands for it, and jobs that only the others saw complete are added. */
export interface MergedRun {
  /** Row of the dump that stands for the run. */
  readonly run: number;
  /** Rows of completed jobs of the other dumps that it does not hold. */
  readonly extraJobs: readonly number[];
  /** Dumps that were merged into it. */
  readonly mergedDumps: number;
  /** Completed jobs of the other dumps that it holds already. */
  readonly duplicateJobs: number;
}

/**
 * Brings the dumps of one run together. Two dumps are of one run when they share a job id with an equal time of
 * submission or completion. The one with the latest completion stands (then the one with more completed jobs, with more
 * jobs, with the larger digest).
 *
 * @returns the runs, in the order of their first dump in the table
 */
export async function mergeDumps(table: RunTable): Promise<MergedRun[]> {
  const merged: MergedRun[] = [];
  for (const ordered of await orderDumps(table, groupDumps(table))) {
    const [best, ...others] = ordered as [number, ...number[]];
    const held = new Set(
      jobsOf(table, best)
        .filter(table.isCompleted, table)
        .map((job) => sampleKey(table, job)),
    );
    const extraJobs: number[] = [];
    let duplicateJobs = 0;
    for (const other of others) {
      for (const job of jobsOf(table, other)) {
        if (!table.isCompleted(job)) continue;
        const key = sampleKey(table, job);
        if (held.has(key)) duplicateJobs++;
        else extraJobs.push(job);
        held.add(key);
      }
    }
    merged.push({ run: best, extraJobs, mergedDumps: others.length, duplicateJobs });
  }
  return merged;
}

/** Equal for two records of the same sample: job id, completion, command, duration and driver. */
export function sampleKey(table: RunTable, job: number): string {
  const duration = table.metric(job, 0);
  const parts = [
    table.stampKey(job, 'completed'),
    table.commandHash(job),
    duration,
    table.driverSizeBytes(job),
  ];
  return `${parts.join('|')}|${table.id(job)}`;
}

/** Rows of a run's jobs, by id. */
export function jobsOf(table: RunTable, run: number): number[] {
  const { firstJob, endJob } = table.runs[run] as RunRow;
  return Array.from({ length: endJob - firstJob }, (_, i) => firstJob + i);
}

function groupDumps(table: RunTable): number[][] {
  const groups = new DisjointSets(table.runs.length);
  const owners = new Map<string, number>();
  for (let run = 0; run < table.runs.length; run++) {
    for (const job of jobsOf(table, run)) {
      for (const which of ['submitted', 'completed'] as const) {
        const stamp = table.stampKey(job, which);
        if (stamp === null) continue;
        const key = `${which} ${typeof stamp} ${stamp} ${table.id(job)}`;
        const owner = owners.get(key);
        if (owner === undefined) owners.set(key, run);
        else groups.join(owner, run);
      }
    }
  }
  return groups.members();
}

/** The dumps of each run, the one that stands for it first. */
function orderDumps(table: RunTable, groups: readonly (readonly number[])[]): Promise<number[][]> {
  const latest = (row: RunRow): number => row.lastCompleted?.seconds ?? Number.NEGATIVE_INFINITY;
  const order = (a: number, b: number): number => {
    const one = table.runs[a] as RunRow;
    const other = table.runs[b] as RunRow;
    if (latest(one) !== latest(other)) return latest(other) - latest(one);
    return (
      other.completedJobs - one.completedJobs || other.endJob - other.firstJob - (one.endJob - one.firstJob)
    );
  };
  const digestsOf = (runs: readonly number[]): Promise<string[]> =>
    runDigests(runs.map((run) => (table.runs[run] as RunRow).digests));
  return settleTies(groups, order, digestsOf, 'descending');
}

/** Union-find with path halving. */
class DisjointSets {
  readonly #parents: Int32Array;

  constructor(size: number) {
    this.#parents = Int32Array.from({ length: size }, (_, i) => i);
  }

  join(a: number, b: number): void {
    this.#parents[this.#root(b)] = this.#root(a);
  }

  members(): number[][] {
    const groups = new Map<number, number[]>();
    for (let i = 0; i < this.#parents.length; i++) {
      const root = this.#root(i);
      const group = groups.get(root);
      if (group) group.push(i);
      else groups.set(root, [i]);
    }
    return [...groups.values()];
  }

  #root(of: number): number {
    const parents = this.#parents;
    let i = of;
    while (parents[i] !== i) {
      parents[i] = parents[parents[i] as number] as number;
      i = parents[i] as number;
    }
    return i;
  }
}

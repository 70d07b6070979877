import { jobsOf, type RunTable } from '@prm/ingest';

/**
 * Jobs that bring data into the run: the inputs of all jobs they depend on, transitively, sum to less than half of
 * their own. Where no job of the run records a dependency, all jobs that were over when this one was submitted count.
 *
 * @param dropped jobs whose driver was cleaned away; they are no sources
 * @returns rows, by job id
 */
export function sourceJobs(table: RunTable, run: number, dropped: ReadonlySet<number>): number[] {
  const jobs = jobsOf(table, run);
  const recorded = jobs.some((job) => table.recordsDependencies(job));
  const explains = recorded ? ancestorsExplain(table) : earlierExplain(table, jobs);
  return jobs.filter((job) => {
    const own = table.inputSizeBytes(job);
    if (table.snippet(job) === null || !(own > 0) || dropped.has(job)) return false;
    return !explains(job, EXPLAINED_SHARE * own);
  });
}

/** Inputs before a job that sum to this share of its own explain it. */
const EXPLAINED_SHARE = 0.5;

/** Whether inputs before a job sum to an amount. */
type Explains = (job: number, amount: number) => boolean;

/**
 * Sums inputs of ancestors until the amount is reached. Jobs of a batch depend on the same jobs: a sum that came to its
 * end is made once a set of dependencies.
 */
function ancestorsExplain(table: RunTable): Explains {
  const sums = new Map<string, number>();
  return (job, amount) => {
    const direct = table.dependencies(job);
    const key = direct.join();
    const known = sums.get(key);
    if (known !== undefined) return known >= amount;
    const ancestors = new Set<number>();
    const open = [...direct];
    let sum = 0;
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (ancestors.has(next)) continue;
      ancestors.add(next);
      const input = table.inputSizeBytes(next);
      if (input > 0) sum += input;
      if (sum >= amount) return true;
      for (const dependency of table.dependencies(next)) open.push(dependency);
    }
    sums.set(key, sum);
    return false;
  };
}

/** Sums inputs of jobs that were over when a job was submitted, from running totals in order of completion. */
function earlierExplain(table: RunTable, jobs: readonly number[]): Explains {
  const ended = jobs
    .filter((job) => !Number.isNaN(table.completedSeconds(job)))
    .sort((a, b) => table.completedSeconds(a) - table.completedSeconds(b));
  const totals = [0];
  for (const job of ended)
    totals.push((totals.at(-1) as number) + Math.max(0, table.inputSizeBytes(job) || 0));
  return (job, amount) => {
    const submitted = table.submittedSeconds(job);
    let from = 0;
    let to = ended.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (table.completedSeconds(ended[middle] as number) <= submitted) from = middle + 1;
      else to = middle;
    }
    const itself = table.completedSeconds(job) <= submitted ? table.inputSizeBytes(job) : 0;
    return (totals[from] as number) - itself >= amount;
  };
}

import { compareText, jobsOf, type MergedRun, type RunRow, type RunTable } from '@prm/ingest';

/**
 * The entries of a list of exclusions: one a line, without blanks around it. A `#` at the start of a line or after a blank
 * begins a comment.
 *
 * @example
 * parseExclusions('# a broken node\nRUN17\nalign@1.2  # too old\n') // ['RUN17', 'align@1.2']
 */
export function parseExclusions(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  return lines.map((line) => line.replace(/(^|\s)#.*/, '').trim()).filter((entry) => entry !== '');
}

/** What a list of exclusions takes away. */
export interface Exclusion {
  /** Rows of runs, as they stand in the table. */
  readonly runs: ReadonlySet<number>;
  /** Jobs of the other runs, by the row of the run. */
  readonly jobs: ReadonlyMap<number, ReadonlySet<number>>;
  /** Different ids of these jobs, added up over the runs. */
  readonly nJobs: number;
  /** Entries that name nothing there is, sorted. */
  readonly unknown: readonly string[];
}

/** Finds what the entries name: a run by its id (else hash, else name), a job by its id, or `step@version`. */
export function findExcluded(
  table: RunTable,
  merged: readonly MergedRun[],
  entries: readonly string[],
): Exclusion {
  const wanted = new Set(entries);
  const met = new Set<string>();
  const isNamed = (name: string | null): boolean => {
    if (name === null || !wanted.has(name)) return false;
    met.add(name);
    return true;
  };
  const runs = new Set<number>();
  const jobs = new Map<number, Set<number>>();
  let nJobs = 0;
  for (const { run, extraJobs } of merged) {
    const row = table.runs[run] as RunRow;
    const version = row.registry?.version ?? null;
    const named = [...jobsOf(table, run), ...extraJobs].filter((job) => {
      const step = table.snippet(job);
      const byId = isNamed(table.id(job));
      return (step !== null && version !== null && isNamed(`${step}@${version}`)) || byId;
    });
    if (isNamed(row.text)) runs.add(run);
    else if (named.length > 0) {
      jobs.set(run, new Set(named));
      nJobs += new Set(named.map((job) => table.id(job))).size;
    }
  }
  return { runs, jobs, nJobs, unknown: [...wanted].filter((entry) => !met.has(entry)).sort(compareText) };
}

import { compareText, jobsOf, type RunTable, recordDigests, settleTies } from '@prm/ingest';
import type { LossLedger } from './losses.ts';
import { compareMissingLast, compareNumbers, type TrainingRun } from './workflow-runs.ts';

/** A job and the run it belongs to. */
export interface Sample {
  readonly job: number;
  readonly run: TrainingRun;
}

/** All jobs of one step over the runs of a workflow. */
export interface StepJobs {
  readonly step: string;
  /** Completed jobs, in canonical order: by completion, run, job id. */
  readonly samples: readonly Sample[];
  /** Jobs of any status, run by run in canonical order. */
  readonly allJobs: readonly Sample[];
}

/** Gathers the jobs of a workflow's runs by step, in order of the steps' names, and counts what their records lack. */
export async function gatherSteps(
  table: RunTable,
  runs: readonly TrainingRun[],
  duplicates: ReadonlySet<number>,
  ledger: LossLedger,
): Promise<{ steps: StepJobs[]; unnamedJobs: number }> {
  const byStep = new Map<string, { samples: Sample[]; allJobs: Sample[] }>();
  let unnamedJobs = 0;
  for (const run of runs) {
    for (const job of [...jobsOf(table, run.run), ...run.extraJobs]) {
      if (run.leftOutJobs?.has(job)) continue;
      const step = table.snippet(job);
      const reference = { run: run.row.text, step, job: table.id(job) };
      if (step === null) {
        unnamedJobs++;
        ledger.refer('n_unnamed_jobs', reference);
        continue;
      }
      const located = { ...reference, step };
      if (duplicates.has(job)) {
        ledger.add('n_duplicate_jobs', located);
        continue;
      }
      ledger.addStep(step);
      const jobs = byStep.get(step) ?? { samples: [], allJobs: [] };
      byStep.set(step, jobs);
      jobs.allJobs.push({ job, run });
      for (const loss of table.losses(job)) ledger.add(loss, located);
      if (table.isCompleted(job)) jobs.samples.push({ job, run });
    }
  }
  const names = [...byStep.keys()].sort(compareText);
  const gathered = names.map((step) => byStep.get(step) as { samples: Sample[]; allJobs: Sample[] });
  const ordered = await inCanonicalOrder(
    table,
    gathered.map(({ samples }) => samples),
  );
  const steps = names.map((step, i): StepJobs => {
    const { allJobs } = gathered[i] as { allJobs: Sample[] };
    return { step, samples: ordered[i] as Sample[], allJobs };
  });
  return { steps, unnamedJobs };
}

function inCanonicalOrder(table: RunTable, lists: readonly (readonly Sample[])[]): Promise<Sample[][]> {
  const completed = (job: number): number => {
    const seconds = table.completedSeconds(job);
    return Number.isNaN(seconds) ? Number.POSITIVE_INFINITY : seconds;
  };
  const compare = (a: Sample, b: Sample): number =>
    compareNumbers(completed(a.job), completed(b.job)) ||
    compareMissingLast(a.run.row.text, b.run.row.text) ||
    compareText(table.id(a.job), table.id(b.job));
  const digestsOf = (samples: readonly Sample[]): Promise<string[]> =>
    recordDigests(samples.map(({ job }) => table.digestSource(job)));
  return settleTies(lists, compare, digestsOf);
}

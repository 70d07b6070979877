import { compareText, type RunTable } from '@prm/ingest';
import { median } from '@prm/regression';
import { type SampleSizes, sampleSizes } from './sample-sizes.ts';
import { sourceJobs } from './source-jobs.ts';
import type { TrainingRun } from './workflow-runs.ts';

/** Entry steps have a usual input of at least this share of the largest. */
const ENTRY_SHARE = 0.5;

/** What the runs of one pipeline have in common. Step names sorted. */
export interface PipelineFacts {
  readonly steps: readonly string[];
  /** Steps present in at least half of the runs. */
  readonly coreSteps: readonly string[];
  /** Steps through which the large inputs come in. */
  readonly entrySteps: readonly string[];
  /** Runs that lack a completed job of a core step. */
  readonly partial: ReadonlySet<TrainingRun>;
  /** Bytes: the one size a user knows before a run. Runs without one are absent. */
  readonly runDrivers: ReadonlyMap<TrainingRun, number>;
  /** Of the runs with a driver. */
  readonly sampleSizes: ReadonlyMap<TrainingRun, SampleSizes>;
}

/**
 * Learns a pipeline's core steps, entry steps and the driver of each run.
 *
 * @param runs of one pipeline
 * @param dropped jobs whose driver was cleaned away
 */
export function pipelineFacts(
  table: RunTable,
  runs: readonly TrainingRun[],
  dropped: ReadonlySet<number>,
): PipelineFacts {
  const present = new Map<string, number>();
  const completed = new Map<string, number>();
  const largestInputs = new Map<string, number[]>();
  const sources = new Map<TrainingRun, number[]>();
  for (const run of runs) {
    for (const step of run.snippets) present.set(step, (present.get(step) ?? 0) + 1);
    for (const step of run.completedSnippets) completed.set(step, (completed.get(step) ?? 0) + 1);
    const jobs = sourceJobs(table, run.run, dropped);
    sources.set(run, jobs);
    for (const [step, input] of largestByStep(table, jobs)) {
      const inputs = largestInputs.get(step) ?? [];
      largestInputs.set(step, inputs);
      inputs.push(input);
    }
  }
  const core = new Set([...present].filter(([, n]) => n >= runs.length / 2).map(([step]) => step));
  const entry = entrySteps(largestInputs, completed);
  const runDrivers = new Map<TrainingRun, number>();
  const ofRuns = new Map<TrainingRun, SampleSizes>();
  for (const [run, jobs] of sources) {
    const driver = runDriver(table, run, jobs, entry, core);
    if (driver === null) continue;
    runDrivers.set(run, driver);
    ofRuns.set(run, sampleSizes(table, run, jobs, entry, dropped, driver));
  }
  return {
    steps: [...present.keys()].sort(compareText),
    coreSteps: [...core].sort(compareText),
    entrySteps: [...entry].sort(compareText),
    partial: new Set(runs.filter((run) => [...core].some((step) => !run.completedSnippets.has(step)))),
    runDrivers,
    sampleSizes: ofRuns,
  };
}

function largestByStep(table: RunTable, jobs: readonly number[]): Map<string, number> {
  const largest = new Map<string, number>();
  for (const job of jobs) {
    const step = table.snippet(job) as string;
    if (table.isCompleted(job))
      largest.set(step, Math.max(largest.get(step) ?? 0, table.inputSizeBytes(job)));
  }
  return largest;
}

function entrySteps(
  largestInputs: ReadonlyMap<string, readonly number[]>,
  completed: ReadonlyMap<string, number>,
): Set<string> {
  const usual = new Map<string, number>();
  for (const [step, inputs] of largestInputs) {
    if (inputs.length >= (completed.get(step) ?? 0) / 2) usual.set(step, median(inputs) as number);
  }
  const largest = Math.max(0, ...usual.values());
  return new Set([...usual].filter(([, input]) => input >= ENTRY_SHARE * largest).map(([step]) => step));
}

/** Null when no entry step brings data in, or when one that is core has no completed job. */
function runDriver(
  table: RunTable,
  run: TrainingRun,
  sources: readonly number[],
  entry: ReadonlySet<string>,
  core: ReadonlySet<string>,
): number | null {
  if ([...entry].some((step) => core.has(step) && !run.completedSnippets.has(step))) return null;
  let largest: number | null = null;
  for (const job of sources) {
    if (entry.has(table.snippet(job) as string)) largest = Math.max(largest ?? 0, table.inputSizeBytes(job));
  }
  return largest;
}

import { compareText, jobsOf, type RunTable } from '@prm/ingest';
import { type CollectedRuns, type GatheredRuns, partOfRuns, type TrainingRun } from '@prm/model';
import type { SplitOptions } from './options.ts';
import { seededShuffle } from './seeded-shuffle.ts';

type Runs = Pick<CollectedRuns, 'table' | 'merged'>;

/** Runs are left out in so many parts, one after the other: every job is tested once, at five trainings. */
const PARTS = 5;

/** A run and those of its jobs that are tested, by their rows. */
export interface TestRun {
  readonly run: TrainingRun;
  /** Null where it is to be told by the run's steps. */
  readonly pipelineName: string | null;
  readonly jobs: readonly number[];
}

/** What models are trained on, and what they are tested on. */
export interface Part {
  readonly train: Runs;
  readonly table: RunTable;
  readonly test: readonly TestRun[];
}

/**
 * Splits runs into training and test parts. Only completed jobs are tested; one that did not complete stays with its
 * run's training jobs, or with its run. Everything is drawn from canonical order, so the order of files says nothing.
 *
 * @param gathered the runs by workflow, in canonical order
 */
export function splitRuns(runs: Runs, gathered: GatheredRuns, options: SplitOptions): PartPlan {
  const pipelines = new Map<number, string>();
  for (const ofKey of gathered.byKey.values()) {
    for (const { run, pipeline } of ofKey) pipelines.set(run, pipeline);
  }
  const testSets =
    options.split === 'random'
      ? [randomJobs(runs.table, gathered, options)]
      : wholeRuns(runs.table, gathered, options);
  const tested = testSets.filter((test) => test.length > 0);
  return {
    parts: tested.length,
    part(i) {
      const test = tested[i] as readonly TestRun[];
      const jobsOfTest = ({ run, jobs }: TestRun): readonly number[] =>
        options.split === 'random' ? jobs : [...jobsOf(runs.table, run.run), ...run.extraJobs];
      const held = new Set(test.flatMap(jobsOfTest));
      const train = partOfRuns(
        runs,
        (job) => !held.has(job),
        (run) => pipelines.get(run) ?? null,
      );
      return { train, table: runs.table, test };
    },
  };
}

/** Training and test runs that came apart. */
export function givenPart(train: Runs, test: Runs, gathered: GatheredRuns): PartPlan {
  const tested = sortedKeys(gathered)
    .flatMap((key) => gathered.byKey.get(key) ?? [])
    .map((run) => ({
      run,
      pipelineName: run.row.pipelineName,
      jobs: samplesOf(test.table, run, gathered.duplicates),
    }));
  return { parts: 1, part: () => ({ train, table: test.table, test: tested }) };
}

/** Parts, made when they are asked for: each copies most of the table. */
export interface PartPlan {
  readonly parts: number;
  part(i: number): Part;
}

/** Completed jobs of a run that are samples of their own, the dumps of the run taken together. */
export function samplesOf(table: RunTable, run: TrainingRun, duplicates: ReadonlySet<number>): number[] {
  return [...jobsOf(table, run.run), ...run.extraJobs].filter(
    (job) => table.isCompleted(job) && table.snippet(job) !== null && !duplicates.has(job),
  );
}

function randomJobs(
  table: RunTable,
  gathered: GatheredRuns,
  { trainFraction, seed }: SplitOptions,
): TestRun[] {
  const held = new Set<number>();
  const keys = sortedKeys(gathered);
  for (const key of keys) {
    const bySteps = new Map<string, number[]>();
    for (const run of gathered.byKey.get(key) ?? []) {
      for (const job of samplesOf(table, run, gathered.duplicates)) {
        const step = table.snippet(job) as string;
        const jobs = bySteps.get(step) ?? [];
        bySteps.set(step, jobs);
        jobs.push(job);
      }
    }
    for (const [step, jobs] of bySteps) {
      const drawn = seededShuffle(jobs, seed, `${key}\n${step}`);
      for (const job of drawn.slice(Math.round(jobs.length * trainFraction))) held.add(job);
    }
  }
  return keys
    .flatMap((key) => gathered.byKey.get(key) ?? [])
    .map((run) => ({
      run,
      pipelineName: run.pipeline,
      jobs: samplesOf(table, run, gathered.duplicates).filter((job) => held.has(job)),
    }))
    .filter(({ jobs }) => jobs.length > 0);
}

function wholeRuns(table: RunTable, gathered: GatheredRuns, options: SplitOptions): TestRun[][] {
  const parts: TestRun[][] = Array.from({ length: options.split === 'time' ? 1 : PARTS }, () => []);
  for (const key of sortedKeys(gathered)) {
    const runs = gathered.byKey.get(key) ?? [];
    const testRun = (run: TrainingRun): TestRun => ({
      run,
      pipelineName: run.pipeline,
      jobs: samplesOf(table, run, gathered.duplicates),
    });
    if (options.split === 'time') {
      parts[0]?.push(...runs.slice(Math.round(runs.length * options.trainFraction)).map(testRun));
      continue;
    }
    for (const [i, run] of seededShuffle(runs, options.seed, key).entries())
      parts[i % PARTS]?.push(testRun(run));
  }
  return parts;
}

function sortedKeys({ byKey }: GatheredRuns): string[] {
  return [...byKey.keys()].sort(compareText);
}

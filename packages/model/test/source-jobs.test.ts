import type { RunTable } from '@prm/ingest';
import { aJob, aRun, type BuiltJob } from '@prm/testing';
import { expect, it } from 'vitest';
import { sourceJobs } from '../src/training/source-jobs.ts';
import { gather } from './training.ts';

/** Ids of the run's source jobs; drivers of jobs in `dropped` were cleaned away. */
async function sources(jobs: readonly BuiltJob[], dropped: readonly string[] = []): Promise<string[]> {
  const { table, runs } = await gather([aRun({ jobs })]);
  const rows = Array.from({ length: table.jobCount }, (_, row) => row);
  const gone = new Set(rows.filter((row) => dropped.includes(table.id(row))));
  return sourceJobs(table, runs[0]?.run ?? 0, gone).map((row) => table.id(row));
}

it('a job is a source when the inputs of what it depends on sum to less than half of its own', async () => {
  const jobs = (inputBytes: number) => [
    aJob({ id: 'A', inputBytes: 100 }),
    aJob({ id: 'B', inputBytes, dependencies: ['A'] }),
  ];
  expect(await sources(jobs(201))).toEqual(['A', 'B']);
  expect(await sources(jobs(200))).toEqual(['A']);
});

it('dependencies count transitively, each once', async () => {
  // D waits for B and C, and both for A: 10 + 10 + 100.
  const jobs = (inputBytes: number) => [
    aJob({ id: 'A', inputBytes: 100 }),
    aJob({ id: 'B', inputBytes: 10, dependencies: ['A'] }),
    aJob({ id: 'C', inputBytes: 10, dependencies: ['A'] }),
    aJob({ id: 'D', inputBytes, dependencies: ['B', 'C'] }),
  ];
  expect(await sources(jobs(241))).toEqual(['A', 'D']);
  expect(await sources(jobs(240))).toEqual(['A']);
});

it('where jobs record dependencies, one without any is a source whatever ran before it', async () => {
  const jobs = [
    aJob({ id: 'A', inputBytes: 100, completed: 50 }),
    aJob({ id: 'B', inputBytes: 100, submitted: 60, dependencies: ['A'] }),
    aJob({ id: 'C', inputBytes: 100, submitted: 60 }),
  ];
  expect(await sources(jobs)).toEqual(['A', 'C']);
});

it('a dependency that the run does not hold weighs nothing, but tells that dependencies are recorded', async () => {
  const jobs = [
    aJob({ id: 'A', inputBytes: 100, completed: 50 }),
    aJob({ id: 'B', inputBytes: 100, submitted: 60, dependencies: ['gone'] }),
  ];
  expect(await sources(jobs)).toEqual(['A', 'B']);
});

it('without any recorded dependency, all jobs that were over when it was submitted count', async () => {
  const jobs = (submitted: number) => [
    aJob({ id: 'A', inputBytes: 60, completed: 100 }),
    aJob({ id: 'B', inputBytes: 60, completed: 200 }),
    aJob({ id: 'C', inputBytes: 200, submitted, completed: 900 }),
  ];
  expect(await sources(jobs(199))).toEqual(['A', 'B', 'C']);
  expect(await sources(jobs(200))).toEqual(['A', 'B']);
});

it('what counts is when jobs were over, not how they are called; one that measured no input adds nothing', async () => {
  const jobs = (inputBytes: number) => [
    aJob({ id: 'A', inputBytes, submitted: 150, completed: 900 }),
    aJob({ id: 'B', inputBytes: 60, completed: 200 }),
    aJob({ id: 'C', inputBytes: 30, completed: 100 }),
    aJob({ id: 'D', completed: 50 }),
  ];
  expect(await sources(jobs(60))).toEqual(['B', 'C']);
  expect(await sources(jobs(61))).toEqual(['A', 'B', 'C']);
});

it('a job is not among those that were over before it, even by a clock that went backwards', async () => {
  for (const completed of [50, 100]) {
    expect(await sources([aJob({ id: 'A', inputBytes: 60, submitted: 100, completed })])).toEqual(['A']);
  }
});

it('a job without an input, without a step or with a dropped driver is no source', async () => {
  const jobs = [
    aJob({ id: 'A', inputBytes: 100 }),
    aJob({ id: 'B', inputBytes: 0 }),
    aJob({ id: 'C', outputBytes: 100 }),
    aJob({ id: 'D', inputBytes: 100, snippet: null }),
    aJob({ id: 'E', inputBytes: 100 }),
  ];
  expect(await sources(jobs, ['E'])).toEqual(['A']);
});

it('a job that did not complete can be a source', async () => {
  expect(await sources([aJob({ id: 'A', inputBytes: 100, status: 'failed' })])).toEqual(['A']);
});

it('dependencies in a circle end the search', async () => {
  const jobs = [
    aJob({ id: 'A', inputBytes: 100, dependencies: ['B'] }),
    aJob({ id: 'B', inputBytes: 100, dependencies: ['A'] }),
  ];
  expect(await sources(jobs)).toEqual([]);
});

/** A run of jobs with 1 GB each, and what they wait for: as much of a table as is asked here. */
function tableOf(dependencies: readonly (readonly number[])[]): { table: RunTable; lookUps: () => number } {
  let lookUps = 0;
  const table = {
    runs: [{ firstJob: 0, endJob: dependencies.length }],
    dependencies: (job: number) => {
      lookUps++;
      return [...(dependencies[job] ?? [])];
    },
    recordsDependencies: (job: number) => (dependencies[job] ?? []).length > 0,
    inputSizeBytes: () => 1e9,
    snippet: () => 'align',
  } as unknown as RunTable;
  return { table, lookUps: () => lookUps };
}

it('a job may wait for any number of others', () => {
  const first = Array.from({ length: 200_000 }, (): number[] => []);
  const joint = first.map((_, i) => i);
  const { table } = tableOf([...first, joint, [first.length]]);
  expect(sourceJobs(table, 0, new Set())).toHaveLength(first.length);
});

it('samples that go their own ways after a job that waits for all cost no square of their number', () => {
  const n = 500;
  const first = Array.from({ length: n }, (): number[] => []);
  const joint = first.map((_, i) => i);
  const then = first.map((_, i) => [n, i]);
  const { table, lookUps } = tableOf([...first, joint, ...then]);
  expect(sourceJobs(table, 0, new Set())).toHaveLength(n);
  expect(lookUps()).toBeLessThan(20 * n);
});

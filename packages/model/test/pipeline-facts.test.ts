import { aJob, aRun, type BuiltJob } from '@prm/testing';
import { expect, it } from 'vitest';
import { pipelineFacts } from '../src/training/pipeline-facts.ts';
import { gather, modelOf } from './training.ts';

interface Facts {
  readonly core: readonly string[];
  readonly entry: readonly string[];
  /** Of each run, in order. */
  readonly partial: readonly boolean[];
  readonly drivers: readonly (number | null)[];
}

/** One list of jobs a run. */
async function factsOf(runs: readonly (readonly BuiltJob[])[]): Promise<Facts> {
  const gathered = await gather(runs.map((jobs, number) => aRun({ number, pipeline: 'p', jobs })));
  const inOrder = gathered.runs.toSorted((a, b) => Number(a.row.text) - Number(b.row.text));
  const facts = pipelineFacts(gathered.table, inOrder, new Set());
  return {
    core: facts.coreSteps,
    entry: facts.entrySteps,
    partial: inOrder.map((run) => facts.partial.has(run)),
    drivers: inOrder.map((run) => facts.runDrivers.get(run) ?? null),
  };
}

/** A job of the step that its id names: `a1` of `a`. */
function job(id: string, inputBytes: number | undefined = undefined, facts: object = {}): BuiltJob {
  return aJob({ id, snippet: id.slice(0, 1), ...(inputBytes === undefined ? {} : { inputBytes }), ...facts });
}

it('core steps are those of at least half of the runs', async () => {
  expect((await factsOf([[job('a'), job('b')], [job('a')]])).core).toEqual(['a', 'b']); // 1 of 2
  expect((await factsOf([[job('a'), job('b')], [job('a')], [job('a')]])).core).toEqual(['a']); // 1 of 3
});

it('steps are listed in order of their names', async () => {
  const b = aJob({ id: 'A', snippet: 'b', inputBytes: 9 });
  const a = aJob({ id: 'B', snippet: 'a', inputBytes: 9 });
  expect(await factsOf([[b, a]])).toMatchObject({ core: ['a', 'b'], entry: ['a', 'b'] });
  const model = await modelOf([aRun({ pipeline: 'p', jobs: [b, a] })]);
  expect(model.pipelines.p?.steps).toEqual(['a', 'b']);
});

it('a step is present whatever the status of its jobs', async () => {
  const failed = job('b', undefined, { status: 'failed' });
  expect((await factsOf([[job('a'), failed], [job('a'), job('b')], [job('a')]])).core).toEqual(['a', 'b']);
});

it('a run without a completed job of a core step is partial', async () => {
  const failed = job('b', undefined, { status: 'failed' });
  const runs = [[job('a'), job('b')], [job('a'), failed], [job('a')], [job('a'), job('b'), job('c')]];
  expect((await factsOf(runs)).partial).toEqual([false, true, true, false]);
});

it('entry steps are those whose usual largest source input is at least half of the largest', async () => {
  // b: median of 49, 50, 60 is 50, half of 100; c: of 49, 49, 99.
  const runs = [
    [job('a1', 100), job('b1', 49), job('c1', 49)],
    [job('a1', 100), job('b1', 50), job('b2', 7), job('c1', 49)],
    [job('a1', 100), job('b1', 60), job('c1', 99)],
  ];
  expect((await factsOf(runs)).entry).toEqual(['a', 'b']);
});

it('a step that is a source in less than half of the runs where it completed is no entry step', async () => {
  const fed = job('b1', 100, { dependencies: ['a1'] });
  const alone = job('b1', 1000);
  const start = job('a1', 100, { dependencies: [] });
  expect(
    (
      await factsOf([
        [start, alone],
        [start, fed],
      ])
    ).entry,
  ).toEqual(['b']); // 1 of 2
  expect(
    (
      await factsOf([
        [start, alone],
        [start, fed],
        [start, fed],
      ])
    ).entry,
  ).toEqual(['a']); // 1 of 3
});

it("only completed source jobs tell a step's usual input", async () => {
  const failed = job('b1', 1000, { status: 'failed' });
  expect((await factsOf([[job('a1', 100), failed]])).entry).toEqual(['a']);
});

it('the run driver is the largest input among the source jobs of entry steps', async () => {
  const runs = [
    [job('a1', 100), job('a2', 90), job('b1', 10), job('c1', 500, { dependencies: ['a1', 'b1', 'a2'] })],
    [job('a1', 80), job('b1', 10)],
  ];
  // c is a source (200 < 250) in the only run it completed in, and the largest: it alone is an entry step.
  expect(await factsOf(runs)).toMatchObject({ entry: ['c'], drivers: [500, null] });
  const withoutC = runs.map((jobs) => jobs.slice(0, 2));
  expect(await factsOf(withoutC)).toMatchObject({ entry: ['a'], drivers: [100, 80] });
});

it('a run that lacks a completed job of a core entry step has no run driver', async () => {
  const runs = [
    [job('a1', 100), job('b1', 60)],
    [job('a1', 100), job('b1', 60)],
    [job('a1', 100, { status: 'failed' }), job('b1', 60)],
  ];
  expect(await factsOf(runs)).toMatchObject({ entry: ['a', 'b'], drivers: [100, 100, null] });
});

it('a run that lacks an entry step which is not core keeps its driver', async () => {
  const runs = [[job('a1', 100), job('b1', 60)], [job('a1', 90)], [job('a1', 80)]];
  expect(await factsOf(runs)).toMatchObject({ core: ['a'], entry: ['a', 'b'], drivers: [100, 90, 80] });
});

it('without an input there is no entry step and no run driver', async () => {
  expect(await factsOf([[job('a')]])).toMatchObject({ entry: [], drivers: [null] });
});

it('a driver that was cleaned away brings in nothing', async () => {
  // 5 bytes against 1 GB: the folder was measured, not what is in it.
  const runs = [1e9, 1e9, 5].map((inputBytes, number) =>
    aRun({ number, pipeline: 'p', jobs: [aJob({ inputBytes })] }),
  );
  expect((await modelOf(runs)).runs).toMatchObject({ total: 3, with_run_driver: 2 });
});

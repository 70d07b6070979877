import { compareText } from '@prm/ingest';
import { aJob, aRun, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import { collectRuns } from '../src/training/collect-runs.ts';
import { partOfRuns } from '../src/training/part-of-runs.ts';
import { trainModels } from '../src/training/train-models.ts';
import { trainRuns } from '../src/training/train-runs.ts';

const job = (id: string, memMb: number) => aJob({ id, memMb });

it('models of a part are those of runs that never held the other jobs', async () => {
  const whole = runsOf([1, 2, 3, 4], (n) => ({ pipeline: 'p', jobs: [job('A', n), job('B', 10 * n)] }));
  const halved = runsOf([1, 2, 3, 4], (n) => ({ pipeline: 'p', jobs: [job('A', n)] }));
  const collected = await collectRuns(whole);
  const part = partOfRuns(
    collected,
    (row) => collected.table.id(row) === 'A',
    () => 'p',
  );
  const { models } = await trainRuns(part);
  const { models: expected } = await trainModels(halved);
  expect(models.map(({ steps }) => steps)).toEqual(expected.map(({ steps }) => steps));
});

it('all jobs are the part that trains what the whole trains', async () => {
  const runs = runsOf([1, 2, 3, 4], (n) => ({ pipeline: 'p', jobs: [job('A', n), job('B', 10 * n)] }));
  const collected = await collectRuns(runs);
  const part = partOfRuns(
    collected,
    () => true,
    (run) => collected.table.runs[run]?.pipelineName ?? null,
  );
  expect((await trainRuns(part)).models).toEqual((await trainModels(runs)).models);
});

it('a run without a name stays of the pipeline it was told to be of, however few of its jobs are kept', async () => {
  const steps = ['a', 'b', 'c', 'd', 'e'];
  const jobs = steps.map((snippet) => aJob({ id: snippet, snippet }));
  const runs = [
    aRun({ number: 1, pipeline: 'p', jobs }),
    aRun({ number: 2, pipeline: 'p', jobs }),
    aRun({ number: 3, jobs }),
  ];
  const collected = await collectRuns(runs);
  const part = partOfRuns(
    collected,
    (row) => row < 10 || collected.table.snippet(row) === 'a',
    () => 'p',
  );
  const { models } = await trainRuns(part);
  expect(models.map(({ key }) => key)).toEqual(['p']);
  expect(models[0]?.steps.a?.n_samples).toBe(3);
});

it('jobs that only another dump saw complete are kept or left out like any other, and runs without a job are gone', async () => {
  const early = aRun({ number: 1, pipeline: 'p', jobs: [job('A', 1), job('B', 2)] });
  const late = aRun({
    number: 1,
    pipeline: 'p',
    jobs: [aJob({ id: 'B', memMb: 2 }), aJob({ id: 'C', durationSeconds: 900 })],
  });
  const other = aRun({ number: 2, pipeline: 'p', jobs: [job('D', 5)] });
  const collected = await collectRuns([early, late, other]);
  expect(collected.merged).toHaveLength(2);
  const partOf = (ids: readonly string[]) =>
    partOfRuns(
      collected,
      (row) => ids.includes(collected.table.id(row)),
      () => 'p',
    );
  const idsOf = ({ table, merged }: ReturnType<typeof partOf>): string[] =>
    merged
      .flatMap(({ run, extraJobs }) => {
        const { firstJob, endJob } = table.runs[run] as (typeof table.runs)[number];
        return [...Array.from({ length: endJob - firstJob }, (_, i) => firstJob + i), ...extraJobs];
      })
      .map((row) => table.id(row))
      .sort(compareText);
  expect(idsOf(partOf(['A', 'B', 'C', 'D']))).toEqual(['A', 'B', 'C', 'D']);
  expect(idsOf(partOf(['A']))).toEqual(['A']);
  expect(partOf(['A']).merged).toHaveLength(1);
  expect(partOf([]).merged).toEqual([]);
});

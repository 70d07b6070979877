import { aJob, aRun, type JobFacts } from '@prm/testing';
import { expect, it } from 'vitest';
import type { StepRequirements } from '../src/format/workflow-model.ts';
import { latestRequirements } from '../src/training/latest-requirements.ts';
import { gatherStep } from './training.ts';

async function latest(facts: readonly JobFacts[]): Promise<StepRequirements | null> {
  const jobs = facts.map((one, i) => aJob({ id: `J${i}`, ...one }));
  const { table, jobs: step } = await gatherStep([aRun({ jobs })]);
  return latestRequirements(
    table,
    step.allJobs.map(({ job }) => job),
  );
}

const asks = (ncpu: number) => ({ requirements: { ncpu } });

it('the requirements are those of the job that was submitted last', async () => {
  expect(
    await latest([
      { submitted: 20, ...asks(2) },
      { submitted: 10, ...asks(1) },
    ]),
  ).toMatchObject({ ncpu: 2 });
});

it('they hold whatever became of the job', async () => {
  const failed = { submitted: 20, status: 'failed', ...asks(2) };
  expect(await latest([{ submitted: 10, ...asks(1) }, failed])).toMatchObject({ ncpu: 2 });
});

it('a later job that asked for nothing is passed over', async () => {
  expect(await latest([{ submitted: 10, ...asks(1) }, { submitted: 20 }])).toMatchObject({ ncpu: 1 });
});

it('of jobs submitted together the larger id stands, as text', async () => {
  expect(
    await latest([
      { id: '9', ...asks(9) },
      { id: '10', ...asks(10) },
    ]),
  ).toMatchObject({ ncpu: 9 });
});

it('a job without a time of submission is the oldest', async () => {
  expect(
    await latest([
      { id: 'Z', submitted: null, ...asks(1) },
      { id: 'A', ...asks(2) },
    ]),
  ).toMatchObject({ ncpu: 2 });
  expect(
    await latest([
      { id: 'A', submitted: null, ...asks(1) },
      { id: 'Z', submitted: null, ...asks(2) },
    ]),
  ).toMatchObject({ ncpu: 2 });
});

it('all four are told, in the units of their names, null where a job did not ask', async () => {
  const requirements = { ncpu: 4, mem: '8gb', time: '02:00:00', gpu: 1 };
  expect(await latest([{ requirements }])).toEqual({ ncpu: 4, mem_mb: 8192, time_seconds: 7200, gpu: 1 });
  expect(await latest([{ requirements: { time: 'UNLIMITED' } }])).toEqual({
    ncpu: null,
    mem_mb: null,
    time_seconds: 'unlimited',
    gpu: null,
  });
});

it('a step whose jobs never asked for anything has none', async () => {
  expect(await latest([{}, {}])).toBeNull();
});

import type { RunTable } from '@prm/ingest';
import { aJob, aRun, type JobFacts } from '@prm/testing';
import { expect, it } from 'vitest';
import type { StepFailures } from '../src/format/workflow-model.ts';
import { stepFailures } from '../src/training/step-failures.ts';
import { gatherStep } from './training.ts';

async function failuresOf(facts: readonly JobFacts[]): Promise<StepFailures> {
  const jobs = facts.map((one, i) => aJob({ id: `J${i}`, ...one }));
  const { table, jobs: step } = await gatherStep([aRun({ jobs })]);
  return stepFailures(
    table,
    step.allJobs.map(({ job }) => job),
  );
}

const out = (mem: string, facts: JobFacts = {}): JobFacts => ({
  status: 'failed',
  requirements: { mem },
  record: { error_msg: 'Out of memory' },
  ...facts,
});
const late = (time: string, facts: JobFacts = {}): JobFacts => ({
  status: 'failed',
  requirements: { time },
  record: { error_msg: 'Timeout' },
  ...facts,
});

it('failed attempts are counted by kind', async () => {
  const other: JobFacts = { status: 'failed', record: { error_msg: 'Exit code: 1' } };
  const cancelled: JobFacts = { status: 'cancelled', record: { error_msg: 'Out of memory' } };
  expect(await failuresOf([out('1gb'), out('2gb'), late('10'), other, cancelled, {}])).toMatchObject({
    n_failed: 4,
    n_oom: 2,
    n_timeout: 1,
  });
});

it('the largest limit that failed stands, of memory by lack of memory and of time by timeout', async () => {
  expect(await failuresOf([out('2gb'), out('4gb'), out('1gb'), late('10'), late('20')])).toMatchObject({
    max_mem_mb_at_oom: 4096,
    max_time_seconds_at_timeout: 1200,
  });
});

it('a timeout says nothing of memory, and lack of memory nothing of time', async () => {
  const requirements = { mem: '64gb', time: '500' };
  expect(
    await failuresOf([out('4gb'), late('20'), out('', { requirements, record: { error_msg: 'x' } })]),
  ).toMatchObject({
    max_mem_mb_at_oom: 4096,
    max_time_seconds_at_timeout: 1200,
  });
  expect((await failuresOf([out('4gb'), late('', { requirements })])).max_mem_mb_at_oom).toBe(4096);
  expect((await failuresOf([late('20'), out('', { requirements })])).max_time_seconds_at_timeout).toBe(1200);
});

it('a limit falls when a job submitted later completed under the same requirement', async () => {
  const passed: JobFacts = { submitted: 10, requirements: { mem: '4gb', time: '20' } };
  expect(await failuresOf([out('4gb'), late('20'), passed])).toMatchObject({
    max_mem_mb_at_oom: null,
    max_time_seconds_at_timeout: null,
  });
});

it('and under a smaller one; the next largest limit that no job passed is told', async () => {
  const passed: JobFacts = { submitted: 10, requirements: { mem: '3gb' } };
  expect((await failuresOf([out('4gb'), out('2gb'), passed])).max_mem_mb_at_oom).toBe(2048);
});

it('it stands when the later job asked for more, for nothing, or failed, and when the job came before', async () => {
  const others: JobFacts[] = [
    { submitted: 20, requirements: { mem: '5gb' } },
    { submitted: 20, requirements: {} },
    { submitted: 20, requirements: { mem: '4gb' }, status: 'failed' },
    { submitted: 10, requirements: { mem: '4gb' } },
    { submitted: 9, requirements: { mem: '4gb' } },
    { submitted: null, requirements: { mem: '4gb' } },
  ];
  for (const other of others) {
    expect((await failuresOf([out('4gb', { submitted: 10 }), other])).max_mem_mb_at_oom).toBe(4096);
  }
});

it('of an earlier attempt of a job what it had used is the lower bound of its limit', async () => {
  const attempt = {
    status: 'failed',
    error_msg: 'oom-kill',
    resource_consumption: { memory_rss_mb_max: 4050, duration_seconds: 700 },
  };
  const retried: JobFacts = {
    requirements: { mem: '8gb' },
    record: { previous_attempts: [attempt, { ...attempt, error_msg: 'Timeout' }] },
  };
  expect(await failuresOf([retried])).toEqual({
    n_failed: 2,
    n_oom: 1,
    n_timeout: 1,
    max_mem_mb_at_oom: 4050,
    max_time_seconds_at_timeout: 700,
  });
});

it('a failure whose limit is unknown or unlimited is counted only', async () => {
  expect(await failuresOf([out('abc'), late('UNLIMITED')])).toEqual({
    n_failed: 2,
    n_oom: 1,
    n_timeout: 1,
    max_mem_mb_at_oom: null,
    max_time_seconds_at_timeout: null,
  });
});

it('the failures of a step cost no square of their number', () => {
  // Every other job failed, and the one after it passed under the same limit: no limit stands.
  const jobs = Array.from({ length: 2000 }, (_, i) => i);
  let lookUps = 0;
  const table = {
    failures: (job: number) => (job % 2 === 0 ? [{ kind: 'oom', memMb: 4096, timeSeconds: null }] : []),
    requirements: () => {
      lookUps++;
      return { ncpu: null, mem_mb: 4096, time_seconds: null, gpu: null };
    },
    submittedSeconds: (job: number) => job,
    isCompleted: (job: number) => job % 2 === 1,
  } as unknown as RunTable;
  expect(stepFailures(table, jobs)).toMatchObject({ n_failed: 1000, max_mem_mb_at_oom: null });
  expect(lookUps).toBeLessThan(20 * jobs.length);
});

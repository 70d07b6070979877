import { contentDigest, METRICS } from '@prm/ingest';
import { aJob, aRun } from '@prm/testing';
import { expect, it } from 'vitest';
import { LossLedger } from '../src/training/losses.ts';
import { gatherSteps } from '../src/training/step-samples.ts';
import { gather, gatherStep } from './training.ts';

async function order(mappings: readonly unknown[]): Promise<string[]> {
  const { table, jobs } = await gatherStep(mappings);
  return jobs.samples.map(({ job, run }) => `${run.row.text} ${table.id(job)}`);
}

it('samples are ordered by completion, not by run', async () => {
  const runs = [
    aRun({ id: 'a', jobs: [aJob({ id: 'A1', completed: 300 }), aJob({ id: 'A2', completed: 100 })] }),
    aRun({ id: 'b', jobs: [aJob({ id: 'B1', completed: 200 }), aJob({ id: 'B2', completed: 400 })] }),
  ];
  expect(await order(runs)).toEqual(['a A2', 'b B1', 'a A1', 'b B2']);
});

it('samples that ended together are ordered by run, then by job id; a nameless run comes last', async () => {
  const runs = [
    aRun({ id: null, jobs: [aJob({ id: 'A' })] }),
    aRun({ id: 'b', jobs: [aJob({ id: 'B10' }), aJob({ id: 'B9' })] }),
    aRun({ id: 'a', jobs: [aJob({ id: 'Z' })] }),
  ];
  expect(await order(runs)).toEqual(['a Z', 'b B10', 'b B9', 'null A']);
});

it('a sample without a time of completion comes last', async () => {
  const run = aRun({
    id: 'a',
    jobs: [aJob({ id: 'A', completed: null }), aJob({ id: 'B', completed: 1e6 })],
  });
  expect(await order([run])).toEqual(['a B', 'a A']);
});

it('the last tie is the SHA-256 of the record', async () => {
  // Nothing tells these runs and jobs apart but what was measured.
  const runs = [1, 2, 3, 4].map((durationSeconds) =>
    aRun({ id: 'same', jobs: [aJob({ id: 'J', durationSeconds, submitted: null, completed: null })] }),
  );
  const { table, jobs } = await gatherStep(runs);
  const durations = jobs.samples.map(({ job }) => table.metric(job, METRICS.indexOf('duration_seconds')));
  const byDigest = runs
    .map((run, i) => ({ digest: contentDigest((run as { J: unknown }).J), seconds: i + 1 }))
    .sort((a, b) => (a.digest < b.digest ? -1 : 1));
  expect(durations).toEqual(byDigest.map(({ seconds }) => seconds));
});

it('only completed jobs are samples, also those of a failed run; jobs of any status are kept beside them', async () => {
  const statuses = ['completed', 'failed', 'running', 'cancelled', 'pending', 'Completed'];
  const jobs = statuses.map((status, i) => aJob({ id: `J${i}`, status }));
  const { table, jobs: step, ledger } = await gatherStep([aRun({ jobs })]);
  expect(step.samples.map(({ job }) => table.id(job))).toEqual(['J0']);
  expect(step.allJobs).toHaveLength(6);
  expect(ledger.totals().n_not_completed).toBe(5);
});

it('completed jobs that only another dump of the run holds are samples too, and each is counted once', async () => {
  const early = aRun({ id: 'r', jobs: [aJob({ id: 'A' }), aJob({ id: 'B', durationSeconds: 30 })] });
  const late = aRun({ id: 'r', jobs: [aJob({ id: 'A' }), aJob({ id: 'C', durationSeconds: 90 })] });
  const { table, jobs } = await gatherStep([early, late]);
  expect(jobs.samples.map(({ job }) => table.id(job))).toEqual(['B', 'A', 'C']);
});

it('steps come in order of their names by code point', async () => {
  const jobs = ['b', 'a', 'B', '\u{10000}', '\u{ffff}'].map((snippet, i) => aJob({ id: `J${i}`, snippet }));
  const { table, runs, duplicates } = await gather([aRun({ pipeline: 'p', jobs })]);
  const { steps } = await gatherSteps(table, runs, duplicates, new LossLedger());
  expect(steps.map(({ step }) => step)).toEqual(['B', 'a', 'b', '\u{ffff}', '\u{10000}']);
});

it('a job whose command runs no snippet is counted, and named among the references', async () => {
  const { table, runs, duplicates } = await gather([
    aRun({ id: 'r', jobs: [aJob({ id: 'A' }), aJob({ id: 'B', snippet: null })] }),
  ]);
  const ledger = new LossLedger();
  const { unnamedJobs } = await gatherSteps(table, runs, duplicates, ledger);
  expect(unnamedJobs).toBe(1);
  expect(ledger.references().n_unnamed_jobs).toEqual([{ run: 'r', step: null, job: 'B' }]);
});

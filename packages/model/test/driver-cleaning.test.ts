import { aJob, aRun, type JobFacts } from '@prm/testing';
import { expect, it } from 'vitest';
import { type CleanDrivers, cleanDrivers } from '../src/training/driver-cleaning.ts';
import type { LossLedger } from '../src/training/losses.ts';
import { gatherStep } from './training.ts';

const MB = 1_048_576;

/** Cleans the drivers of one step with these jobs, in this order. */
async function clean(
  facts: readonly JobFacts[],
): Promise<Omit<CleanDrivers, 'sizes'> & { sizes: number[]; ledger: LossLedger; droppedIds: string[] }> {
  const jobs = facts.map((one, i) => aJob({ id: `J${i}`, completed: i + 1, ...one }));
  const { table, jobs: step, ledger } = await gatherStep([aRun({ jobs })]);
  const drivers = cleanDrivers(table, step, ledger);
  return {
    ...drivers,
    sizes: [...drivers.sizes],
    ledger,
    droppedIds: drivers.dropped.map((job) => table.id(job)),
  };
}

it('a step that mixes input and output drivers keeps those of the majority; the others stay as samples without driver', async () => {
  const { source, sizes, ledger, droppedIds } = await clean([
    { inputBytes: 5 * MB },
    { outputBytes: 6 * MB },
    { outputBytes: 7 * MB },
  ]);
  expect(source).toBe('output');
  expect(sizes).toEqual([Number.NaN, 6 * MB, 7 * MB]);
  expect(droppedIds).toEqual(['J0']);
  expect(ledger.totals().n_driver_other_source).toBe(1);
});

it('of equally many the input is kept', async () => {
  const { source, sizes } = await clean([{ outputBytes: 6 * MB }, { inputBytes: 5 * MB }]);
  expect(source).toBe('input');
  expect(sizes).toEqual([Number.NaN, 5 * MB]);
});

it('the majority is counted among jobs that have a driver', async () => {
  const { source, ledger } = await clean([{ outputBytes: 6 * MB }, {}, {}]);
  expect(source).toBe('output');
  expect(ledger.totals()).toMatchObject({ n_without_driver: 2, n_driver_other_source: 0 });
});

it('a step without a driver has no source', async () => {
  expect(await clean([{}])).toMatchObject({ source: null, sizes: [Number.NaN], dropped: [] });
});

it('a driver is dropped when it is below 1 MB and more than 10 000 times smaller than the largest', async () => {
  const { sizes, ledger, droppedIds } = await clean([
    { inputBytes: 4096 },
    { inputBytes: 4096 * 10_000 + 1 },
  ]);
  expect(sizes).toEqual([Number.NaN, 40_960_001]);
  expect(droppedIds).toEqual(['J0']);
  expect(ledger.totals().n_driver_outliers).toBe(1);
});

it('exactly 10 000 times smaller is not more than 10 000 times', async () => {
  expect((await clean([{ inputBytes: 4096 }, { inputBytes: 4096 * 10_000 }])).sizes).toEqual([
    4096, 40_960_000,
  ]);
});

it('a driver of 1 MB is kept, however much larger the largest is', async () => {
  expect((await clean([{ inputBytes: MB }, { inputBytes: 1e15 }])).sizes).toEqual([MB, 1e15]);
  expect((await clean([{ inputBytes: MB - 1 }, { inputBytes: 1e15 }])).sizes).toEqual([Number.NaN, 1e15]);
});

it('a step of genuinely small inputs keeps them all', async () => {
  expect((await clean([{ inputBytes: 10 }, { inputBytes: 90_000 }])).sizes).toEqual([10, 90_000]);
});

it('the largest is that of the drivers that are left after the rarer source is gone', async () => {
  const { sizes, ledger } = await clean([{ inputBytes: 10 }, { inputBytes: 90_000 }, { outputBytes: 1e12 }]);
  expect(sizes).toEqual([10, 90_000, Number.NaN]);
  expect(ledger.totals()).toMatchObject({ n_driver_other_source: 1, n_driver_outliers: 0 });
});

it('a dropped driver is named in the references: run, step and job', async () => {
  const { ledger } = await clean([{ inputBytes: 1 }, { inputBytes: 1e9 }]);
  expect(ledger.references().n_driver_outliers).toEqual([{ run: '0', step: 'align', job: 'J0' }]);
});

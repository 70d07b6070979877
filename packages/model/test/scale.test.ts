import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aJob, aRun, type BuiltJob, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import { trainModels } from '../src/training/train-models.ts';
import { temporaryFolder } from './folders.ts';
import { modelOf } from './training.ts';

// Shapes that one large or odd archive has. Each is compared with as many jobs of no special shape: work that grows
// with the square of something takes many times as long.

const SLOW = { timeout: 60_000 };

function numbered(prefix: string, n: number, job: (id: string, i: number) => BuiltJob): BuiltJob[] {
  return Array.from({ length: n }, (_, i) => job(`${prefix}${String(i).padStart(6, '0')}`, i));
}

async function secondsToTrain(jobs: readonly BuiltJob[]): Promise<number> {
  const run = aRun({ pipeline: 'p', jobs });
  const started = performance.now();
  await modelOf([run]);
  return (performance.now() - started) / 1000;
}

/** How many times as long as plain jobs it takes to train on these. */
async function timesAsLong(jobs: readonly BuiltJob[]): Promise<number> {
  const plain = numbered('J', jobs.length, (id) =>
    aJob({ id, inputBytes: 1e9, requirements: { mem: '4gb' } }),
  );
  await secondsToTrain(plain.slice(0, 1000)); // the first of all is slow
  return (await secondsToTrain(jobs)) / (await secondsToTrain(plain));
}

it('a pipeline may have a thousand steps, as when file names are taken for snippets', SLOW, async () => {
  const jobs = numbered('J', 1000, (id, i) =>
    aJob({ id, snippet: `step${i}`, inputBytes: 1e9, submitted: i * 60 }),
  );
  expect(await timesAsLong(jobs)).toBeLessThan(10);
});

it(
  'runs from a database cost no more than the same from a file, also when they hold their timelines',
  SLOW,
  async () => {
    const resource_timeline = Array.from({ length: 200 }, (_, i) => ({
      t: `2026-01-01T08:00:${i}`,
      cpu: i,
      mem_gb: 2.25,
    }));
    const runs = runsOf(Array.from({ length: 20 }), () => ({
      pipeline: 'p',
      jobs: numbered('J', 100, (id) => aJob({ id, inputBytes: 1e9, record: { resource_timeline } })),
    }));
    const file = join(temporaryFolder(), 'runs.ndjson');
    writeFileSync(file, runs.map((run) => JSON.stringify(run)).join('\n'));
    const secondsOf = async (source: string | readonly unknown[]) => {
      const started = performance.now();
      await trainModels(source);
      return (performance.now() - started) / 1000;
    };
    await secondsOf(file);
    expect((await secondsOf(runs)) / (await secondsOf(file))).toBeLessThan(3);
  },
);

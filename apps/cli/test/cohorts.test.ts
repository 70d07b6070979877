import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Prediction } from '@prm/predict';
import { cohortRun } from '@prm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJson, runPrm } from './support/run-prm.ts';

const folder = mkdtempSync(join(tmpdir(), 'prm-cohorts-'));
const models = join(folder, 'models');
const sheet = join(folder, 'sheet.tsv');
const predict = ['predict', models, 'cohort'];

beforeAll(async () => {
  const runs = [2, 4, 7, 12, 20, 33].map(
    (samples, number) => cohortRun({ seed: number, number, samples }).run,
  );
  const source = join(folder, 'runs.ndjson');
  writeFileSync(source, runs.map((run) => JSON.stringify(run)).join('\n'));
  writeFileSync(sheet, 'name\tsize\nA\t20gb\nB\t45gb\nC\t31gb\n');
  expect((await runPrm(['train', source, '--out', models])).code).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the number of samples stands in the title, and a job for each in the table', async () => {
  const { stdout, stderr } = await runPrm([...predict, '--samples', '24', '--input-size', '60gb']);
  expect(stdout).toMatch(/^cohort, 24 samples of up to 60 GB$/m);
  expect(stdout).toMatch(/^align .* 24 /m);
  expect(stdout).toMatch(/^joint .* 1 /m);
  expect(stdout).toMatch(/^The largest sample: align .* in .*qc /m);
  expect(stderr).toBe('');
});

it('without --samples the usual number holds, and that is said', async () => {
  const { stdout } = await runPrm([...predict, '--input-size', '60gb']);
  expect(stdout).toMatch(/^cohort, 10 samples \(the usual number\) of up to 60 GB$/m);
});

it('a number that was never seen is marked, explained and warned of', async () => {
  const { stdout, stderr, code } = await runPrm([...predict, '--samples', '96', '--input-size', '60gb']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^cohort, 96 samples \* of up to 60 GB$/m);
  expect(stdout.replace(/\s+/g, ' ')).toContain('runs of 2 to 33 samples were seen');
  expect(stderr).toContain('96 samples, runs of 2 to 33 were seen: the prediction is extrapolated');
});

it('a sheet gives number and sizes', async () => {
  const { samples, input_size_bytes } = (await runJson([...predict, '--samples', sheet])) as Prediction;
  const GB = 1024 ** 3;
  expect(input_size_bytes).toBe(45 * GB);
  expect(samples).toMatchObject({ n: 3, source: 'given', typical_bytes: 31 * GB, total_bytes: 96 * GB });
  expect((await runPrm([...predict, '--samples', sheet])).stdout).toMatch(
    /^cohort, 3 samples of up to 45 GB$/m,
  );
});

it('several sizes of one number stand side by side', async () => {
  const { stdout } = await runPrm([
    ...predict,
    ...['--samples', '8', '--input-size', '20gb', '--input-size', '60gb'],
  ]);
  expect(stdout).toMatch(/^cohort, 8 samples$/m);
});

it('a sheet and a size, a number without one, and no number at all are refused', async () => {
  for (const [args, word] of [
    [['--samples', sheet, '--input-size', '5gb'], 'goes without --input-size'],
    [['--samples', '24'], '--input-size'],
    [['--samples', '-4', '--input-size', '5gb'], '-4'],
    [['--samples=-4', '--input-size', '5gb'], '-4'],
    [['--samples', join(folder, 'nowhere')], 'neither a number of samples nor a file'],
  ] as const) {
    const { code, stdout, stderr } = await runPrm([...predict, ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(word);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  }
});

it('a model of the reference says that it does not know samples', async () => {
  const reference = join(folder, 'reference');
  const source = join(folder, 'runs.ndjson');
  await runPrm(['train', source, '--out', reference, '--method', 'reference']);
  const args = ['predict', reference, 'cohort', '--input-size', '60gb'];
  const { stdout, stderr } = await runPrm([...args, '--samples', '24']);
  expect(stderr).toContain('does not tell how a run follows its samples');
  expect(stdout).toMatch(/^cohort, input 60 GB$/m);
  expect((await runPrm(args)).stderr).toBe('');
});

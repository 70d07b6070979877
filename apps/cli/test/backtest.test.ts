import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Backtest } from '@prm/evaluate';
import { casePath, corpusPath } from '@prm/testing';
import { afterAll, expect, it } from 'vitest';
import { type Outcome, runJson, runPrm } from './support/run-prm.ts';

const folder = mkdtempSync(join(tmpdir(), 'prm-backtest-'));
const runs = corpusPath();

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function expectFailure({ code, stdout, stderr }: Outcome, expectedCode: number, ...words: string[]): void {
  expect(stdout).toBe('');
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  for (const word of words) expect(stderr).toMatch(word);
  expect(code).toBe(expectedCode);
}

it('prints the methods, the steps furthest off, and one paragraph last', async () => {
  const { code, stdout, stderr } = await runPrm(['backtest', runs]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const blocks = stdout.trimEnd().split('\n\n');
  expect(blocks[0]).toMatch(
    /^\d+ jobs of \d+ steps of \d+ workflows tested \(random split, 70 % to train on\)$/,
  );
  expect(blocks[1]).toMatch(/^prediction +memory off by +by step +too low +time off by/);
  for (const method of ['robust', 'reference', 'median of step', 'largest seen', 'the request'])
    expect(blocks[1]).toMatch(`\n${method} `);
  expect(stdout).toMatch(/\nfurthest off +what +trained +tested +off by +reference +median\n/);
  expect(blocks.at(-1)).toMatch(/^\d+ runs: the models learned from 70 % of the jobs of each step and were/);
});

it.each(['random', 'time', 'leave-run-out'])(
  '--split %s tells the same whatever the order of the files',
  async (split) => {
    const half = [corpusPath('dumps'), corpusPath('runs')];
    const args = ['--split', split, '--train-fraction', '0.6', '--seed', '5'];
    const one = (await runJson(['backtest', ...half, ...args])) as Backtest;
    const other = (await runJson(['backtest', ...half.toReversed(), ...args])) as Backtest;
    expect(one.pooled.memory_rss_mb_max.n).toBeGreaterThan(0);
    expect({ ...other, skipped: [] }).toEqual({ ...one, skipped: [] });
    expect(one.split).toBe(split);
  },
);

it('another seed draws other jobs, the same seed the same ones', async () => {
  const errorOf = async (seed: string): Promise<unknown> =>
    ((await runJson(['backtest', runs, '--seed', seed])) as Backtest).pooled;
  expect(await errorOf('7')).toEqual(await errorOf('7'));
  expect(await errorOf('7')).not.toEqual(await errorOf('8'));
});

it('--train and --test take a split made elsewhere', async () => {
  const given = (await runJson([
    ...[
      'backtest',
      '--train',
      corpusPath('dumps'),
      '--train',
      corpusPath('runs'),
      '--test',
      corpusPath('dumps'),
    ],
    ...['--identity', 'pipeline'],
  ])) as Backtest;
  expect(given).toMatchObject({
    split: 'given',
    train_fraction: null,
    seed: null,
    identity_mode: 'pipeline',
  });
  expect(given.pooled.memory_rss_mb_max.n).toBeGreaterThan(0);
});

it('--predictions writes a line a value, and only when all is done', async () => {
  const path = join(folder, 'tested.csv');
  const document = (await runJson(['backtest', runs, '--predictions', path])) as Backtest;
  const [header, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\n');
  expect(header).toBe(
    'workflow,step,run,job,metric,actual,robust,reference,median,largest,request,upper_0.9,upper_0.95,upper_0.99,n_train',
  );
  const { memory_rss_mb_max: memory, duration_seconds: time } = document.pooled;
  expect(lines).toHaveLength(memory.n + time.n);
  for (const line of lines) expect(line.split(',')).toHaveLength(15);
  const errors = lines
    .map((line) => line.split(','))
    .filter(([, , , , metric]) => metric === 'memory_rss_mb_max')
    .map(([, , , , , actual, robust]) => Math.abs(Number(robust) - Number(actual)) / Number(actual))
    .sort((a, b) => a - b);
  const middle = (errors[errors.length >> 1] as number) + (errors[(errors.length - 1) >> 1] as number);
  expect(middle * 50).toBeCloseTo(memory.mdape as number, 9);

  const failing = join(folder, 'never.csv');
  const empty = join(folder, 'empty');
  mkdirSync(empty, { recursive: true });
  expect((await runPrm(['backtest', empty, '--predictions', failing])).code).toBe(1);
  expect(readdirSync(folder).filter((name) => name.includes('never'))).toEqual([]);
});

it('a file of predictions that a link leads to is replaced, and the link stays', async () => {
  const target = join(folder, 'target.csv');
  const link = join(folder, 'link.csv');
  writeFileSync(target, 'old');
  symlinkSync(target, link);
  expect((await runPrm(['backtest', runs, '--predictions', link])).code).toBe(0);
  expect(readFileSync(target, 'utf8')).toMatch(/^workflow,step,/);
  expect(readFileSync(link, 'utf8')).toBe(readFileSync(target, 'utf8'));
});

it('predictions that cannot be written are told before the runs are read', async () => {
  const missing = join(folder, 'no', 'such', 'folder.csv');
  expectFailure(
    await runPrm(['backtest', runs, '--predictions', missing]),
    2,
    'cannot write',
    missing,
    'its folder is not there',
  );
  expectFailure(
    await runPrm(['backtest', runs, '--predictions', folder]),
    2,
    'cannot write',
    'it is a folder',
  );
  expectFailure(await runPrm(['backtest', runs, '--predictions', '/dev/null']), 2, 'it is no file');
  expectFailure(await runPrm(['backtest', runs, '--predictions', '']), 2, 'cannot write');
  if (process.getuid?.() !== 0) {
    const closed = join(folder, 'closed');
    mkdirSync(closed);
    chmodSync(closed, 0o500);
    expectFailure(await runPrm(['backtest', runs, '--predictions', join(closed, 'x.csv')]), 2, 'EACCES');
  }
});

it('command lines that cannot be followed end with 2 and one line', async () => {
  const A = corpusPath('dumps');
  expectFailure(await runPrm(['backtest']), 2, 'SOURCE', '--train and --test');
  expectFailure(
    await runPrm(['backtest', A, '--split', 'halves']),
    2,
    '"halves"',
    'random, time, leave-run-out',
  );
  for (const fraction of ['0', '1', '1.5', 'NaN', '', 'half', '-0.5'])
    expectFailure(
      await runPrm(['backtest', A, `--train-fraction=${fraction}`]),
      2,
      '--train-fraction',
      'between 0 and 1',
    );
  for (const seed of ['1.5', 'x', '', '1e400', '9007199254740993'])
    expectFailure(await runPrm(['backtest', A, `--seed=${seed}`]), 2, '--seed', 'whole number');
  expectFailure(await runPrm(['backtest', '--train', A]), 2, '--train needs --test');
  expectFailure(await runPrm(['backtest', '--test', A]), 2, '--test needs --train');
  expectFailure(await runPrm(['backtest', A, '--train', A, '--test', A]), 2, 'either SOURCE');
  expectFailure(
    await runPrm(['backtest', '--train', A, '--test', A, '--split', 'time']),
    2,
    '--split says nothing',
  );
  expectFailure(
    await runPrm(['backtest', '--train', A, '--test', A, '--seed', '0']),
    2,
    '--seed says nothing',
  );
  expectFailure(await runPrm(['backtest', A, '--identity', 'name']), 2, '--identity', 'registry');
});

it('sources without a job to test end with 1 and what was found', async () => {
  const empty = join(folder, 'nothing');
  mkdirSync(empty);
  expectFailure(await runPrm(['backtest', empty]), 1, 'nothing to test', 'no run files');
  expectFailure(await runPrm(['backtest', join(folder, 'nowhere')]), 1, 'no such file');
  expectFailure(
    await runPrm(['backtest', '--train', corpusPath('dumps'), '--test', empty]),
    1,
    'nothing to test',
  );
  const other = [
    '--train',
    casePath('B28', 'runs'),
    '--test',
    corpusPath('dumps'),
    '--min-step-samples',
    '1',
  ];
  expectFailure(await runPrm(['backtest', ...other]), 1, 'nothing to test', 'have no model');
  const outcome = await runPrm(['backtest', empty, '--json']);
  expectFailure(outcome, 1);
  expect(JSON.parse(outcome.stderr)).toMatchObject({ code: 'evaluate/nothing-to-test' });
});

it('documents that cannot be read are told and listed, or end a strict back-test', async () => {
  const broken = join(folder, 'broken');
  mkdirSync(broken);
  writeFileSync(join(broken, 'a.json'), '{"A": {"command": "x"');
  const { code, stderr } = await runPrm(['backtest', runs, broken]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/skipped .*a\.json: not JSON/);
  const { skipped } = (await runJson(['backtest', runs, broken])) as Backtest;
  expect(skipped).toContainEqual(expect.objectContaining({ code: 'ingest/not-parsable' }));
  expectFailure(await runPrm(['backtest', runs, broken, '--strict']), 1, 'not JSON');
  expect(existsSync(join(broken, 'index.json'))).toBe(false);
});

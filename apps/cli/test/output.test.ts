import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { durationText, type Prediction } from '@prm/predict';
import { corpusPath } from '@prm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { predictionTable } from '../src/output/prediction-text.ts';
import { PRM, runJson, runPrm } from './support/run-prm.ts';

const folder = mkdtempSync(join(tmpdir(), 'prm-output-'));
const models = join(folder, 'models');

beforeAll(async () => {
  expect((await runPrm(['train', corpusPath(), '--out', models])).code).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('train accounts for every document of a folder', async () => {
  const out = join(folder, 'all');
  const training = await runJson(['train', corpusPath(), '--out', out]);
  expect(training).toMatchObject({
    format: 'prm/training',
    quality: {
      n_documents: 322,
      n_runs: 279,
      n_merged_dumps: 43,
      n_passed_over: 2,
      n_not_runs: 0,
      skipped: [],
    },
    passed_over: [
      { path: expect.stringContaining('README.md') },
      { path: expect.stringContaining('runs.tsv') },
    ],
  });
});

const COMMANDS: [string, string[]][] = [
  ['train', ['train', corpusPath('dumps'), '--out', join(folder, 'again')]],
  ['workflows', ['workflows', models]],
  ['predict', ['predict', models, 'somatic', '--pipeline', 'tumor_only', '--input-size', '20mb']],
  ['predict, no timeline', ['predict', models, 'somatic', '--input-size', '20mb']],
  ['predict, two sizes', ['predict', models, 'tumor_only', '--input-size', '20mb', '--input-size', '1gb']],
  ['recommend', ['recommend', models, 'synth']],
  ['recommend, changes', ['recommend', models, 'textbio', '--changes-only', '--input-size', '50gb']],
  ['sensitivity', ['sensitivity', models, 'textbio']],
  ['help', ['--help']],
];

it.each(COMMANDS)(
  '%s: tables fit into 80 columns, and without a terminal there is no colour',
  async (_, args) => {
    const { code, stdout, stderr } = await runPrm(args);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(stderr).toBe('');
    for (const row of stdout.split('\n').filter((line) => / {2}/.test(line))) {
      expect(row.length, row).toBeLessThanOrEqual(80);
    }
  },
);

it('every command has help with an example', async () => {
  for (const command of ['train', 'workflows', 'predict', 'recommend', 'sensitivity']) {
    const { code, stdout } = await runPrm([command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(`Usage: prm ${command}`);
    expect(stdout).toMatch(/Examples:\n {2}.*\n {4}\$ prm /);
    expect((await runPrm(['--help'])).stdout).toMatch(`  ${command} `);
  }
});

it('predict shows scaled units, what 95 % of jobs stay below and the jobs behind it, and marks what lies outside', async () => {
  const { stdout } = await runPrm(['predict', models, 'synth', '--input-size', '50gb']);
  expect(stdout).toMatch(/^step +memory +95 % below +time +95 % below +cores +jobs +seen$/m);
  expect(stdout).toMatch(/^align +3\.5 GB +3\.[6-9] GB +\d+ min +\d+ min +[\d.]+ +1 +200$/m);
  expect(stdout).toMatch(/^Takes \d+ min · /m);
  expect(stdout).toMatch('95 % below: of 100 such jobs 95 stay below this');
  expect(stdout).not.toMatch('~');
  const far = await runPrm(['predict', models, 'synth', '--input-size', '5tb']);
  expect(far.stdout).toMatch(/GB \*/);
  expect(far.stdout).toMatch('extrapolated');
});

it('a wide terminal shows the bounds and what the figures rest on', async () => {
  const document = await runJson(['predict', models, 'synth', '--input-size', '50gb']);
  const titles = (width: number): string[] =>
    predictionTable(document as Prediction, width).columns.map(({ title }) => title);
  const bounded = ['95 % below', 'fit'];
  expect(titles(120)).toEqual(['step', 'memory', ...bounded, 'time', ...bounded, 'cores', 'jobs']);
  expect(titles(80)).not.toContain('fit');
});

it('a bound from fewer jobs than it takes is marked as a guess', async () => {
  const { stdout } = await runPrm(['predict', models, 'tumor_only', '--input-size', '20mb']);
  expect(stdout).toMatch(/^gpu_polish .* GB ~ .* s ~ .* 5$/m);
  expect(stdout).toMatch(/^align_sample +\d+ MB +\d+ MB +/m);
  expect(stdout).toMatch(/^~ +a guess, wide on purpose: too few jobs .*\n? .*\(95 % takes 19\)/m);
});

it('predict --full shows every level of memory and time, and what each figure rests on', async () => {
  const { stdout } = await runPrm(['predict', models, 'synth', '--input-size', '50gb', '--full']);
  expect(stdout).toMatch(/^align +time +\d+ min +\d+ min – \d+ min +linear 200$/m);
  const levels = stdout.slice(stdout.search(/^step +metric +of jobs +stay below +lie within$/m));
  expect(levels).toMatch(
    /^align +peak memory +50 % +3\.\d GB – 3\.\d GB\n +80 % .*\n +90 % +3\.\d GB +3\.\d GB – 3\.\d GB\n +95 % .*\n +99 % +\d(\.\d)? GB$/m,
  );
});

it('sizes side by side keep a line for the bounds', async () => {
  const sizes = ['--input-size', '50gb', '--input-size', '40gb'];
  const { stdout } = await runPrm(['predict', models, 'synth', ...sizes]);
  expect(stdout).toMatch(
    /^align +3\.5 GB +19 min +\d\S* GB +\d+ min\n {2}95 % < +3\.[6-9] GB +2\d min +\d\S* GB +\d+ min$/m,
  );
  expect(stdout).toMatch('95 % <: of 100 such jobs 95 stay below this');
  expect(stdout).not.toMatch('fit:');
});

it('models of the reference have no bounds: what their figures rest on stands beside them', async () => {
  const out = join(folder, 'reference');
  await runPrm(['train', corpusPath(), '--out', out, '--method', 'reference']);
  const { stdout } = await runPrm(['predict', out, 'synth', '--input-size', '50gb']);
  expect(stdout).toMatch(/align +3\.6 GB +linear 200 +\d+ min +linear 200/);
  expect(stdout).not.toMatch('95 %');
});

it('predict tells work and the usual wait apart, where the wait is worth telling', async () => {
  const { totals } = (await runJson(['predict', models, 'tumor_only', '--input-size', '20mb'])) as Prediction;
  const { makespan_seconds: whole = 0, work_seconds: work = 0, wait_seconds: wait = 0 } = totals ?? {};
  expect(wait).toBeGreaterThan(0.01 * whole);
  const { stdout } = await runPrm(['predict', models, 'tumor_only', '--input-size', '20mb']);
  const [, told] = /^Takes (.*(?:\n {2}.*)?)/m.exec(stdout) ?? [];
  expect(told?.replace(/\n */, ' ')).toBe(
    `${durationText(whole)}: ${durationText(work)} of work and usually ${durationText(wait)} of waiting in the queue`,
  );
});

it('an unknown GPU class is warned of with the known ones', async () => {
  const args = ['predict', models, 'synth', '--input-size', '50gb', '--gpu-class', 'gpu-9w'];
  const { code, stderr } = await runPrm(args);
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /warning: GPU class "gpu-9w" is not known.*gpu-70w, gpu-300w, gpu-700w|gpu-300w, gpu-700w/,
  );
});

it('--quiet leaves one line', async () => {
  const { code, stdout, stderr } = await runPrm(['train', corpusPath('dumps'), '--out', models, '--quiet']);
  expect(code).toBe(0);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^trained 3 workflows from 41 runs into .*; 42 documents read, 0 skipped\n$/);
});

it('a name with terminal escapes prints harmlessly', async () => {
  const name = 'evil\u001b[31m\u0007\u202ename';
  const job = {
    command: `pype snippets --log /l '${name}' -i x`,
    status: 'completed',
    resource_consumption: { duration_seconds: 10, memory_rss_mb_max: 100 },
  };
  const run = { A: job, __pipeline_metadata__: { pipeline_name: name } };
  writeFileSync(join(folder, 'evil.json'), JSON.stringify(run));
  const out = join(folder, 'evil');
  const trained = await runPrm(['train', join(folder, 'evil.json'), '--out', out, '--min-step-samples', '1']);
  const predicted = await runPrm(['predict', out, name, '--input-size', '1gb']);
  for (const { stdout, code } of [trained, predicted]) {
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
    expect(stdout).toMatch('evil\\x1b[31m\\x07\\u202ename');
  }
});

it('a closed pipe ends quietly', () => {
  const command = `"${process.execPath}" "${PRM}" predict "${models}" somatic --input-size 1gb --json`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', `${command} | head -c 1`], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '{', stderr: '' });
});

it('an output that cannot be written is an error', () => {
  // The device exists on Linux alone; elsewhere there is no full disk at hand.
  const full = existsSync('/dev/full') ? '/dev/full' : null;
  if (full === null) return;
  const command = `"${process.execPath}" "${PRM}" workflows "${models}" > ${full}`;
  const { status, stderr } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toMatch(/^prm: cannot write the output: ENOSPC\n$/);
});

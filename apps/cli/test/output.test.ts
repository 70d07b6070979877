import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpusPath } from '@prm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
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

it('predict shows scaled units, the fit and its samples, and marks what lies outside', async () => {
  const { stdout } = await runPrm(['predict', models, 'synth', '--input-size', '50gb']);
  expect(stdout).toMatch(/align +3\.5 GB +linear 200 +\d+ min +linear 200/);
  expect(stdout).toMatch(/^Takes \d+ min · /m);
  const far = await runPrm(['predict', models, 'synth', '--input-size', '5tb']);
  expect(far.stdout).toMatch(/GB \*/);
  expect(far.stdout).toMatch('extrapolated');
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

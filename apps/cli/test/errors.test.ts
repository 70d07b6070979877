import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpusPath } from '@prm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Outcome, runPrm } from './support/run-prm.ts';

let folder: string;
let models: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prm-errors-'));
  models = join(folder, 'models');
  expect((await runPrm(['train', corpusPath('dumps'), '--out', models])).code).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One line on stderr, nothing on stdout, no stack trace. */
function expectFailure(
  { code, stdout, stderr }: Outcome,
  expectedCode: number,
  ...words: (string | RegExp)[]
): void {
  expect(stdout).toBe('');
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).not.toMatch(/at .*\.js:\d+|node:internal|Unhandled/);
  for (const word of words) expect(stderr).toMatch(word);
  expect(code).toBe(expectedCode);
}

it.each([
  ['--input-size', '1,5gb'],
  ['--input-size', '-5gb'],
  ['--input-size', '50xb'],
  ['--input-size', '0'],
  ['--input-size', '1e400gb'],
  ['--input-size', 'NaN'],
])('a size that is none is refused by name: %s %s', async (option, size) => {
  const outcome = await runPrm(['predict', models, 'somatic', option, size]);
  expectFailure(outcome, 2, `"${size}"`, 'positive number', '50gb');
});

it('a negative size is refused as a size in every spelling', async () => {
  expectFailure(await runPrm(['predict', models, 'somatic', '--input-size=-5gb']), 2, '"-5gb"', 'positive');
  expectFailure(
    await runPrm(['recommend', models, 'somatic', '--input-size', '-5gb']),
    2,
    '"-5gb"',
    'positive',
  );
  expectFailure(await runPrm(['predict', models, 'somatic', '--input-size=']), 2, '""', 'positive');
});

it('an unknown workflow is told the nearest names', async () => {
  const outcome = await runPrm(['predict', models, 'somatik', '--input-size', '1gb']);
  expectFailure(outcome, 1, 'unknown workflow "somatik"', 'nearest: "somatic"');
});

it('an unknown workflow that is near to none is told what there is', async () => {
  const outcome = await runPrm(['sensitivity', models, 'zzzzzz']);
  expectFailure(outcome, 1, 'unknown workflow "zzzzzz"', '"somatic"', '"textbio"');
});

it('an unknown pipeline is told those of the workflow', async () => {
  const args = ['somatic', '--pipeline', 'index_cohort'];
  const expected = ['has no pipeline "index_cohort"', '"somatic_cohort", "tumor_only"'];
  expectFailure(await runPrm(['predict', models, ...args, '--input-size', '1gb']), 1, ...expected);
  expectFailure(await runPrm(['recommend', models, ...args]), 1, ...expected);
  expectFailure(await runPrm(['sensitivity', models, ...args]), 1, ...expected);
});

it('a source that is not there is named, and nothing is written', async () => {
  const out = join(folder, 'never');
  expectFailure(await runPrm(['train', join(folder, 'nowhere'), '--out', out]), 1, 'no such file', 'nowhere');
  expectFailure(await runPrm(['train', '', '--out', out]), 1, 'no such file');
  expect(existsSync(join(out, 'index.json'))).toBe(false);
});

it('an empty folder has no runs', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  expectFailure(await runPrm(['train', empty, '--out', join(folder, 'none')]), 1, 'no run files', '.ndjson');
});

it('a folder of files that are no runs tells what it found, and the old models stay', async () => {
  const noRuns = join(folder, 'no-runs');
  const out = join(folder, 'kept');
  cpSync(models, out, { recursive: true });
  mkdirSync(noRuns);
  writeFileSync(join(noRuns, 'a.json'), '{"x": 1}');
  writeFileSync(join(noRuns, 'b.json'), '[1, 2]');
  writeFileSync(join(noRuns, 'c.yaml'), 'a: [1,\n');
  writeFileSync(join(noRuns, 'notes.txt'), 'none');
  const before = filesOf(out);
  const outcome = await runPrm(['train', noRuns, '--out', out]);
  expectFailure(outcome, 1, 'nothing to train', '3 documents read', '1 without a job record', '2 skipped');
  expect(filesOf(out)).toEqual(before);
});

it('a folder that cannot be written is told before the runs are read', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const below = join(file, 'models');
  expectFailure(
    await runPrm(['train', corpusPath('dumps'), '--out', below]),
    1,
    'cannot write models',
    below,
  );
  expectFailure(await runPrm(['train', corpusPath('dumps'), '--out', file]), 1, 'cannot write models', file);
  expect(readFileSync(file, 'utf8')).toBe('');
});

it('a model file cut in half is named, and its neighbours still answer', async () => {
  const cut = join(folder, 'cut');
  cpSync(models, cut, { recursive: true });
  const name = readdirSync(cut).find((file) => file.startsWith('somatic.')) as string;
  const text = readFileSync(join(cut, name), 'utf8');
  writeFileSync(join(cut, name), text.slice(0, text.length / 2));
  expectFailure(
    await runPrm(['predict', cut, 'somatic', '--input-size', '1gb']),
    1,
    name,
    'cut short',
    'train again',
  );
  expect((await runPrm(['predict', cut, 'textbio', '--input-size', '1gb'])).code).toBe(0);
});

it('a folder without models is told as such', async () => {
  expectFailure(await runPrm(['workflows', folder]), 1, 'holds no models', 'prm train');
  expectFailure(await runPrm(['workflows', join(folder, 'nowhere')]), 1, 'holds no models');
});

it('a document that cannot be read is told and skipped, or ends a strict training', async () => {
  const mixed = join(folder, 'mixed');
  cpSync(corpusPath('dumps'), mixed, { recursive: true });
  writeFileSync(join(mixed, 'broken.json'), '{"A": {"command": "x"');
  const out = join(folder, 'from-mixed');
  const lenient = await runPrm(['train', mixed, '--out', out]);
  expect(lenient.code).toBe(0);
  expect(lenient.stderr).toMatch(/skipped .*broken\.json: not JSON: .* line 1/);
  expect(lenient.stdout).toMatch('1 skipped');
  const strict = join(folder, 'strict');
  expectFailure(await runPrm(['train', mixed, '--out', strict, '--strict']), 1, 'broken.json', 'not JSON');
  expect(existsSync(join(strict, 'index.json'))).toBe(false);
});

it('command lines that cannot be followed end with 2 and the usage', async () => {
  expectFailure(
    await runPrm(['predict', models, 'somatic', '--no-such-flag']),
    2,
    'no-such-flag',
    'Usage: prm predict',
  );
  expectFailure(await runPrm(['predict', models]), 2, 'expected MODELS WORKFLOW');
  expectFailure(await runPrm(['predict', models, 'somatic']), 2, '--input-size');
  expectFailure(await runPrm(['train', corpusPath('dumps')]), 2, '--out DIR');
  expectFailure(
    await runPrm(['train', 'x', '--out', 'y', '--identity', 'name']),
    2,
    '--identity',
    'registry',
  );
  expectFailure(
    await runPrm(['train', 'x', '--out', 'y', '--min-step-samples', '0']),
    2,
    '--min-step-samples',
  );
  expectFailure(
    await runPrm(['predict', models, 'somatic', '--input', join(folder, 'nowhere')]),
    2,
    'no such file',
  );
  expectFailure(await runPrm(['trian']), 2, 'unknown command "trian"', 'train, backtest, workflows');
});

it('with --json a failure is one JSON document on stderr, stdout empty', async () => {
  const outcome = await runPrm(['predict', models, 'somatik', '--input-size', '1gb', '--json']);
  expectFailure(outcome, 1);
  expect(JSON.parse(outcome.stderr)).toEqual({ code: 'model/unknown-workflow', message: expect.any(String) });
  const usage = await runPrm(['predict', models, '--json']);
  expectFailure(usage, 2);
  expect(JSON.parse(usage.stderr)).toEqual({ code: 'cli/usage', message: expect.any(String) });
});

function filesOf(path: string): Record<string, string> {
  const names = readdirSync(path).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(path, name), 'utf8')]));
}

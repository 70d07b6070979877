import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpusPath } from '@prm/testing';
import { afterAll, expect, it } from 'vitest';
import { runJson, runPrm } from './support/run-prm.ts';

const folder = mkdtempSync(join(tmpdir(), 'prm-leaving-out-'));
const out = join(folder, 'models');
const list = join(folder, 'exclusions.txt');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs of the corpus with names of their own; most have their pipeline's. */
const RUNS = ['Run 5 of the text cohort', 'Run 13 of the text cohort'];

const train = (...more: string[]): string[] => ['train', corpusPath('dumps'), '--out', out, ...more];

/** One line on stderr, nothing on stdout, and the exit code of a command line that cannot be followed. */
async function expectRefusal(args: readonly string[], ...words: string[]): Promise<void> {
  const { code, stdout, stderr } = await runPrm(args);
  expect(stdout).toBe('');
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  for (const word of words) expect(stderr).toMatch(word);
  expect(code).toBe(2);
}

it('what is left out is told by the report, the summary, the quality and the index', async () => {
  const job = aJobOfTheCorpus();
  writeFileSync(list, `# a broken node\n${RUNS[0]}\n\n${RUNS[1]}  # a test\n${job}\nnobody\n`);
  const options = ['--exclude', list, '--since', '2020-01-01', '--last', '10'];
  const { code, stdout, stderr } = await runPrm(train(...options));
  expect(code).toBe(0);
  const told =
    '2 runs and 1 job of others (exclude), 0 runs before 2020-01-01 (since), 18 runs beyond the last 10 of their workflow';
  expect(inOneLine(stdout)).toContain(`Left out as asked: ${told}.`);
  expect(stderr).toMatch(/^warning: nobody: is to be excluded, but is no run, no job/m);
  expect(inOneLine((await runPrm(['quality', out])).stdout)).toContain(`Left out as asked: ${told}.`);
  expect((await runPrm(train(...options, '--quiet'))).stdout).toContain(`0 skipped; ${told}\n`);

  const index = JSON.parse(readFileSync(join(out, 'index.json'), 'utf8'));
  expect(index.options).toMatchObject({
    exclude: [...RUNS, job, 'nobody'].sort(),
    since: '2020-01-01',
    last: 10,
  });
  expect(index.quality).toMatchObject({ n_excluded_runs: 2, n_excluded_jobs: 1, n_runs_before_since: 0 });
});

it('the settings can say it too; a list is sought beside the file that names it', async () => {
  const home = join(folder, 'home');
  mkdirSync(join(home, 'elsewhere'), { recursive: true });
  writeFileSync(join(home, 'exclusions.txt'), `${RUNS[0]}\n`);
  const config = join(home, 'prm.config.json');
  writeFileSync(config, JSON.stringify({ exclude: 'exclusions.txt', last: 10 }));
  const training = await runJson(train(), {
    cwd: join(home, 'elsewhere'),
    env: { PRM_CONFIG: config, PRM_SINCE: '2020-01-01' },
  });
  expect(training).toMatchObject({ quality: { n_excluded_runs: 1, n_runs_before_since: 0 } });
});

it('a list that cannot be read is refused, naming it', async () => {
  await expectRefusal(train('--exclude', join(folder, 'nowhere')), '--exclude', 'nowhere: no such file');
  await expectRefusal(train('--exclude', folder), 'a folder, expected a file');
  await expectRefusal(train('--exclude', ''), '--exclude');
});

it('a list that is no text is refused, with what is expected', async () => {
  const path = join(folder, 'garbage');
  for (const bytes of [
    [0xff, 0xfe, 0x80],
    [0x41, 0x00, 0x42, 0x0a],
    [0x1f, 0x8b, 0x08, 0x00],
  ]) {
    writeFileSync(path, Uint8Array.from(bytes));
    await expectRefusal(train('--exclude', path), 'garbage: not text', 'a run id, a job id or step@version');
  }
});

it('a list without an entry, or with a byte-order mark, is a list', async () => {
  writeFileSync(list, '\ufeff# nothing yet\n');
  const { code, stdout } = await runPrm(train('--exclude', list));
  expect(code).toBe(0);
  expect(stdout).not.toMatch('Left out');
});

it.each(['0', '-1', '1.5', 'many', ''])(
  'a number of runs that is none is refused: --last %j',
  async (last) => {
    await expectRefusal(train(`--last=${last}`), '--last', 'expected a whole number from 1');
  },
);

it.each(['yesterday', '2026-13-01', '01.02.2026', '50', ''])(
  'a date that is none is refused: --since %j',
  async (since) => {
    await expectRefusal(train(`--since=${since}`), '--since', 'expected a date such as 2026-01-31');
  },
);

it('where all is left out the old models stay, and it is told why', async () => {
  const kept = join(folder, 'kept');
  await runPrm(train());
  cpSync(out, kept, { recursive: true });
  const { code, stderr } = await runPrm(train('--since', '2099-01-01'));
  expect(code).toBe(1);
  expect(stderr).toMatch(/nothing to train a model from: .*41 runs left out as asked/);
  expect(readFileSync(join(out, 'index.json'), 'utf8')).toBe(readFileSync(join(kept, 'index.json'), 'utf8'));
});

/** Without the breaks that the width of a terminal makes. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

/** A job of a run of the corpus. */
function aJobOfTheCorpus(): string {
  const mapping = JSON.parse(readFileSync(corpusPath('dumps', 'tx_gate_04.json'), 'utf8'));
  return Object.keys(mapping).find((key) => !key.startsWith('__')) as string;
}

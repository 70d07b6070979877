import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { casePath, corpusPath } from '@prm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { main } from '../src/main.ts';
import { PRM, runPrm } from './support/run-prm.ts';

const folder = mkdtempSync(join(tmpdir(), 'prm-every-'));
const models = join(folder, 'models');
/** Models of workflows whose names are long, empty, or hold what a terminal or a disk would obey. */
const oddModels = join(folder, 'odd');
const odd = join(folder, 'odd.json');
const byPipeline = ['--identity', 'pipeline', '--min-step-samples', '1'];
const oddName = 'evil\u001b[31m\u0007\u202ename\nNormal: forged';
const run = corpusPath('runs', 'tx_gate_02_failed', 'pipeline_runtime.yaml');

beforeAll(async () => {
  writeFileSync(odd, JSON.stringify(oddRun()));
  const trainings = [
    ['train', corpusPath(), '--out', models],
    ['train', casePath('B28', 'runs'), odd, '--out', oddModels, ...byPipeline],
  ];
  for (const words of trainings) expect((await runPrm(words)).code).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Every name in it would colour a terminal, ring its bell and turn its text around. */
function oddRun(): Record<string, unknown> {
  const job = (snippet: string, more: object): object => ({
    name: oddName,
    command: `pype snippets --log /l '${snippet}' -i x`,
    status: 'completed',
    error_msg: oddName,
    requirements: { mem: '64gb', time: '24:00:00', ncpu: 16 },
    started_at: '2026-05-04T10:00:00',
    resource_consumption: {
      duration_seconds: 100,
      memory_rss_mb_max: 100,
      cpu_percent_avg: 90,
      cpu_percent_max: 100,
      gpu_utilization_avg: 50,
    },
    ...more,
  });
  return {
    [`A${oddName}`]: job(oddName, {}),
    [`B${oddName}`]: job(oddName, { status: 'failed' }),
    [`C${oddName}`]: job(`${oddName}2`, { started_at: null }),
    __pipeline_metadata__: { pipeline_name: oddName },
  };
}

const SIZES = ['5gb', '7tb', '1kb', '1pb'].flatMap((size) => ['--input-size', size]);

/** Every command, where it has tables with the widest of them. */
const COMMANDS: readonly [string, readonly string[]][] = [
  ['train', ['train', corpusPath('dumps'), '--out', join(folder, 'again')]],
  ['backtest', ['backtest', corpusPath()]],
  ['workflows', ['workflows', models]],
  ['predict', ['predict', models, 'tumor_only', '--input-size', '5gb']],
  ['predict without a timeline', ['predict', models, 'textbio', '--input-size', '5gb']],
  ['predict --full', ['predict', models, 'synth', '--input-size', '50gb', '--full']],
  ['predict of samples', ['predict', models, 'index_cohort', '--samples', '2', '--input-size', '5gb']],
  ['predict of four sizes', ['predict', models, 'somatic', ...SIZES]],
  ['evaluate', ['evaluate', models, run]],
  ['recommend', ['recommend', models, 'synth']],
  ['recommend for a size never seen', ['recommend', models, 'somatic', '--input-size', '9tb']],
  ['power', ['power', models, 'synth', '--input-size', '50gb', '--bin-minutes', '5']],
  ['power --run', ['power', '--run', run]],
  ['sensitivity', ['sensitivity', models]],
  ['gpu', ['gpu', models]],
  ['environments', ['environments', models]],
  ['quality', ['quality', models]],
  ['config', ['config']],
  ['help', ['--help']],
];

/** The same, of the odd models: how the command spells its operands is all that differs. */
const ODD_COMMANDS: readonly [string, readonly string[]][] = [
  ['train', ['train', odd, '--out', join(folder, 'odd-again'), '--min-step-samples', '1']],
  ['backtest', ['backtest', '--train', odd, '--test', odd, ...byPipeline]],
  ['workflows', ['workflows', oddModels]],
  ['predict', ['predict', oddModels, oddName, '--input-size', '5gb', '--full']],
  ['predict of sizes', ['predict', oddModels, oddName, ...SIZES]],
  ['evaluate', ['evaluate', oddModels, odd]],
  ['recommend', ['recommend', oddModels, oddName]],
  ['power', ['power', oddModels, oddName, '--input-size', '5gb']],
  ['power --run', ['power', '--run', odd]],
  ['sensitivity', ['sensitivity', oddModels]],
  ['gpu', ['gpu', oddModels]],
  ['environments', ['environments', oddModels]],
  ['quality', ['quality', oddModels]],
];

it('every command there is stands in these lists', async () => {
  const { stdout } = await runPrm(['--help']);
  const names = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name]) => name);
  const listed = new Set(COMMANDS.map(([, [name]]) => name));
  expect([...names, '--help'].sort()).toEqual([...listed].sort());
});

it.each(COMMANDS)('%s: no line is longer than 80 columns', async (_, args) => {
  const { code, stdout } = await runPrm(args);
  expect(code).toBe(0);
  for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
});

it('nor one of the help of a command, each with an example', async () => {
  for (const name of new Set(COMMANDS.flatMap(([, [word]]) => (word === '--help' ? [] : [word as string])))) {
    const { code, stdout } = await runPrm([name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}.*\n {4}\$ prm /);
    for (const line of stdout.split('\n')) expect(line.length, line).toBeLessThanOrEqual(80);
  }
});

it.each(ODD_COMMANDS)('%s: tables of long names fit too', async (_, args) => {
  const { code, stdout } = await runPrm(args);
  expect(code).toBe(0);
  const rows = stdout.split('\n').filter((line) => /\S {2,}\S/.test(line));
  for (const row of rows) expect(row.length, row).toBeLessThanOrEqual(80);
});

it.each(ODD_COMMANDS)(
  '%s: names with terminal escapes print harmlessly, as text and as JSON',
  async (_, args) => {
    for (const words of [args, [...args, '--json']]) {
      const { code, stdout, stderr } = await runPrm(words);
      expect(code).toBe(0);
      expect(`${stdout}${stderr}`).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
      // Nor does a line end in a name begin a line that looks like ours.
      expect(`${stdout}${stderr}`).not.toMatch(/^\s*Normal: forged/m);
    }
  },
);

it('and so does an error that names one', async () => {
  for (const json of [[], ['--json']]) {
    const { stderr } = await runPrm(['predict', models, oddName, '--input-size', '1gb', ...json]);
    expect(stderr).toMatch('evil');
    expect(stderr).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  }
});

it.each(COMMANDS)('%s: a reader that stops after one line is no error', (_, args) => {
  const quoted = [process.execPath, PRM, ...args].map((word) => `'${word}'`).join(' ');
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', `${quoted} | head -1; exit \${PIPESTATUS[0]}`],
    {
      encoding: 'utf8',
    },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.split('\n')).toHaveLength(2);
});

const ESCAPE = String.fromCharCode(27);

it.each(COMMANDS)('%s: colours on a terminal, unless NO_COLOR is set or it is none', async (name, args) => {
  const on = async (isTTY: boolean, env: Record<string, string>): Promise<string> => {
    const stdout = new Sink(isTTY);
    const stderr = new Sink(false);
    expect(await main(args, { stdout, stderr, env: { ...env, HOME: folder } })).toBe(0);
    return stdout.text;
  };
  const isColoured = (await on(true, {})).includes(ESCAPE);
  expect(isColoured).toBe(!['train', 'workflows', 'help'].includes(name));
  expect(await on(true, { NO_COLOR: '1' })).not.toContain(ESCAPE);
  expect(await on(true, { TERM: 'dumb' })).not.toContain(ESCAPE);
  expect(await on(false, { FORCE_COLOR: '1' })).not.toContain(ESCAPE);
});

/** What a command writes, as to a terminal of 80 columns. */
class Sink extends Writable {
  readonly columns = 80;
  readonly isTTY: boolean;
  text = '';

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

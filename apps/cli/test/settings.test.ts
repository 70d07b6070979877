import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpusPath } from '@prm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJson, runPrm } from './support/run-prm.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'prm-settings-')));
/** Where the file of settings lies, and commands are run. */
const cwd = join(folder, 'work');
const file = join(cwd, 'prm.config.json');
const home = join(folder, 'home');
const run = corpusPath('dumps', 'so_03.json');
/** No setting of whoever runs these tests. */
const env = { HOME: home, XDG_CONFIG_HOME: '', PRM_CONFIG: '' };

beforeAll(async () => {
  mkdirSync(cwd);
  mkdirSync(join(home, '.config', 'prm'), { recursive: true });
  const { code } = await runPrm(['train', corpusPath('dumps'), '--out', join(folder, 'models')], {
    cwd,
    env,
  });
  expect(code).toBe(0);
  writeFileSync(file, JSON.stringify({ models: '../models', bin_minutes: 5, carbon_intensity: 250 }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Config {
  readonly settings: Readonly<Record<string, { readonly value: unknown; readonly from: string }>>;
}

async function settingsIn(where: string, more: Record<string, string> = {}): Promise<Config['settings']> {
  return ((await runJson(['config'], { cwd: where, env: { ...env, ...more } })) as Config).settings;
}

it('config tells every value and who said it: a default, the file, a variable', async () => {
  const settings = await settingsIn(cwd, { PRM_BIN_MINUTES: '7' });
  expect(settings).toMatchObject({
    models: { value: join(folder, 'models'), from: file },
    bin_minutes: { value: 7, from: 'PRM_BIN_MINUTES' },
    carbon_intensity: { value: 250, from: file },
    identity: { value: 'module', from: 'default' },
    max_document_size: { value: 500 * 1024 ** 2, from: 'default' },
  });
  const { stdout } = await runPrm(['config'], { cwd, env: { ...env, PRM_BIN_MINUTES: '7' } });
  expect(stdout).toMatch(/^bin_minutes +7 +PRM_BIN_MINUTES/m);
});

it('a variable goes before the file, the command line before both', async () => {
  const bins = async (args: string[], more: Record<string, string> = {}): Promise<unknown> => {
    const document = await runJson(['power', '--run', run, ...args], { cwd, env: { ...env, ...more } });
    return (document as { bin_minutes: number }).bin_minutes;
  };
  expect(await bins([])).toBe(5);
  expect(await bins([], { PRM_BIN_MINUTES: '7' })).toBe(7);
  expect(await bins(['--bin-minutes', '60'], { PRM_BIN_MINUTES: '7' })).toBe(60);
  expect(await bins([], { PRM_CONFIG: join(folder, 'other.json') }).catch(String)).toMatch('no such file');
});

it('the carbon intensity of the file gives every curve its CO2', async () => {
  const document = (await runJson(['power', '--run', run], { cwd, env })) as Record<string, number>;
  expect(document.total_co2_g).toBeCloseTo(((document.total_energy_wh as number) / 1000) * 250, 9);
  expect(await runJson(['power', '--run', run], { cwd: folder, env })).not.toHaveProperty('total_co2_g');
});

it('with a folder of models set, no command needs to name it', async () => {
  for (const args of [
    ['workflows'],
    ['predict', 'tumor_only', '--input-size', '50mb'],
    ['evaluate', run],
    ['recommend', 'somatic'],
    ['power', 'tumor_only', '--input-size', '50mb'],
    ['sensitivity', 'somatic'],
    ['gpu'],
    ['quality', 'somatic'],
  ]) {
    const named = [args[0] as string, join(folder, 'models'), ...args.slice(1)];
    expect(await runJson(args, { cwd, env })).toEqual(await runJson(named, { cwd, env }));
  }
});

it('train writes to the folder that is set, and limits hold', async () => {
  const out = join(folder, 'small');
  const limited = { ...env, PRM_MODELS: out, PRM_MAX_DOCUMENT_SIZE: '10kb' };
  const { quality } = (await runJson(['train', corpusPath('dumps')], { cwd, env: limited })) as {
    quality: { n_documents: number; skipped: { reason: string }[] };
  };
  expect(quality.n_documents).toBe(42);
  expect(quality.skipped.length).toBeGreaterThan(10);
  for (const { reason } of quality.skipped) expect(reason).toMatch('10240 bytes');
  expect((await runPrm(['workflows', out], { cwd, env })).code).toBe(0);
});

it("the user's own file holds where the working directory has none", async () => {
  const own = join(home, '.config', 'prm', 'prm.config.json');
  writeFileSync(own, JSON.stringify({ min_step_samples: 4 }));
  expect((await settingsIn(folder)).min_step_samples).toEqual({ value: 4, from: own });
  expect((await settingsIn(cwd)).min_step_samples).toEqual({ value: 3, from: 'default' });
  rmSync(own);
});

it.each([
  ['{"modls": "x"}', {}, 'unknown setting "modls"; known: models'],
  ['{"models": ', {}, 'is not JSON'],
  ['["models"]', {}, 'expected a mapping'],
  ['{"bin_minutes": "often"}', {}, 'bin_minutes is "often", expected a number above 0'],
  ['{"identity": true}', {}, 'identity is true, expected module, pipeline or registry'],
  ['{"models": 5}', {}, 'models is 5, expected a path in quotes'],
  ['{"models": ""}', {}, 'models is "", expected a path'],
  ['{"exclude": ["a"]}', {}, 'exclude is ["a"], expected a path in quotes'],
  ['{"since": 2026}', {}, 'since is 2026, expected a date such as 2026-01-31'],
  ['{"bin_minutes": true}', {}, 'bin_minutes is true, expected a number above 0'],
  ['{"bin_minutes": [5]}', {}, 'bin_minutes is [5], expected a number above 0'],
  ['{"last": null}', {}, 'last is null, expected a whole number from 1'],
  ['{"max_json_size": false}', {}, 'max_json_size is false, expected a size such as 500mb'],
  ['{}', { PRM_MIN_STEP_SAMPLES: '0' }, 'PRM_MIN_STEP_SAMPLES is "0", expected a whole number from 1'],
  ['{}', { PRM_MAX_JSON_SIZE: '1,5gb' }, 'PRM_MAX_JSON_SIZE is "1,5gb", expected a size'],
  ['{}', { PRM_IDENTITY: 'name' }, 'PRM_IDENTITY is "name", expected module, pipeline or registry'],
])('a setting that cannot be used is told with who said it: %s %j', async (content, more, message) => {
  const path = join(folder, 'wrong.json');
  writeFileSync(path, content);
  const { code, stdout, stderr } = await runPrm(['config'], {
    cwd,
    env: { ...env, PRM_CONFIG: path, ...more },
  });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^prm: [^\n]*\n$/);
  expect(stderr).toContain(message);
});

it('a file of settings that is a folder is told as one', async () => {
  const { code, stderr } = await runPrm(['config'], { cwd, env: { ...env, PRM_CONFIG: folder } });
  expect({ code, stderr }).toEqual({ code: 2, stderr: `prm: cannot read ${folder}: it is a folder\n` });
});

it('config tells sizes in the unit in which they are written, and every meaning in full', async () => {
  const { stdout } = await runPrm(['config'], { cwd: folder, env });
  expect(stdout).toMatch(/^max_document_size +500 MB +default +largest document read$/m);
  expect(stdout).toMatch(/learn nothing from$/m);
  expect(stdout).not.toMatch('…');
});

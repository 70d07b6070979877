import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

// Each library as a user gets it: packed, installed alone in an empty project. Here, because the app sees them all built.

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TSC = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
const folder = mkdtempSync(join(tmpdir(), 'prm-packed-'));
const INSTALL_MS = 120_000;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const REGRESSION = `
import { fitCurve, evaluateCurve } from '@prm/regression';
const curve = fitCurve([1, 2, 3, 4, 5], [3, 5, 7, 9, 11]);
if (curve.kind !== 'linear' || evaluateCurve(curve, 10).value !== 21) throw new Error(JSON.stringify(curve));
`;

const INGEST = `
import { parseRun, readRuns } from '@prm/ingest';
import { parseTimestamp } from '@prm/ingest/text';
import { parseInputSize } from '@prm/ingest/units';
const mapping = { A: { command: 'pype snippets --log /l align -i x', status: 'completed' } };
if (parseRun(mapping)?.jobs[0]?.snippet !== 'align') throw new Error('parseRun');
for await (const { run } of readRuns([mapping].values())) if (run?.jobs.length !== 1) throw new Error('readRuns');
for await (const { error } of readRuns('.', { limits: { maxNesting: 50 } })) if (error) throw error;
if (parseInputSize('1.5gb') !== 1610612736) throw new Error('parseInputSize');
if (parseTimestamp('1970-01-02') !== 86400) throw new Error('parseTimestamp');
`;

it.each([
  ['regression', REGRESSION, ['@prm', 'ml-regression-simple-linear'], /yaml|clipanion/],
  ['ingest', INGEST, ['@prm', 'yaml'], /^ml-|clipanion/],
] as const)(
  '@prm/%s alone works from JavaScript and TypeScript, and brings only what it needs',
  (name, code, expected, unwanted) => {
    const project = join(folder, name);
    mkdirSync(project);
    const tarball = pack(name);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', tarball], project);
    const installed = readdirSync(join(project, 'node_modules'));
    expect(installed).toEqual(expect.arrayContaining([...expected]));
    expect(installed.filter((one) => unwanted.test(one))).toEqual([]);
    expect(readdirSync(join(project, 'node_modules', '@prm'))).toEqual([name]);
    writeFileSync(join(project, 'main.js'), code);
    writeFileSync(join(project, 'main.ts'), code);
    run(process.execPath, ['main.js'], project);
    const strict = ['--strict', '--noEmit', '--target', 'es2023', '--module', 'nodenext', '--types', ''];
    run(process.execPath, [TSC, ...strict, 'main.ts'], project);
  },
  INSTALL_MS,
);

function pack(name: string): string {
  const target = join(folder, `${name}-tarball`);
  run('pnpm', ['pack', '--pack-destination', target], join(ROOT, 'packages', name));
  return join(target, readdirSync(target)[0] as string);
}

function run(program: string, args: readonly string[], cwd: string): string {
  // Under npx its options are in the environment; npm refuses this one in a project.
  const { npm_config_allow_scripts: _, ...env } = process.env;
  return execFileSync(program, [...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

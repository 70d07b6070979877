import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpusPath } from '@prm/testing';
import { afterAll, expect, it } from 'vitest';
import { runJson, runPrm } from './support/run-prm.ts';

const OPERATING = readFileSync(fileURLToPath(new URL('../../../docs/operating.md', import.meta.url)), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'prm-cron-'));
const archive = join(folder, 'logs');
const models = join(folder, 'models');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The command line of the recipe, with its folders here. */
function recipe(): string[] {
  const line = /^0 \*\/4 \* \* \* {2}prm (.*?) 2>&1/m.exec(OPERATING)?.[1] as string;
  return line
    .split(' ')
    .map((word) => word.replace('/data/bio/logs', archive).replace('/data/bio/models', models));
}

it('readers read while the recipe retrains over a growing archive', async () => {
  const dumps = readdirSync(corpusPath('dumps')).sort();
  mkdirSync(archive);
  for (const name of dumps.slice(0, 10)) cpSync(corpusPath('dumps', name), join(archive, name));
  expect((await runPrm(recipe())).code).toBe(0);
  let isTraining = true;
  const runsSeen: number[] = [];
  const readers = [1, 2].map(async () => {
    while (isTraining) {
      const { workflows } = (await runJson(['workflows', models])) as {
        workflows: { runs: { total: number } }[];
      };
      runsSeen.push(workflows.reduce((sum, { runs }) => sum + runs.total, 0));
      const prediction = (await runJson(['predict', models, 'somatic', '--input-size', '50mb'])) as {
        workflow: string;
      };
      expect(prediction.workflow).toBe('somatic');
    }
  });
  const totals: number[] = [];
  for (let i = 10; i < dumps.length; i += 4) {
    for (const name of dumps.slice(i, i + 4)) cpSync(corpusPath('dumps', name), join(archive, name));
    const { code, stdout, stderr } = await runPrm(recipe());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^trained \d workflows? from \d+ runs into .*\n$/);
    totals.push(Number(/from (\d+) runs/.exec(stdout)?.[1]));
  }
  isTraining = false;
  await Promise.all(readers);
  expect(totals).toEqual(totals.toSorted((a, b) => a - b));
  expect(runsSeen.length).toBeGreaterThan(2);
  // What a reader saw was one of the generations, never a mixture.
  const first = runsSeen[0] as number;
  for (const seen of runsSeen) expect([first, ...totals]).toContain(seen);
}, 120_000);

it('two trainings at once both end well, and leave the models of one', async () => {
  const outcomes = await Promise.all([runPrm(recipe()), runPrm(recipe()), runPrm(recipe())]);
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0, 0]);
  const index = JSON.parse(readFileSync(join(models, 'index.json'), 'utf8'));
  const files = readdirSync(models).filter((name) => name !== 'index.json');
  const named = Object.values<{ file: string }>(index.workflows).map(({ file }) => file);
  expect(files.sort()).toEqual(named.sort());
});

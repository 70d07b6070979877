import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseRun, readRun } from '@prm/ingest';
import { trainModels } from '@prm/model';
import { aJob, aRun, docExamples, readmeExample, readmeExports, runExample } from '@prm/testing';
import { expect, it } from 'vitest';
import { seededShuffle } from '../src/backtest/seeded-shuffle.ts';
import * as api from '../src/index.ts';
import { aRegistry, aTimedStep } from './models.ts';

const folder = fileURLToPath(new URL('../src/', import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const examples = sources.flatMap((file) => docExamples(readFileSync(`${folder}/${file}`, 'utf8')));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const root = fileURLToPath(new URL('../../../', import.meta.url));

it('the doc block of the main function has an example', () => {
  expect(examples.map(({ name }) => name)).toContain('evaluateRun');
});

it.each(examples)('the example of $name gives what it says', async ({ lines }) => {
  const registry = aRegistry({ align: aTimedStep(60) });
  const mapping = aRun({ module: 'somatic', jobs: [aJob()] });
  const backtest = (_: string, options: api.BacktestOptions) =>
    api.backtest(`${root}/examples/runs`, options);
  await runExample(lines, { ...api, seededShuffle, backtest, parseRun, registry, mapping });
});

it("the README's example gives what it says", async () => {
  const { registry } = await trainModels(`${root}/examples/runs`);
  const slow = `${root}/examples/runs/index_cohort_tx_index_52/pipeline_runtime.yaml`;
  const lines = readmeExample(readme);
  expect(lines.length).toBeLessThanOrEqual(12);
  const compared = await runExample(lines, {
    ...api,
    openRegistry: () => registry,
    readRun: () => readRun(slow),
  });
  expect(compared).toBeGreaterThan(3);
});

it('the README names every export, and no other', () => {
  expect(readmeExports(readme).sort()).toEqual(Object.keys(api).sort());
});

it('the README has at most 60 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

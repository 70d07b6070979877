import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { trainModels } from '@prm/model';
import { aJob, docExamples, readmeExample, readmeExports, runExample, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import * as api from '../src/index.ts';

const folder = new URL('../src/', import.meta.url);
const examples = readdirSync(folder).flatMap((file) =>
  docExamples(readFileSync(new URL(file, folder), 'utf8')),
);
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** The package, and the models that doc blocks speak of: align uses 600 MB a GB and asks for 4 GB. */
async function names(): Promise<Record<string, unknown>> {
  const jobs = (gb: number) => [
    aJob({ snippet: 'align', inputBytes: gb * 1e9, memMb: 500 + 600 * gb, requirements: { mem: '4gb' } }),
  ];
  const { registry } = await trainModels(
    runsOf([1, 2, 3, 4, 5, 6], (gb) => ({ module: 'somatic', pipeline: 'index_cohort', jobs: jobs(gb) })),
  );
  return { ...api, registry, model: registry.model('somatic') };
}

it('the doc blocks of the main functions have an example', () => {
  const main = [
    'predictRun',
    'recommend',
    'sensitivityReport',
    'memoryText',
    'timeText',
    'durationText',
    'sizeText',
  ];
  expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(main));
});

it.each(examples)('the example of $name gives what it says', async ({ lines }) => {
  await runExample(lines, await names());
});

it("the README's example gives what it says", async () => {
  const runs = fileURLToPath(new URL('../../../examples/runs', import.meta.url));
  const { registry } = await trainModels(runs);
  const lines = readmeExample(readme);
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(await runExample(lines, { ...api, openRegistry: () => registry })).toBeGreaterThan(3);
});

it('the README names every export, and no other', () => {
  expect(readmeExports(readme).sort()).toEqual(Object.keys(api).sort());
});

it('the README has at most 60 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

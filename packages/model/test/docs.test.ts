import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docExamples, readmeExample, readmeExports, runExample } from '@prm/testing';
import { expect, it } from 'vitest';
import * as format from '../src/format/index.ts';
import * as api from '../src/index.ts';
import { aModel, temporaryFolder } from './folders.ts';

const folder = fileURLToPath(new URL('../src/', import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const examples = sources.flatMap((file) => docExamples(readFileSync(join(folder, file), 'utf8')));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const runs = fileURLToPath(new URL('../../../examples/runs', import.meta.url));

/** The package, in a folder of its own where `dumps/` are the example runs. */
async function names(): Promise<Record<string, unknown>> {
  const here = temporaryFolder();
  const trainModels = (source: string, { out }: { out?: string } = {}) =>
    api.trainModels(source === 'dumps/' ? runs : source, out === undefined ? {} : { out: join(here, out) });
  await trainModels('dumps/', { out: 'models' });
  return {
    ...api,
    trainModels,
    collectRuns: () => api.collectRuns(runs),
    openRegistry: (path: string) => api.openRegistry(join(here, path)),
    model: await aModel('somatic'),
    text: 'hello',
  };
}

it('the doc blocks of the main functions have an example', () => {
  const main = ['trainModels', 'openRegistry', 'registryOf', 'detectPipeline', 'modelFileName'];
  expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(main));
});

it.each(examples)('the example of $name gives what it says', async ({ lines }) => {
  await runExample(lines, await names());
});

it("the README's example gives what it says", async () => {
  const lines = readmeExample(readme);
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(await runExample(lines, await names())).toBeGreaterThan(3);
});

it('the README names every export, and no other', () => {
  expect(readmeExports(readme).sort()).toEqual(Object.keys(api).sort());
});

it('what it says can be had from @prm/model/format can be', () => {
  const rows = readme.split('\n').filter((line) => line.includes('also from'));
  expect(readmeExports(`## Exports\n${rows.join('\n')}`).sort()).toEqual(Object.keys(format).sort());
});

it('the README has at most 60 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { docExamples, readmeExample, readmeExports, runExample } from '@prm/testing';
import { expect, it } from 'vitest';
import { argumentFiles } from '../src/command/argument-files.ts';
import { shellWords } from '../src/command/shell-words.ts';
import * as api from '../src/index.ts';
import { moduleOfPipelineFile } from '../src/run/provenance.ts';
import { parsePythonJson } from '../src/source/python-json.ts';
import { resolvePlain } from '../src/source/yaml-scalars.ts';
import * as text from '../src/text/index.ts';
import * as units from '../src/units/index.ts';
import { runJson, tempFolder, write } from './support.ts';

const inside = { argumentFiles, shellWords, moduleOfPipelineFile, parsePythonJson, resolvePlain };
const names = { ...api, ...text, ...units, ...inside };
const folder = fileURLToPath(new URL('../src', import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const examples = sources.flatMap((name) => docExamples(readFileSync(join(folder, name), 'utf8')));
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('the doc blocks of the main functions have an example', () => {
  const documented = examples.map(({ name }) => name);
  const main = [
    'canonicalJson',
    'failureKind',
    'gpuClass',
    'gpuDisplayName',
    'identityKey',
    'parseCommand',
    'parseRun',
  ];
  const more = [
    'parseTimestamp',
    'readRuns',
    'registryReference',
    'parseInputSize',
    'parseMemoryRequest',
    'parseTimeRequest',
  ];
  expect(documented).toEqual(expect.arrayContaining([...main, ...more]));
});

it.each(examples.filter(({ name }) => name !== 'readRuns'))(
  'the example of $name gives what it says',
  async ({ lines }) => {
    expect(await runExample(lines, names)).toBeGreaterThan(0);
  },
);

it('the example of readRuns prints what was read', async () => {
  const { lines = [] } = examples.find(({ name }) => name === 'readRuns') ?? {};
  const path = join(tempFolder(), 'dumps');
  write(path, 'a.json', runJson());
  write(path, 'b.json', '[]');
  const printed: unknown[][] = [];
  const console = { log: (...values: unknown[]) => printed.push(values) };
  await runExample(
    lines.map((line) => line.replace("'dumps/'", JSON.stringify(path))),
    { ...names, console },
  );
  expect(printed).toEqual([
    [join(path, 'a.json'), 1],
    [join(path, 'b.json'), expect.stringContaining('expected a mapping')],
  ]);
});

it("the README's example gives what it says", async () => {
  const lines = readmeExample(readme);
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(await runExample(lines, names)).toBe(4);
});

it('the README names every export of every entry, and no other', () => {
  const exported = new Set([...Object.keys(api), ...Object.keys(text), ...Object.keys(units)]);
  expect(readmeExports(readme).sort()).toEqual([...exported].sort());
});

it('the README has at most 60 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

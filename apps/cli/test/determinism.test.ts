import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { corpusPath } from '@prm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJson } from './support/run-prm.ts';

/** Every document of the corpus: YAML, JSON and packed NDJSON; some runs are there twice. */
const FILES = readdirSync(corpusPath(), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:yaml|json|ndjson\.gz)$/.test(path))
  .sort();
const DUMPS = FILES.filter((path) => path.endsWith('.json'));

let folder: string;
let reference: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prm-determinism-'));
  reference = await modelsOf([corpusPath()]);
  expect(reference.size).toBeGreaterThan(1);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('files renamed give the same bytes', async () => {
  const renamed = join(folder, 'renamed');
  mkdirSync(join(renamed, 'deep'), { recursive: true });
  for (const [i, path] of FILES.toReversed().entries()) {
    const ending = basename(path).replace(/^[^.]*/, '');
    cpSync(corpusPath(path), join(renamed, i % 2 ? 'deep' : '', `${String(i).padStart(3, '0')}${ending}`));
  }
  expect(await modelsOf([renamed])).toEqual(reference);
});

it('files in another order give the same bytes', async () => {
  const files = FILES.toReversed().map((path) => corpusPath(path));
  expect(await modelsOf(files)).toEqual(reference);
});

it('JSON in one NDJSON, packed or not, gives the same bytes', async () => {
  const lines = DUMPS.toReversed().map((path) => oneLine(readFileSync(corpusPath(path), 'utf8')));
  const others = FILES.filter((path) => !DUMPS.includes(path)).map((path) => corpusPath(path));
  const text = `${lines.join('\n')}\n`;
  writeFileSync(join(folder, 'all.ndjson'), text);
  writeFileSync(join(folder, 'all.ndjson.gz'), gzipSync(text));
  expect(await modelsOf([join(folder, 'all.ndjson'), ...others])).toEqual(reference);
  expect(await modelsOf([...others, join(folder, 'all.ndjson.gz')])).toEqual(reference);
});

it('the same files twice give the same bytes but for the count of dumps', async () => {
  const copies = join(folder, 'copies');
  // Not of the whole corpus: a run that was never submitted has no stamp by which its copy could be known.
  cpSync(corpusPath('dumps'), copies, { recursive: true });
  const once = await modelsOf([corpusPath('dumps')]);
  const twice = await modelsOf([corpusPath('dumps'), copies]);
  const learned = (models: ReadonlyMap<string, string>): unknown[] =>
    [...models.values()].map((text) => {
      const { quality: _quality, ...model } = JSON.parse(text);
      return model;
    });
  expect(learned(twice)).toEqual(learned(once));
});

it.each([
  ['Pacific/Kiritimati', 'tr_TR.UTF-8'],
  ['America/St_Johns', 'C'],
  ['Asia/Kolkata', 'de_DE.UTF-8'],
])('the time zone %s and the locale %s give the same bytes', async (TZ, LC_ALL) => {
  expect(await modelsOf([corpusPath()], { TZ, LC_ALL, LANG: LC_ALL })).toEqual(reference);
});

let trainings = 0;

/** File name and content of every model that a training writes. */
async function modelsOf(
  sources: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ReadonlyMap<string, string>> {
  const out = join(folder, `models-${trainings++}`);
  await runJson(['train', ...sources, '--out', out], { env });
  const files = readdirSync(out).filter((name) => name.endsWith('.json') && name !== 'index.json');
  return new Map(files.sort().map((name) => [name, readFileSync(join(out, name), 'utf8')]));
}

/** A JSON document in one line, numbers as they are written. */
function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}

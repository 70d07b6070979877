import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { corpusPath } from '@prm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJson } from './support/run-prm.ts';

/** JSON dumps of real runs, some of them twice, as `from/name.json`. */
const DUMPS = readdirSync(corpusPath('dumps')).sort();

let folder: string;
let reference: ReadonlyMap<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prm-determinism-'));
  reference = await modelsOf([corpusPath('dumps')]);
  expect(reference.size).toBeGreaterThan(1);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('files renamed give the same bytes', async () => {
  const renamed = join(folder, 'renamed');
  mkdirSync(join(renamed, 'deep'), { recursive: true });
  for (const [i, name] of DUMPS.toReversed().entries()) {
    cpSync(
      corpusPath('dumps', name),
      join(renamed, i % 2 ? 'deep' : '', `${String(i).padStart(3, '0')}.json`),
    );
  }
  expect(await modelsOf([renamed])).toEqual(reference);
});

it('files in another order give the same bytes', async () => {
  const files = DUMPS.toReversed().map((name) => corpusPath('dumps', name));
  expect(await modelsOf(files)).toEqual(reference);
});

it('one NDJSON, packed or not, gives the same bytes', async () => {
  const lines = DUMPS.toReversed().map((name) => oneLine(readFileSync(corpusPath('dumps', name), 'utf8')));
  const text = `${lines.join('\n')}\n`;
  writeFileSync(join(folder, 'all.ndjson'), text);
  writeFileSync(join(folder, 'all.ndjson.gz'), gzipSync(text));
  expect(await modelsOf([join(folder, 'all.ndjson')])).toEqual(reference);
  expect(await modelsOf([join(folder, 'all.ndjson.gz')])).toEqual(reference);
});

it('the same files twice give the same bytes but for the count of dumps', async () => {
  const copies = join(folder, 'copies');
  cpSync(corpusPath('dumps'), copies, { recursive: true });
  const twice = await modelsOf([corpusPath('dumps'), copies]);
  const learned = (models: ReadonlyMap<string, string>): unknown[] =>
    [...models.values()].map((text) => {
      const { quality: _quality, ...model } = JSON.parse(text);
      return model;
    });
  expect(learned(twice)).toEqual(learned(reference));
});

it.each([
  ['Pacific/Kiritimati', 'tr_TR.UTF-8'],
  ['America/St_Johns', 'C'],
  ['Asia/Kolkata', 'de_DE.UTF-8'],
])('the time zone %s and the locale %s give the same bytes', async (TZ, LC_ALL) => {
  expect(await modelsOf([corpusPath('dumps')], { TZ, LC_ALL, LANG: LC_ALL })).toEqual(reference);
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

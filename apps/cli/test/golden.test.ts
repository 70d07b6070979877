import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fixturePath } from '@prm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { differences, GOLDEN_ENTRIES, type GoldenEntry, goldenDocument } from './support/golden.ts';
import { mapConcurrently, runJson } from './support/run-prm.ts';

const ENTRIES = GOLDEN_ENTRIES;
const SETS = [...new Set(GOLDEN_ENTRIES.map(({ models }) => models))];
const ANSWERS = new Map<string, unknown>();

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'prm-golden-'));
  const trainings = SETS.map((set) =>
    ENTRIES.find(({ models, kind }) => models === set && kind === 'registry'),
  );
  await mapConcurrently(trainings, 2, (entry) => runJson(argumentsOf(entry as GoldenEntry), inFixtures()));
  await mapConcurrently(ENTRIES, 2, async (entry) => ANSWERS.set(entry.file, await answerOf(entry)));
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('replays every answer there is', () => {
  expect(ENTRIES.length).toBe(350);
  expect(ANSWERS.size).toBe(ENTRIES.length);
});

it.each(ENTRIES.map((entry): [string, GoldenEntry] => [entry.file, entry]))('agrees with %s', (file) => {
  expect(differences(goldenDocument(file), ANSWERS.get(file))).toEqual([]);
});

it('notices another number, another text, a missing key, another name', () => {
  const golden = { steps: { a: { n: 1000, kind: 'linear' } }, z: 1 };
  expect(differences(golden, { steps: { a: { n: 1000.0005, kind: 'linear', more: 1 } }, z: 1 })).toEqual([]);
  expect(differences(golden, { steps: { a: { n: 1001, kind: 'linear' } }, z: 1 })).toHaveLength(1);
  expect(differences(golden, { steps: { a: { n: 1000, kind: 'power' } }, z: 1 })).toHaveLength(1);
  expect(differences(golden, { steps: { a: { n: 1000 } }, z: 1 })).toHaveLength(1);
  expect(differences(golden, { steps: { a: { n: 1000, kind: 'linear' }, b: {} }, z: 1 })).toHaveLength(1);
  expect(differences(golden, { steps: { a: null }, z: null })).toHaveLength(2);
});

function inFixtures(): { cwd: string } {
  return { cwd: fixturePath() };
}

/** The arguments of an entry, by the method that gave the answers; the set's name stands for the folder of its models. */
function argumentsOf({ args, models, kind }: GoldenEntry): string[] {
  const words = args.map((word) => (word === models ? join(folder, models) : word));
  return kind === 'registry' ? [...words, '--method', 'reference'] : words;
}

async function answerOf(entry: GoldenEntry): Promise<unknown> {
  const models = join(folder, entry.models);
  if (entry.kind !== 'registry' && entry.kind !== 'model') return runJson(argumentsOf(entry), inFixtures());
  const index = JSON.parse(readFileSync(join(models, 'index.json'), 'utf8'));
  if (entry.kind === 'registry') return index;
  const { key } = goldenDocument(entry.file) as { key: string };
  return JSON.parse(readFileSync(join(models, index.workflows[key].file), 'utf8'));
}

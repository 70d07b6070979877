import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { corpusPath, fixturePath } from '@prm/testing';
import { beforeAll, expect, it } from 'vitest';
import { mapConcurrently, runJson } from './support/run-prm.ts';

// What Bio-Pype itself computed of every real run, digit for digit.

interface PowerAnswer {
  readonly power_curve: Readonly<Record<string, readonly unknown[]>>;
}

const NAMES = readdirSync(fixturePath('golden', 'power_curve')).map((file) => file.replace('.json', ''));
const ANSWERS = new Map<string, unknown>();

beforeAll(async () => {
  const asked = NAMES.flatMap((name) => Object.keys(goldenOf(name)).map((minutes) => ({ name, minutes })));
  await mapConcurrently(asked, 2, async ({ name, minutes }) => {
    const args = ['power', '--run', runOf(name), '--bin-minutes', minutes];
    ANSWERS.set(`${name} ${minutes}`, ((await runJson(args)) as { curve: unknown }).curve);
  });
}, 300_000);

it('there is an answer for every run, at bins of 30, 5 and 0.1 minutes', () => {
  expect(NAMES.length).toBe(94);
  expect(ANSWERS.size).toBe(94 * 3);
});

it.each(NAMES)('the curve of %s is that of Bio-Pype', (name) => {
  for (const [minutes, curve] of Object.entries(goldenOf(name))) {
    expect(ANSWERS.get(`${name} ${minutes}`)).toEqual(curve);
  }
});

function goldenOf(name: string): PowerAnswer['power_curve'] {
  const text = readFileSync(fixturePath('golden', 'power_curve', `${name}.json`), 'utf8');
  return (JSON.parse(text) as PowerAnswer).power_curve;
}

function runOf(name: string): string {
  const places = [
    corpusPath('runs', name, 'pipeline_runtime.yaml'),
    corpusPath('dumps', `${name}.json`),
    corpusPath('gpu', 'runs', name, 'pipeline_runtime.yaml'),
    corpusPath('gpu', 'dumps', `${name}.json`),
  ];
  return places.find((path) => existsSync(path)) as string;
}

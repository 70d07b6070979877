import { expect, it } from 'vitest';
import type { Entry } from '../src/run/parse-run.ts';
import { lastOfEach } from '../src/source/document.ts';

const entry = (key: string, value: unknown): Entry => ({ key, read: () => value });
const record = { command: 'x' };
const isRecord = ({ read }: Entry): boolean =>
  read() === record || (read() as typeof record).command !== undefined;

it('of entries with one key the last stands', () => {
  const { entries, notes } = lastOfEach(
    [entry('a', { x: 1 }), entry('b', { x: 2 }), entry('a', { x: 3 })],
    isRecord,
  );
  expect(entries.map(({ key, read }) => [key, read()])).toEqual([
    ['a', { x: 3 }],
    ['b', { x: 2 }],
  ]);
  expect(notes).toEqual([]);
});

it('a job record that was dropped is noted, once a job', () => {
  const { notes } = lastOfEach(
    [entry('a', record), entry('a', record), entry('a', record), entry('b', record)],
    isRecord,
  );
  expect(notes).toHaveLength(1);
  expect(notes[0]).toMatchObject({ code: 'ingest/duplicate-id', message: expect.stringContaining('a') });
});

it('metadata that occurs twice is not a matter of jobs', () => {
  expect(lastOfEach([entry('__x', record), entry('__x', record)], isRecord).notes).toEqual([]);
});

it('names of Object.prototype are ordinary keys', () => {
  const keys = ['constructor', '__proto__', 'toString'];
  expect(
    lastOfEach(
      keys.map((key) => entry(key, record)),
      isRecord,
    ).entries.map(({ key }) => key),
  ).toEqual(keys);
});

import { readFileSync } from 'node:fs';
import { parseTimestamp } from '@prm/ingest/text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoText } from '../src/iso-text.ts';

/** See oracle/make_round.py. */
const { isoformat } = JSON.parse(readFileSync(new URL('oracle/round.json', import.meta.url), 'utf8')) as {
  readonly isoformat: readonly (readonly [seconds: number, text: string])[];
};

it("isoText gives what Python's isoformat of fromtimestamp gives, from year 2 to year 9999", () => {
  expect(isoformat.length).toBeGreaterThan(130);
  expect(isoformat.map(([seconds]) => isoText(seconds))).toEqual(isoformat.map(([, text]) => text));
});

it('microseconds are told where there are any, half of one goes to the even', () => {
  expect(isoText(0)).toBe('1970-01-01T00:00:00');
  expect(isoText(1 / 128)).toBe('1970-01-01T00:00:00.007812');
  expect(isoText(3 / 128)).toBe('1970-01-01T00:00:00.023438');
});

it('a second that is all but over is the next', () => {
  expect(isoText(59.9999999)).toBe('1970-01-01T00:01:00');
});

it('parseTimestamp reads back what isoText writes, to the microsecond', () => {
  fc.assert(
    fc.property(fc.double({ min: -2e9, max: 4e9, noNaN: true }), (seconds) => {
      expect(Math.abs((parseTimestamp(isoText(seconds)) as number) - seconds)).toBeLessThanOrEqual(1e-6);
    }),
  );
});

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pythonRound } from '../src/python-round.ts';

/** See oracle/make_round.py. */
const { round } = JSON.parse(readFileSync(new URL('oracle/round.json', import.meta.url), 'utf8')) as {
  readonly round: readonly (readonly [value: number, decimals: number, rounded: number])[];
};

it('pythonRound gives what Python gives for ties, their neighbours and other numbers', () => {
  expect(round.length).toBeGreaterThan(500);
  const different = round.filter(([value, decimals, rounded]) => pythonRound(value, decimals) !== rounded);
  expect(different).toEqual([]);
});

it('a true tie goes to the even neighbour, whatever its sign', () => {
  expect([0.25, 0.75, -0.25, -0.75, 1.25, 62.75].map((value) => pythonRound(value, 1))).toEqual([
    0.2, 0.8, -0.2, -0.8, 1.2, 62.8,
  ]);
});

it('what only looks like a tie in decimals goes where its binary value lies', () => {
  expect([0.15, 0.35, 0.45, 2.55].map((value) => pythonRound(value, 1))).toEqual([0.1, 0.3, 0.5, 2.5]);
});

it('the rounded number is never further away than half a unit, and is its own rounding', () => {
  fc.assert(
    fc.property(fc.double({ min: -1e9, max: 1e9, noNaN: true }), fc.constantFrom(1, 6), (value, decimals) => {
      const rounded = pythonRound(value, decimals);
      expect(Math.abs(rounded - value)).toBeLessThanOrEqual(0.5 * 10 ** -decimals + Math.abs(value) * 1e-15);
      expect(pythonRound(rounded, decimals) === rounded).toBe(true);
    }),
  );
});

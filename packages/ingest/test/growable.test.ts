import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GrowableRows } from '../src/dumps/growable.ts';

it('GrowableRows gives back every row, however many were added', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 0, max: 3000 }), (columns, count) => {
      const rows = new GrowableRows(columns, (length) => new Float64Array(length));
      const rowOf = (i: number): number[] => Array.from({ length: columns }, (_, c) => i * 10 + c / 8);
      for (let i = 0; i < count; i++) rows.push(rowOf(i));
      expect(rows.rows).toBe(count);
      for (let i = 0; i < count; i += 97) {
        expect(Array.from({ length: columns }, (_, c) => rows.at(i, c))).toEqual(rowOf(i));
      }
    }),
    { numRuns: 30 },
  );
});

it('GrowableRows keeps NaN, and whole numbers in Int32', () => {
  const numbers = new GrowableRows(2, (length) => new Float64Array(length));
  numbers.push([Number.NaN, 2 ** 60]);
  expect([numbers.at(0, 0), numbers.at(0, 1)]).toEqual([Number.NaN, 2 ** 60]);
  const references = new GrowableRows(1, (length) => new Int32Array(length));
  for (let i = 0; i < 600; i++) references.push([i === 599 ? -1 : 2 ** 31 - 1]);
  expect([references.at(598, 0), references.at(599, 0)]).toEqual([2 ** 31 - 1, -1]);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { weightedMedianIndex } from '../src/weighted-median.ts';

function medianOf(keys: ArrayLike<number>, weights: ArrayLike<number>): number {
  const order = Int32Array.from({ length: keys.length }, (_, i) => i);
  return keys[weightedMedianIndex(order, keys.length, keys, weights)]!;
}

/** By sorting. Whole weights, so that sums do not depend on the order. */
function naiveMedian(keys: readonly number[], weights: readonly number[]): number {
  const order = [...keys.keys()].sort((i, j) => keys[i]! - keys[j]!);
  const half = weights.reduce((sum, weight) => sum + weight, 0) / 2;
  let below = 0;
  const middle = order.find((i) => {
    below += weights[i]!;
    return below >= half;
  });
  return keys[middle!]!;
}

it('the lower weighted median is the smallest key up to which half of the weight lies', () => {
  expect(medianOf([5, 1, 9], [1, 1, 1])).toBe(5);
  expect(medianOf([5, 1, 9], [1, 1, 5])).toBe(9);
  expect(medianOf([5, 1, 9], [1, 2, 1])).toBe(1);
  expect(medianOf([2, 1], [1, 1])).toBe(1);
  expect(medianOf([7], [3])).toBe(7);
});

it('keys without weight do not count', () => {
  expect(medianOf([1, 2, 3, 4], [0, 0, 1, 0])).toBe(3);
});

it('only so many places of the order are looked at', () => {
  expect(weightedMedianIndex(Int32Array.of(2, 0, 1), 2, [5, 1, 9], [1, 1, 1])).toBe(0);
});

it('infinite keys are the smallest and the largest', () => {
  expect(medianOf([Number.NEGATIVE_INFINITY, 1, Number.POSITIVE_INFINITY], [1, 1, 1])).toBe(1);
  expect(medianOf([Number.NEGATIVE_INFINITY, 1, 2], [9, 1, 1])).toBe(Number.NEGATIVE_INFINITY);
});

it('it is what sorting gives, ties and zero weights included', () => {
  const keys = fc.oneof(
    fc.integer({ min: 0, max: 5 }),
    fc.double({ noNaN: true, min: -1e300, max: 1e300 }).map((key) => key + 0),
  );
  const rows = fc.array(fc.tuple(keys, fc.integer({ min: 0, max: 4 })), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(rows, (pairs) => {
      const column = pairs.map(([key]) => key);
      const weights = pairs.map(([, weight]) => weight);
      fc.pre(weights.some((weight) => weight > 0));
      expect(medianOf(column, weights)).toBe(naiveMedian(column, weights));
    }),
    { numRuns: 2000 },
  );
});

it.each<[string, (i: number, n: number) => number]>([
  ['rise', (i) => i],
  ['fall', (i, n) => n - i],
  ['rise and fall again', (i, n) => Math.min(i, n - i)],
  ['fall and rise again', (i, n) => Math.max(i, n - i)],
  ['rise again and again', (i) => i % 100],
  ['are all equal', () => 1],
  ['rise on every second place', (i, n) => (i % 2 === 0 ? i : n - i)],
])('the keys are looked at a few times each where they %s', (_, keyAt) => {
  const n = 20_000;
  let looks = 0;
  const values = Float64Array.from({ length: n }, (_value, i) => keyAt(i, n));
  const keys = new Proxy(values, {
    get: (target, place) => {
      looks++;
      return target[Number(place)];
    },
  });
  weightedMedianIndex(Int32Array.from(values.keys()), n, keys, new Float64Array(n).fill(1));
  expect(looks).toBeLessThan(10 * n);
});

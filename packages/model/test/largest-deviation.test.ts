import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { largestDeviation } from '../src/format/largest-deviation.ts';

it.each([
  // Python: statistics.NormalDist().inv_cdf((n - 0.3) / (n + 0.4))
  [2, 0.548522],
  [3, 0.820792],
  [10, 1.496147],
  [96, 2.444065],
  [1000, 3.194766],
  [100_000, 4.343862],
])('of %i normal values the largest lies at the normal quantile of its median rank', (n, z) => {
  expectClose(largestDeviation(n), z, { absolute: 5e-4 });
});

it('one value is its own median', () => {
  expect([largestDeviation(1), largestDeviation(0), largestDeviation(Number.NaN)]).toEqual([0, 0, 0]);
});

it('it grows with the number of values', () => {
  const values = Array.from({ length: 500 }, (_, n) => largestDeviation(n + 1));
  expect(values).toEqual(values.toSorted((a, b) => a - b));
});

import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { medianAbsoluteDeviation } from '../src/mad.ts';

it('medianAbsoluteDeviation is 1.4826 times the median distance from the median', () => {
  // https://en.wikipedia.org/wiki/Median_absolute_deviation: 1 before the factor
  expect(medianAbsoluteDeviation([1, 1, 2, 2, 4, 6, 9])).toBe(1.4826);
  // mad(c(2.5, 3.1, 4.7, 8.8)) in R
  expectClose(medianAbsoluteDeviation([2.5, 3.1, 4.7, 8.8]), 1.63086, { relative: 1e-12 });
});

it('medianAbsoluteDeviation does not see how far an outlier lies', () => {
  expect(medianAbsoluteDeviation([1, 2, 3, 4, 100])).toBe(1.4826);
  expect(medianAbsoluteDeviation([1, 2, 3, 4, 1e12])).toBe(1.4826);
});

it('medianAbsoluteDeviation is 0 when more than half of the values are equal', () => {
  expect(medianAbsoluteDeviation([5, 5, 5, 9, 1])).toBe(0);
});

it('medianAbsoluteDeviation of fewer than two values is null', () => {
  expect(medianAbsoluteDeviation([])).toBeNull();
  expect(medianAbsoluteDeviation([3])).toBeNull();
  expect(medianAbsoluteDeviation([3, 5])).toBe(1.4826);
});

it('medianAbsoluteDeviation ignores a shift and follows a scale', () => {
  const values = [3, 1, 4, 1, 5, 9, 2, 6];
  const spread = medianAbsoluteDeviation(values);
  expect(medianAbsoluteDeviation(values.map((v) => v + 1024))).toBe(spread);
  expect(medianAbsoluteDeviation(values.map((v) => v * -8))).toBe(8 * (spread as number));
});

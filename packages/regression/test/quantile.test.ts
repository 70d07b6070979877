import { expect, it } from 'vitest';
import { median } from '../src/median.ts';
import { quantile, quantileSorted } from '../src/quantile.ts';

it('quantile uses type 7, the default of numpy and R', () => {
  // numpy.quantile([1, 2, 3, 4], [0.25, 0.5, 0.75])
  expect([0.25, 0.5, 0.75].map((p) => quantile([4, 1, 3, 2], p))).toEqual([1.75, 2.5, 3.25]);
  // quantile(c(3, 6, 7, 8, 8, 10, 13, 15, 16, 20)) in R; type 5 gives 7 and 15, type 6 gives 6.75 and 15.25
  const values = [3, 6, 7, 8, 8, 10, 13, 15, 16, 20];
  expect([0, 0.25, 0.5, 0.75, 1].map((p) => quantile(values, p))).toEqual([3, 7.25, 9, 14.5, 20]);
});

it('quantile 0 is the smallest and 1 the largest value', () => {
  expect(quantile([5, 3, 9], 0)).toBe(3);
  expect(quantile([5, 3, 9], 1)).toBe(9);
});

it('quantile 0.5 is the median', () => {
  for (const values of [[1], [1, 2], [5, 3, 9], [4, 8, 15, 16, 23, 42]]) {
    expect(quantile(values, 0.5)).toBe(median(values));
  }
});

it('every quantile of one value is that value', () => {
  for (const p of [0, 0.05, 0.5, 0.99, 1]) expect(quantile([7], p)).toBe(7);
});

it('quantile of nothing is undefined', () => {
  expect(quantile([], 0.5)).toBeUndefined();
});

it('quantile between equal values is that value, without rounding', () => {
  expect(quantile([0.1, 0.1, 0.1], 0.37)).toBe(0.1);
  expect(quantile([Number.MAX_VALUE, Number.MAX_VALUE], 0.9)).toBe(Number.MAX_VALUE);
  expect(quantile([1, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY], 0.9)).toBe(
    Number.POSITIVE_INFINITY,
  );
});

it('quantile orders numbers as numbers and leaves its argument as it was', () => {
  const values = Object.freeze([100, 9, 10]);
  expect(quantile(values, 0)).toBe(9);
  expect(values).toEqual([100, 9, 10]);
});

it('quantileSorted takes values already in order', () => {
  expect(quantileSorted([1, 2, 3, 4], 0.25)).toBe(1.75);
  expect(quantileSorted(Float64Array.of(0, 10), 0.95)).toBe(9.5);
});

it('a probability outside 0 to 1 is refused, also NaN', () => {
  for (const p of [-0.1, 1.1, Number.NaN]) {
    expect(() => quantile([1, 2], p)).toThrow(expect.objectContaining({ code: 'regression/invalid-value' }));
  }
});

it('the quantile of values whose difference overflows is finite', () => {
  expect(quantile([-1.7e308, 1.7e308], 0.5)).toBe(0);
});

import { expect, it } from 'vitest';
import { median, medianSorted, midpoint } from '../src/median.ts';

it('median is the middle value of an odd number of values, in any order', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([7])).toBe(7);
});

it('median is the mean of the two middle values of an even number of values', () => {
  expect(median([3, 1, 2, 10])).toBe(2.5);
  expect(median([1, 4])).toBe(2.5);
});

it('median orders numbers as numbers, not as text', () => {
  expect(median([9, 10, 100])).toBe(10);
  expect(median([-1, -10, 2])).toBe(-1);
});

it('median of nothing is undefined', () => {
  expect(median([])).toBeUndefined();
});

it('median leaves its argument as it was', () => {
  const values = Object.freeze([3, 1, 2]);
  expect(median(values)).toBe(2);
  expect(values).toEqual([3, 1, 2]);
});

it('median takes typed arrays', () => {
  expect(median(Float32Array.of(3, 1, 2))).toBe(2);
});

it('median of the largest numbers does not overflow', () => {
  expect(median([Number.MAX_VALUE, Number.MAX_VALUE])).toBe(Number.MAX_VALUE);
  expect(median([-Number.MAX_VALUE, Number.MAX_VALUE])).toBe(0);
});

it('median of the smallest numbers does not lose them', () => {
  expect(median([Number.MIN_VALUE, Number.MIN_VALUE])).toBe(Number.MIN_VALUE);
});

it('medianSorted takes the middle of values already in order', () => {
  expect(medianSorted([1, 2, 10])).toBe(2);
  expect(medianSorted([1, 2, 4, 10])).toBe(3);
});

it('midpoint lies between its arguments, also where their sum overflows', () => {
  expect(midpoint(1, 2)).toBe(1.5);
  expect(midpoint(Number.MAX_VALUE, Number.MAX_VALUE / 2)).toBe(0.75 * Number.MAX_VALUE);
  expect(midpoint(1, Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
});

import { expect, it } from 'vitest';
import { ranks } from '../src/ranks.ts';

const list = (values: readonly number[]): number[] => [...ranks(values)];

it('ranks count from 1 for the smallest, in the order of the values', () => {
  expect(list([30, 10, 20])).toEqual([3, 1, 2]);
});

it('equal values share the mean of their ranks', () => {
  // scipy.stats.rankdata
  expect(list([0, 2, 3, 2])).toEqual([1, 2.5, 4, 2.5]);
  expect(list([1, 1, 1])).toEqual([2, 2, 2]);
  expect(list([10, 20, 20, 5])).toEqual([2, 3.5, 3.5, 1]);
});

it('ranks tell apart numbers that differ in the last digit only', () => {
  expect(list([1 + Number.EPSILON, 1, 2 ** 53, 2 ** 53 - 1])).toEqual([2, 1, 4, 3]);
});

it('zero and negative zero are equal', () => {
  expect(list([0, -0, 1, -1])).toEqual([2.5, 2.5, 4, 1]);
});

it('ranks of nothing are none, of one value 1', () => {
  expect(list([])).toEqual([]);
  expect(list([42])).toEqual([1]);
});

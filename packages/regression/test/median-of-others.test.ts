import { expect, it } from 'vitest';
import { medianOfOthers } from '../src/median-of-others.ts';

const list = (values: readonly number[]): number[] => [...medianOfOthers(values)];

it('medianOfOthers gives for each value the median without it, in the order of the values', () => {
  expect(list([1, 2, 3, 10])).toEqual([3, 3, 2, 2]);
  expect(list([10, 1, 3, 2])).toEqual([2, 3, 2, 3]);
});

it('medianOfOthers averages the two middle ones when an even number is left', () => {
  expect(list([1, 2, 10])).toEqual([6, 5.5, 1.5]);
  expect(list([5, 1, 4, 2, 3])).toEqual([2.5, 3.5, 2.5, 3.5, 3]);
});

it('medianOfOthers of two values is the other one', () => {
  expect(list([3, 8])).toEqual([8, 3]);
});

it('leaving out one of several equal values keeps the rest', () => {
  expect(list([2, 2, 5])).toEqual([3.5, 3.5, 2]);
  expect(list([1, 2, 2, 3])).toEqual([2, 2, 2, 2]);
  expect(list([4, 4])).toEqual([4, 4]);
});

it('medianOfOthers does not overflow', () => {
  const most = Number.MAX_VALUE;
  expect(list([most, most, most])).toEqual([most, most, most]);
});

it('medianOfOthers leaves its argument as it was', () => {
  const values = Object.freeze([3, 1, 2]);
  medianOfOthers(values);
  expect(values).toEqual([3, 1, 2]);
});

it('medianOfOthers of fewer than two values is refused', () => {
  for (const values of [[], [5]]) {
    expect(() => medianOfOthers(values)).toThrow(expect.objectContaining({ code: 'regression/no-values' }));
  }
});

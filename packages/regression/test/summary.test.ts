import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { summarize } from '../src/summary.ts';

it('summarize gives minimum, median, 95th percentile of type 7 and maximum', () => {
  expect(summarize([4, 1, 3, 2, 5])).toEqual({ min: 1, median: 3, p95: 4.8, max: 5 });
  const hundred = Array.from({ length: 101 }, (_, i) => 100 - i);
  expectClose(summarize(hundred), { min: 0, median: 50, p95: 95, max: 100 }, { relative: 1e-14 });
});

it('summarize of one value repeats it', () => {
  expect(summarize([7])).toEqual({ min: 7, median: 7, p95: 7, max: 7 });
});

it('summarize of nothing is null', () => {
  expect(summarize([])).toBeNull();
});

it('summarize leaves its argument as it was', () => {
  const values = Object.freeze([3, 1, 2]);
  summarize(values);
  expect(values).toEqual([3, 1, 2]);
});

import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { spearman } from '../src/spearman.ts';

it('spearman gives the textbook value', () => {
  // https://en.wikipedia.org/wiki/Spearman%27s_rank_correlation_coefficient, IQ and hours of television: -29/165
  const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
  const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
  expectClose(spearman(iq, hours), -29 / 165, { relative: 1e-14 });
});

it('spearman uses average ranks for ties', () => {
  // scipy.stats.spearmanr([1, 2, 2, 3, 4], [2, 1, 3, 3, 5])
  expectClose(spearman([1, 2, 2, 3, 4], [2, 1, 3, 3, 5]), 0.763157894736842, { relative: 1e-14 });
});

it('spearman is 1 for any rising and -1 for any falling dependence', () => {
  expect(spearman([1, 2, 3, 4], [1, 4, 9, 16])).toBe(1);
  expect(spearman([1, 2, 3, 4], [1e9, 1e3, 10, 0])).toBe(-1);
});

it('spearman never leaves [-1, 1]', () => {
  for (let n = 2; n < 200; n++) {
    const values = Array.from({ length: n }, (_, i) => i);
    expect(spearman(values, values)).toBeLessThanOrEqual(1);
  }
});

it('spearman is null when x or y is constant or there are fewer than two pairs', () => {
  expect(spearman([1, 1, 1], [1, 2, 3])).toBeNull();
  expect(spearman([1, 2, 3], [5, 5, 5])).toBeNull();
  expect(spearman([1], [2])).toBeNull();
  expect(spearman([], [])).toBeNull();
});

import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { RESIDUAL_QUANTILES, summarizeResiduals } from '../src/residuals.ts';

it('summarizeResiduals is relative to the prediction, not to the value', () => {
  const { quantiles } = summarizeResiduals([20], [10]);
  expect(quantiles?.['0.5']).toBe(1);
});

it('summarizeResiduals keeps type 7 quantiles and the scaled median absolute deviation', () => {
  // r = -0.2, -0.1, 0, 0.1, 0.4; numpy.quantile and 1.4826 * scipy.stats.median_abs_deviation
  const summary = summarizeResiduals([8, 90, 5, 11, 1.4], [10, 100, 5, 10, 1]);
  expectClose(
    summary,
    {
      n: 5,
      mad: 0.14826,
      quantiles: {
        '0.05': -0.18,
        '0.25': -0.1,
        '0.5': 0,
        '0.75': 0.1,
        '0.9': 0.28,
        '0.95': 0.34,
        '0.99': 0.388,
        '1': 0.4,
      },
    },
    { relative: 1e-12, absolute: 1e-15 },
  );
});

it('predictions that are not positive are left out and not counted', () => {
  const summary = summarizeResiduals([1, 2, 3, 4], [0, -5, 3, 2]);
  expect(summary.n).toBe(2);
  expect(summary.quantiles?.['1']).toBe(1);
});

it('a residual too large for a number is left out', () => {
  expect(summarizeResiduals([1e300, 5], [1e-300, 5])).toEqual(summarizeResiduals([5], [5]));
  expect(summarizeResiduals([5, 5], [Number.POSITIVE_INFINITY, Number.NaN]).n).toBe(0);
});

it('one residual is every quantile and has no spread', () => {
  const summary = summarizeResiduals([3], [2]);
  expect(summary.mad).toBeNull();
  expect(new Set(Object.values(summary.quantiles ?? {}))).toEqual(new Set([0.5]));
});

it('without a residual there are no quantiles', () => {
  const none = { n: 0, mad: null, quantiles: null };
  expect(summarizeResiduals([], [])).toEqual(none);
  expect(summarizeResiduals([1, 2], [0, -1])).toEqual(none);
});

it('the kept probabilities are 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99 and 1', () => {
  expect(RESIDUAL_QUANTILES).toEqual(['0.05', '0.25', '0.5', '0.75', '0.9', '0.95', '0.99', '1']);
  expect(new Set(Object.keys(summarizeResiduals([1, 2], [1, 1]).quantiles ?? {}))).toEqual(
    new Set(RESIDUAL_QUANTILES),
  );
});

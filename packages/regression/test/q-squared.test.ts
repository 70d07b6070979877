import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { leastSquares } from '../src/least-squares.ts';
import { qSquared } from '../src/q-squared.ts';
import { without } from './brute-force.ts';

const values = [3, 1, 4, 1, 5, 9, 2, 6];

it('qSquared is 1 when every left-out value is predicted exactly', () => {
  expect(qSquared(new Float64Array(8), values)).toBe(1);
});

it('qSquared is 0 when the prediction is the mean of the others', () => {
  const residuals = values.map((value, i) => value - without(values, i).reduce((a, b) => a + b) / 7);
  expectClose(qSquared(residuals, values), 0, { absolute: 1e-14 });
});

it('qSquared of a left-out line is that of scikit-learn', () => {
  // cross_val_predict(LinearRegression(), cv=LeaveOneOut()) on x = 1, 2, 4, 7, 11, 16
  const y = [3, 1, 4, 1, 5, 9];
  const line = leastSquares([1, 2, 4, 7, 11, 16], y);
  expectClose(qSquared(line!.leaveOneOutResiduals, y), 0.381973403211873, { relative: 1e-12 });
});

it('qSquared is negative for predictions worse than the mean', () => {
  expect(qSquared([10, 10, 10, 10], [1, 2, 3, 4])).toBeLessThan(0);
});

it('qSquared is null when y is constant or has one value', () => {
  expect(qSquared([1, -1, 1], [5, 5, 5])).toBeNull();
  expect(qSquared([1], [5])).toBeNull();
});

it('qSquared is null rather than not finite', () => {
  expect(qSquared([Number.POSITIVE_INFINITY, 0, 0], [1, 2, 3])).toBeNull();
  expect(qSquared([Number.NaN, 0, 0], [1, 2, 3])).toBeNull();
});

it('qSquared does not depend on the unit of y', () => {
  const residuals = [0.5, -0.25, 0.5, -0.5, 0.25, 1, -1, 0.5];
  const expected = qSquared(residuals, values);
  for (const unit of [2 ** -600, 2 ** -60, 2 ** 60, 2 ** 400]) {
    const scale = (v: number): number => v * unit;
    expectClose(qSquared(residuals.map(scale), values.map(scale)), expected, { relative: 1e-12 });
  }
});

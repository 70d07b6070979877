import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { leastSquares } from '../src/least-squares.ts';
import { leftOutPredictions, naiveLine } from './brute-force.ts';

// https://www.itl.nist.gov/div898/strd/lls/data/Norris.shtml, as [y, x]
const norris: readonly (readonly [number, number])[] = [
  [0.1, 0.2],
  [338.8, 337.4],
  [118.1, 118.2],
  [888.0, 884.6],
  [9.2, 10.1],
  [228.1, 226.5],
  [668.5, 666.3],
  [998.5, 996.3],
  [449.1, 448.6],
  [778.9, 777.0],
  [559.2, 558.2],
  [0.3, 0.4],
  [0.1, 0.6],
  [778.1, 775.5],
  [668.8, 666.9],
  [339.3, 338.0],
  [448.9, 447.5],
  [10.8, 11.6],
  [557.7, 556.0],
  [228.3, 228.1],
  [998.0, 995.8],
  [888.8, 887.6],
  [119.6, 120.2],
  [0.3, 0.3],
  [0.6, 0.3],
  [557.6, 556.8],
  [339.3, 339.1],
  [888.0, 887.2],
  [998.5, 999.0],
  [778.9, 779.0],
  [10.2, 11.1],
  [117.6, 118.3],
  [228.9, 229.2],
  [668.4, 669.1],
  [449.2, 448.9],
  [0.2, 0.5],
];

it('leastSquares gives the certified values of NIST, data set Norris', () => {
  const line = leastSquares(
    norris.map(([, x]) => x),
    norris.map(([y]) => y),
  );
  expectClose(line?.slope, 1.00211681802045, { relative: 1e-13 });
  expectClose(line?.intercept, -0.262323073774029, { relative: 1e-11 });
});

it("leastSquares gives the same line for the first three of Anscombe's sets and none for the fourth", () => {
  const x = [10, 8, 13, 9, 11, 14, 6, 4, 12, 7, 5];
  const first = [8.04, 6.95, 7.58, 8.81, 8.33, 9.96, 7.24, 4.26, 10.84, 4.82, 5.68];
  const second = [9.14, 8.14, 8.74, 8.77, 9.26, 8.1, 6.13, 3.1, 9.13, 7.26, 4.74];
  const third = [7.46, 6.77, 12.74, 7.11, 7.81, 8.84, 6.08, 5.39, 8.15, 6.42, 5.73];
  for (const y of [first, second, third]) {
    expectClose(leastSquares(x, y)?.slope, 0.5, { absolute: 5e-4 });
    expectClose(leastSquares(x, y)?.intercept, 3, { absolute: 5e-3 });
  }
  // Without the point at 19 all x are equal: it decides the line alone.
  const oneDecides = [8, 8, 8, 8, 8, 8, 8, 19, 8, 8, 8];
  const fourth = [6.58, 5.76, 7.71, 8.84, 8.47, 7.04, 5.25, 12.5, 5.56, 7.91, 6.89];
  expect(leastSquares(oneDecides, fourth)).toBeNull();
});

it('leastSquares of points on a line is that line, and no left-out point is off it', () => {
  const line = leastSquares([1, 2, 3], [3, 5, 7]);
  expect(line).toEqual({ slope: 2, intercept: 1, leaveOneOutResiduals: Float64Array.of(0, 0, 0) });
  const same = leastSquares([3, 1, 4, 1, 5], [3, 1, 4, 1, 5]);
  expect(same?.slope).toBe(1);
});

it('leave-one-out residuals are those of refitting without each point', () => {
  const x = [1, 2, 4, 7, 11, 16];
  const y = [3, 1, 4, 1, 5, 9];
  const predictions = leastSquares(x, y)?.leaveOneOutResiduals.map((residual, i) => y[i]! - residual);
  expectClose([...predictions!], leftOutPredictions(x, y), { relative: 1e-12 });
});

it('leave-one-out residuals stay exact for a point far from all others', () => {
  const x = [1, 2, 3, 4, 5, 1e6];
  const y = [2, 3, 5, 4, 6, 2e6];
  const leftOut = y[5]! - leastSquares(x, y)!.leaveOneOutResiduals[5]!;
  // The line through the first five: y = 1.3 + 0.9 x.
  expectClose(leftOut, 900001.3, { relative: 1e-9 });
});

it('a far shift of x, in bytes, costs no digits', () => {
  const x = [1, 2, 3, 4, 5, 6].map((v) => 2 ** 52 + 1024 * v);
  const y = [2, 3, 5, 4, 6, 8];
  const near = leastSquares([1, 2, 3, 4, 5, 6], y);
  const far = leastSquares(x, y);
  expectClose(far?.slope, near!.slope / 1024, { relative: 1e-14 });
  expectClose([...far!.leaveOneOutResiduals], [...near!.leaveOneOutResiduals], { absolute: 1e-13 });
});

it('many x that lie close together near 2^53 cost no digits', () => {
  const near = Array.from({ length: 1000 }, (_, i) => 2 * i);
  const y = near.map((_, i) => 5 + i + ((i * 7919) % 13));
  const line = leastSquares(
    near.map((v) => 2 ** 53 - 2000 + v),
    y,
  );
  const expected = leastSquares(near, y);
  expectClose(line?.slope, expected!.slope, { relative: 1e-13 });
  expectClose([...line!.leaveOneOutResiduals], [...expected!.leaveOneOutResiduals], { absolute: 1e-9 });
});

it('the order of the residuals is the order of the points', () => {
  const x = [5, 1, 3, 2, 4];
  const y = [50, 10, 33, 20, 40];
  const residuals = leastSquares(x, y)!.leaveOneOutResiduals;
  expect(residuals.indexOf(Math.max(...residuals))).toBe(2);
});

it('leastSquares of equal x is null', () => {
  expect(leastSquares([2, 2, 2, 2], [1, 2, 3, 4])).toBeNull();
  expect(leastSquares([0.1, 0.1, 0.1], [1, 2, 3])).toBeNull();
});

it('leastSquares of fewer than three points is null: each of two decides the line', () => {
  expect(leastSquares([], [])).toBeNull();
  expect(leastSquares([1], [1])).toBeNull();
  expect(leastSquares([1, 2], [1, 2])).toBeNull();
});

it('leastSquares is null where one point has all the leverage', () => {
  expect(leastSquares([1, 2, 3, 4, 1e8], [1, 2, 3, 4, 5])).toBeNull();
  expect(leastSquares([1, 2, 3, 4, 1e4], [1, 2, 3, 4, 5])).not.toBeNull();
});

it('leastSquares is null rather than not finite', () => {
  const most = Number.MAX_VALUE;
  expect(leastSquares([1, 2, 3], [most, -most, most])).toBeNull();
  expect(leastSquares([most, most / 2, most / 4], [1, 2, 3])).toBeNull();
  expect(leastSquares([1, 2, Number.NaN], [1, 2, 3])).toBeNull();
  expect(leastSquares([1, 2, Number.POSITIVE_INFINITY], [1, 2, 3])).toBeNull();
});

it('y that does not change has slope 0', () => {
  const line = leastSquares([1, 2, 3, 4], [7, 7, 7, 7]);
  expect(Math.abs(line!.slope)).toBe(0);
  expect(line?.intercept).toBe(7);
});

it('leastSquares leaves its arguments as they were and takes typed arrays', () => {
  const x = Float64Array.of(1, 2, 4);
  const y = Float64Array.of(1, 3, 2);
  const line = leastSquares(x, y);
  expect([...x, ...y]).toEqual([1, 2, 4, 1, 3, 2]);
  expectClose(line?.slope, naiveLine([...x], [...y]).slope, { relative: 1e-14 });
});

it('x and y of different lengths are refused by code', () => {
  expect(() => leastSquares([1, 2, 3], [1, 2])).toThrow(
    expect.objectContaining({ code: 'regression/length-mismatch' }),
  );
});

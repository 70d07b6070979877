import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import type { Curve, CurveKind, Rejection } from '../src/curve.ts';
import { fitCurve } from '../src/fit-curve.ts';

const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const nearLine = [3.1, 4.8, 7.2, 8.9, 11.1, 12.8, 15.2, 16.9, 19.1, 20.8];
const nearSquare = ten.map((x, i) => x * x * (i % 2 === 0 ? 1.03 : 0.97));

function rejections(curve: Curve): Partial<Record<CurveKind, Rejection | null>> {
  return Object.fromEntries(curve.candidates.map(({ kind, rejected }) => [kind, rejected]));
}

it('a line with noise is linear', () => {
  const curve = fitCurve(ten, nearLine);
  expect(curve.kind).toBe('linear');
  expectClose([curve.a, curve.b], [1, 2], { absolute: 0.2 });
  expect(curve).not.toHaveProperty('ln_a');
});

it('a square with noise is a power of about 2', () => {
  const curve = fitCurve(ten, nearSquare);
  expect(curve.kind).toBe('power');
  expectClose([curve.a, curve.b], [1, 2], { absolute: 0.1 });
  expectClose(Math.exp(curve.ln_a as number), curve.a, { relative: 1e-15 });
});

it('y that does not depend on x is the constant of its median', () => {
  const curve = fitCurve(ten, [5, 9, 4, 8, 3, 9, 5, 7, 4, 8]);
  expect(curve).toMatchObject({ kind: 'constant', a: 6, b: 0, r2_loo: 0 });
});

it('the document has these parts and no others', () => {
  const parts = ['kind', 'a', 'b', 'n', 'n_with_driver', 'n_distinct_x', 'r2_loo', 'spearman', 'x', 'y'];
  const all = [...parts, 'residuals', 'candidates', 'points'].sort();
  expect(Object.keys(fitCurve(ten, nearLine)).sort()).toEqual(all);
  expect(Object.keys(fitCurve([1], [1])).sort()).toEqual(all);
  expect(Object.keys(fitCurve(ten, nearSquare)).sort()).toEqual([...all, 'ln_a'].sort());
});

it('the document is plain data: JSON gives it back as it was', () => {
  for (const curve of [fitCurve(ten, nearLine), fitCurve(ten, nearSquare), fitCurve([Number.NaN], [0])]) {
    expect(JSON.parse(JSON.stringify(curve))).toEqual(curve);
  }
});

it('fewer than five samples with x are too few', () => {
  expect(rejections(fitCurve([1, 2, 3, 4], [1, 2, 3, 4]))).toEqual({
    linear: 'too-few-samples',
    power: 'too-few-samples',
  });
  const fourKnown = fitCurve([1, 2, Number.NaN, 3, Number.NaN, 4], [1, 2, 3, 4, 5, 6]);
  expect(fourKnown).toMatchObject({ kind: 'constant', n: 6, n_with_driver: 4 });
});

it('five samples are enough', () => {
  expect(fitCurve([1, 2, 3, 4, 5], [3, 5, 7, 9, 11])).toMatchObject({ kind: 'linear', n: 5, a: 1, b: 2 });
});

it('fewer than five distinct x are too few', () => {
  const curve = fitCurve([1, 2, 3, 4, 1, 2, 3, 4], [1, 2, 3, 4, 1.1, 2.1, 3.1, 4.1]);
  expect(curve).toMatchObject({ kind: 'constant', n_distinct_x: 4 });
  expect(rejections(curve)).toEqual({ linear: 'too-few-distinct-x', power: 'too-few-distinct-x' });
});

it('a candidate that could not be fitted has neither q2 nor score', () => {
  for (const candidate of fitCurve([1, 2, 3], [1, 2, 3]).candidates) {
    expect(candidate).toMatchObject({ q2: null, score: null });
  }
});

it('y that never changes is constant, and no candidate is fitted', () => {
  const curve = fitCurve(ten, new Array<number>(10).fill(42));
  expect(curve).toMatchObject({ kind: 'constant', a: 42, spearman: null });
  expect(rejections(curve)).toEqual({ linear: 'constant-y', power: 'constant-y' });
  expect(curve.residuals.mad).toBe(0);
});

it('a power is tried when exactly 90 % of the samples are positive', () => {
  const oneZero = [0, ...nearSquare.slice(1)];
  const curve = fitCurve(ten, oneZero);
  expect(curve.kind).toBe('power');
  expect(curve.residuals.n).toBe(9);
});

it('a power is not tried when fewer than 90 % of the samples are positive', () => {
  expect(rejections(fitCurve(ten, [0, 0, ...nearSquare.slice(2)])).power).toBe('too-many-zeros');
  const nine = fitCurve(ten.slice(0, 9), [0, ...nearSquare.slice(1, 9)]);
  expect(rejections(nine).power).toBe('too-many-zeros');
});

it('the 90 % are of the samples with x', () => {
  const x = [...ten, ...new Array<number>(10).fill(Number.NaN)];
  const curve = fitCurve(x, [...nearSquare, ...new Array<number>(10).fill(0)]);
  expect(curve).toMatchObject({ kind: 'power', n: 20, n_with_driver: 10 });
});

it('a power needs five distinct x among its positive samples', () => {
  const x = [1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 5];
  const y = x.map((value) => (value === 5 ? 0 : value));
  expect(rejections(fitCurve(x, y)).power).toBe('too-few-distinct-x');
});

it('no family is fitted that one point decides', () => {
  const x = [1, 1.1, 1.2, 1.3, 1.4, 1e9];
  expect(rejections(fitCurve(x, [1, 1.1, 1.2, 1.3, 1.4, 9])).linear).toBe('one-point-decides');
});

it('a falling curve is taken by default', () => {
  const falling = [...nearLine].reverse();
  const curve = fitCurve(ten, falling);
  expect(curve.kind).toBe('linear');
  expect(curve.b).toBeLessThan(0);
  expect(fitCurve(ten, falling, {})).toEqual(curve);
  expect(fitCurve(ten, falling, { increasing: false })).toEqual(curve);
});

it('a falling curve is not taken when the quantity must increase', () => {
  const curve = fitCurve(ten, [...nearLine].reverse(), { increasing: true });
  expect(curve.kind).toBe('constant');
  expect(rejections(curve)).toEqual({ linear: 'falling', power: 'falling' });
  expect(curve.candidates[0]?.q2).toBeGreaterThan(0.9);
});

it('a curve that neither rises nor falls does not increase', () => {
  const hill = fitCurve([1, 2, 3, 4, 5], [1, 2, 3, 2, 1], { increasing: true });
  expect(rejections(hill).linear).toBe('falling');
});

it('increasing changes nothing for a rising curve', () => {
  expect(fitCurve(ten, nearLine, { increasing: true })).toEqual(fitCurve(ten, nearLine));
});

it('a candidate must generalise: its q2 exceed 2/n for few and 0.05 for many samples', () => {
  // A weak rise, whose q2 lies between 0.05 and 2/5.
  const few = fitCurve([1, 2, 3, 4, 5], [1, 3, 2, 3, 3.2]);
  expect(few.candidates[0]?.q2).toBeGreaterThan(0.05);
  expect(few.candidates[0]?.q2).toBeLessThan(0.4);
  expect(rejections(few).linear).toBe('does-not-generalise');
  // The same four times: n = 20, so that 0.1 is asked.
  const many = [0, 1, 2, 3].flatMap(() => [1, 2, 3, 4, 5]);
  const more = fitCurve(
    many,
    [0, 1, 2, 3].flatMap(() => [1, 3, 2, 3, 3.2]),
  );
  expect(more.candidates[0]?.q2).toBeGreaterThan(0.1);
  expect(more.kind).not.toBe('constant');
});

it('r2_loo is the q2 of the chosen family', () => {
  for (const y of [nearLine, nearSquare]) {
    const curve = fitCurve(ten, y);
    const chosen = curve.candidates.find(({ kind }) => kind === curve.kind);
    expect(curve.r2_loo).toBe(chosen?.q2);
    expect(chosen?.rejected).toBeNull();
  }
});

it('of two good candidates the one that is not taken was less close', () => {
  expect(rejections(fitCurve(ten, nearSquare))).toEqual({ linear: 'other-is-closer', power: null });
  expect(rejections(fitCurve(ten, nearLine))).toEqual({ linear: null, power: 'other-is-closer' });
});

it('the line is preferred unless the power is closer by more than 5 %', () => {
  // Found by search: the power is closer, by 3.4 % here.
  const y = [0, 2.2, 3.1, 3.9, 5.3, 5.8, 7.1, 8.2, 8.8, 10.1];
  const curve = fitCurve(ten, y);
  const [line, power] = curve.candidates;
  const ratio = (line?.score as number) / (power?.score as number);
  expect(ratio).toBeGreaterThan(1);
  expect(ratio).toBeLessThan(1.05);
  expect(curve.kind).toBe('linear');
});

it('between two exact fits the line is taken', () => {
  // Of 6/7 the line's rounding is larger than the power's, which is none.
  for (const factor of [1, 2, 3e-9, 6 / 7, 7e12]) {
    const curve = fitCurve(
      ten,
      ten.map((x) => factor * x),
    );
    expect(curve.kind).toBe('linear');
    expectClose(curve.b, factor, { relative: 1e-14 });
  }
});

it('samples without x count for n, median, range and the residuals of a constant', () => {
  const curve = fitCurve([Number.NaN, 1, 2], [100, 10, 20]);
  expect(curve).toMatchObject({
    kind: 'constant',
    a: 20,
    n: 3,
    n_with_driver: 2,
    x: { min: 1, max: 2 },
    y: { min: 10, median: 20, max: 100 },
    residuals: { n: 3 },
    points: [
      [1, 10],
      [2, 20],
    ],
  });
});

it('samples without x do not move a fitted curve, its correlation or its residuals', () => {
  const alone = fitCurve(ten, nearLine);
  const more = fitCurve([...ten, Number.NaN, Number.NaN], [...nearLine, 1000, 0]);
  const { y: _y, n: _n, ...rest } = alone;
  expect(more).toMatchObject(rest);
  expect(more).toMatchObject({ n: 12, y: { min: 0, max: 1000 } });
});

it.each([Number.NaN, 0, -1, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  'x of %d is unknown',
  (none) => {
    expect(fitCurve([none, ...ten], [7, ...nearLine])).toEqual(
      fitCurve([Number.NaN, ...ten], [7, ...nearLine]),
    );
  },
);

it('without any x there is the median, its range and its residuals', () => {
  const curve = fitCurve([Number.NaN, Number.NaN, Number.NaN], [1, 2, 6]);
  expect(curve).toMatchObject({ kind: 'constant', a: 2, n: 3, n_with_driver: 0, n_distinct_x: 0, x: null });
  expect(curve.points).toEqual([]);
  expect(curve.spearman).toBeNull();
});

it('residuals of a constant are relative to the median of the others', () => {
  // medians of the others: 6, 5.5, 1.5
  const { quantiles, n } = fitCurve([1, 2, 3], [1, 2, 10]).residuals;
  expect(n).toBe(3);
  expectClose([quantiles?.['0.5'], quantiles?.['1']], [-3.5 / 5.5, 8.5 / 1.5], { relative: 1e-14 });
});

it('one sample has no residual', () => {
  expect(fitCurve([1], [5]).residuals).toEqual({ n: 0, mad: null, quantiles: null });
});

it('y of 0 only has no relative residual', () => {
  const curve = fitCurve(ten, new Array<number>(10).fill(0));
  expect(curve).toMatchObject({ kind: 'constant', a: 0, residuals: { n: 0, mad: null, quantiles: null } });
});

it('left-out predictions that are not positive have no residual', () => {
  const x = Array.from({ length: 30 }, (_, i) => i + 1);
  const curve = fitCurve(
    x,
    x.map((v) => Math.max(0, 5 * v - 40)),
  );
  expect(curve.kind).toBe('linear');
  expect(curve.residuals.n).toBeLessThan(30);
});

it('a line whose predictions are mostly not positive is infinitely wrong, told as null', () => {
  const x = [...Array.from({ length: 9 }, (_, i) => i + 1), 1000];
  const y = [9, 8, 7, 6, 5, 4, 3, 2, 1, 1e6];
  const line = fitCurve(x, y).candidates[0];
  expect(line?.q2).not.toBeNull();
  expect(line?.score).toBeNull();
});

it('a is null where it is too large for a number, and ln_a still tells it', () => {
  const x = ten.map((v) => v * 1e100);
  const curve = fitCurve(
    x,
    ten.map((v) => v ** -8),
  );
  expect(curve).toMatchObject({ kind: 'power', a: null });
  expectClose(curve.ln_a, 800 * Math.LN10, { relative: 1e-12 });
  expectClose(curve.b, -8, { relative: 1e-12 });
});

it('at most 200 points are kept, with the extremes', () => {
  const x = Array.from({ length: 1000 }, (_, i) => 1 + ((i * 389) % 1000));
  const y = x.map((v) => (v === 206 ? 0 : v === 708 ? 1e6 : 3 * v + (v % 7)));
  const { points } = fitCurve(x, y);
  expect(points).toHaveLength(200);
  expect(points[0]?.[0]).toBe(1);
  expect(points.at(-1)?.[0]).toBe(1000);
  expect(points).toContainEqual([206, 0]);
  expect(points).toContainEqual([708, 1e6]);
});

it('candidates are told in one order: linear, power', () => {
  for (const y of [nearLine, nearSquare]) {
    expect(fitCurve(ten, y).candidates.map(({ kind }) => kind)).toEqual(['linear', 'power']);
  }
});

it('fitCurve takes typed arrays', () => {
  expect(fitCurve(Float64Array.from(ten), Float64Array.from(nearLine))).toEqual(fitCurve(ten, nearLine));
});

it('x and y of different lengths, no sample, and y that is negative or not finite are refused', () => {
  const refused = (x: readonly number[], y: readonly number[], code: string): void =>
    expect(() => fitCurve(x, y)).toThrow(expect.objectContaining({ name: 'RegressionError', code }));
  refused([1, 2], [1], 'regression/length-mismatch');
  refused([1], [1, 2], 'regression/length-mismatch');
  refused([], [], 'regression/no-values');
  refused([1], [-1e-300], 'regression/invalid-value');
  refused([1], [Number.NaN], 'regression/invalid-value');
  refused([1], [Number.POSITIVE_INFINITY], 'regression/invalid-value');
  refused([Number.NaN], [Number.NaN], 'regression/invalid-value');
});

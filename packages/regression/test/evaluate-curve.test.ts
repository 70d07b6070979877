import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { CAP_FACTOR, capToObserved, evaluateCurve, evaluateFamily } from '../src/evaluate-curve.ts';
import { fitCurve } from '../src/fit-curve.ts';
import { summarize } from '../src/summary.ts';

const x = summarize([10, 20, 40, 80]);
const y = summarize([100, 200, 300, 400])!;
const line = { kind: 'linear', a: 50, b: 5, x, y };

it('a constant is its value everywhere', () => {
  expect(evaluateFamily({ kind: 'constant', a: 7, b: 0 }, 1e12)).toBe(7);
});

it('a line is a + b·x', () => {
  expect(evaluateFamily({ kind: 'linear', a: 1, b: 2 }, 10)).toBe(21);
});

it('a ratio is b·x', () => {
  expect(evaluateFamily({ kind: 'ratio', a: null, b: 0.25 }, 10)).toBe(2.5);
});

it('a power is e^ln_a · x^b, worked out in logarithms', () => {
  expectClose(evaluateFamily({ kind: 'power', a: 3, b: 2, ln_a: Math.log(3) }, 10), 300, { relative: 1e-14 });
});

it('a power is evaluated where a itself is too large or too small for a number', () => {
  expectClose(evaluateFamily({ kind: 'power', a: null, b: -10, ln_a: 1000 }, Math.exp(100)), 1, {
    relative: 1e-12,
  });
  expectClose(evaluateFamily({ kind: 'power', a: 0, b: 10, ln_a: -1000 }, Math.exp(100)), 1, {
    relative: 1e-12,
  });
});

it('another kind is refused', () => {
  expect(() => evaluateFamily({ kind: 'spline', a: 1, b: 1 }, 1)).toThrow(
    expect.objectContaining({ code: 'regression/unknown-kind' }),
  );
});

it('within the samples a value is neither capped nor extrapolated', () => {
  expect(evaluateCurve(line, 40)).toEqual({ value: 250, capped: false, extrapolated: false });
});

it('the smallest and the largest x of the samples are not extrapolated, beyond them is', () => {
  expect(evaluateCurve(line, 10).extrapolated).toBe(false);
  expect(evaluateCurve(line, 80).extrapolated).toBe(false);
  expect(evaluateCurve(line, 9.999).extrapolated).toBe(true);
  expect(evaluateCurve(line, 80.001).extrapolated).toBe(true);
});

it('a value is at most fifty times the largest observed', () => {
  expect(CAP_FACTOR).toBe(50);
  expect(evaluateCurve(line, 1e9)).toEqual({ value: 20_000, capped: true, extrapolated: true });
});

it('a value is at least a fiftieth of the smallest observed', () => {
  const falling = { kind: 'linear', a: 500, b: -5, x, y };
  expect(evaluateCurve(falling, 1000)).toEqual({ value: 2, capped: true, extrapolated: true });
});

it('a value on a bound is not capped', () => {
  const atUpper = { ...line, a: 20_000, b: 0 };
  const atLower = { ...line, a: 2, b: 0 };
  expect(evaluateCurve(atUpper, 10)).toEqual({ value: 20_000, capped: false, extrapolated: false });
  expect(evaluateCurve(atLower, 10)).toEqual({ value: 2, capped: false, extrapolated: false });
});

it('a power that overflows is capped like any other value', () => {
  const steep = { kind: 'power', a: 1, b: 100, ln_a: 0, x, y };
  expect(evaluateCurve(steep, 1e300)).toEqual({ value: 20_000, capped: true, extrapolated: true });
});

it('without x the median of the samples is the answer', () => {
  const median = { value: 250, capped: false, extrapolated: false };
  for (const none of [null, 0, -1, Number.NaN]) expect(evaluateCurve(line, none)).toEqual(median);
});

it('a curve without any x is not extrapolated', () => {
  const curve = { kind: 'constant', a: 250, b: 0, x: null, y };
  expect(evaluateCurve(curve, 1e9)).toEqual({ value: 250, capped: false, extrapolated: false });
});

it('where the smallest observed value is 0, a value may fall to 0 and no lower', () => {
  const fromZero = { kind: 'linear', a: -100, b: 1, x, y: summarize([0, 1, 2])! };
  expect(evaluateCurve(fromZero, 10)).toEqual({ value: 0, capped: true, extrapolated: false });
});

it('capToObserved moves a value to the nearest bound and tells whether it did', () => {
  const observed = { min: 100, max: 400 };
  expect(capToObserved(300, observed)).toEqual({ value: 300, capped: false });
  expect(capToObserved(-1, observed)).toEqual({ value: 2, capped: true });
  expect(capToObserved(Number.POSITIVE_INFINITY, observed)).toEqual({ value: 20_000, capped: true });
});

it('capToObserved stays finite where fifty times the largest value does not', () => {
  const observed = { min: 1, max: Number.MAX_VALUE };
  expect(capToObserved(Number.POSITIVE_INFINITY, observed)).toEqual({
    value: Number.MAX_VALUE,
    capped: true,
  });
});

it('a curve that went through JSON answers the same', () => {
  const curve = fitCurve([1, 2, 4, 8, 16, 32], [1.1, 3.8, 16.5, 66, 250, 1030]);
  const copy = JSON.parse(JSON.stringify(curve)) as typeof curve;
  for (const at of [0.5, 3, 20, 1e6]) expect(evaluateCurve(copy, at)).toEqual(evaluateCurve(curve, at));
});

import { expect, it } from 'vitest';
import { RegressionError, type RegressionErrorCode } from '../src/errors.ts';
import { evaluateFamily } from '../src/evaluate-curve.ts';
import { fitCurve } from '../src/fit-curve.ts';

/** Every code, and a call that gives it; the type makes the list complete. */
const misuse: Record<RegressionErrorCode, readonly (() => unknown)[]> = {
  'regression/length-mismatch': [() => fitCurve([1, 2], [1]), () => fitCurve([], [1])],
  'regression/no-values': [() => fitCurve([], [])],
  'regression/invalid-value': [
    () => fitCurve([1, 2], [1, -1]),
    () => fitCurve([1], [Number.NaN]),
    () => fitCurve([1], [Number.POSITIVE_INFINITY]),
    () => fitCurve([1, 2], [1, undefined as unknown as number]),
  ],
  'regression/unknown-kind': [() => evaluateFamily({ kind: 'cubic', a: 1, b: 1 }, 2)],
};

it.each(Object.entries(misuse))('%s is thrown with its code', (code, calls) => {
  for (const call of calls) expect(call).toThrow(expect.objectContaining({ name: 'RegressionError', code }));
});

it('a RegressionError is an Error with a code', () => {
  const error = new RegressionError('regression/no-values', 'nothing to fit');
  expect(error).toBeInstanceOf(Error);
  expect(error.name).toBe('RegressionError');
  expect(error.code).toBe('regression/no-values');
  expect(error.message).toBe('nothing to fit');
});

it('an invalid value is named by its place and by what it is', () => {
  expect(() => fitCurve([1, 2, 3], [1, 2, -7])).toThrow(/y\[2\].*-7/);
});

it('a length mismatch tells both lengths', () => {
  expect(() => fitCurve([1, 2, 3], [1, 2])).toThrow(/3.*2/);
});

it('an unknown kind is named', () => {
  expect(() => evaluateFamily({ kind: 'cubic', a: 1, b: 1 }, 2)).toThrow(/cubic/);
});

import { notFinite } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CAP_FACTOR, evaluateCurve } from '../src/evaluate-curve.ts';
import { fitRobustCurve } from '../src/fit-robust-curve.ts';
import { leastAbsoluteLine } from '../src/least-absolute-line.ts';
import { boundsAround } from '../src/spread.ts';

// fast-check prints the seed and the smallest example of what it refutes.

const extreme = fc.constantFrom(
  0,
  Number.MIN_VALUE,
  2.3e-308,
  1e-300,
  1,
  2,
  3,
  2 ** 53,
  2 ** 53 - 1,
  1e300,
  Number.MAX_VALUE,
);
const anyNumber = fc.oneof(extreme, fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true }));
const anyMagnitude = fc.integer({ min: -300, max: 300 }).map((exponent) => 10 ** exponent);
const hard = fc.oneof(anyNumber, anyMagnitude, fc.integer({ min: 0, max: 20 }));
const unknown = fc.constantFrom(Number.NaN, 0, -5, Number.POSITIVE_INFINITY);
const hardX = fc.oneof({ weight: 9, arbitrary: hard }, { weight: 1, arbitrary: unknown });
const row = fc.tuple(hardX, hard, fc.integer({ min: 0, max: 6 }));
const rows = fc.oneof(
  fc.array(row, { minLength: 1, maxLength: 5 }),
  fc.array(row, { minLength: 5, maxLength: 40 }),
);
/** A few values only, so that nearly everything is tied. */
const tied = fc
  .tuple(fc.array(hard, { minLength: 1, maxLength: 3 }), fc.array(fc.nat(8), { minLength: 2, maxLength: 40 }))
  .map(([values, picks]) =>
    picks.map(
      (pick, i) => [values[pick % values.length]!, values[(pick * 5 + i) % values.length]!, i % 4] as const,
    ),
  );

it.each([true, false])(
  'every number of a document is finite, and so is every value (increasing: %s)',
  (increasing) => {
    fc.assert(
      fc.property(fc.oneof(rows, tied), hard, fc.boolean(), (given, at, grouped) => {
        const y = given.map(([, value]) => value);
        const curve = fitRobustCurve(
          given.map(([x]) => x),
          y,
          { increasing, ...(grouped ? { groups: given.map(([, , group]) => group) } : {}) },
        );
        expect(notFinite(curve)).toEqual([]);
        const { value } = evaluateCurve(curve, at);
        expect(value).toBeGreaterThanOrEqual(Math.min(...y) / CAP_FACTOR);
        expect(value).toBeLessThanOrEqual(Math.min(Math.max(...y) * CAP_FACTOR, Number.MAX_VALUE));
        if (curve.spread) expect(notFinite(boundsAround(value, curve.spread))).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  },
);

it('a least absolute line is finite or null, whatever the numbers', () => {
  const signed = fc.oneof(
    hard,
    hard.map((value) => -value),
  );
  const weight = fc.oneof(
    fc.constant(1),
    hard.filter((value) => value > 0),
  );
  fc.assert(
    fc.property(
      fc.array(fc.tuple(signed, signed, weight), { maxLength: 30 }),
      fc.boolean(),
      (given, weighted) => {
        const line = leastAbsoluteLine(
          given.map(([x]) => x),
          given.map(([, y]) => y),
          weighted ? { weights: given.map(([, , w]) => w) } : {},
        );
        expect(notFinite(line)).toEqual([]);
        if (new Set(given.map(([x]) => x + 0)).size < 2) expect(line).toBeNull();
      },
    ),
    { numRuns: 3000 },
  );
});

it('units that are powers of two change coefficients by exactly that', () => {
  const plain = fc.array(fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 50 })), {
    minLength: 2,
    maxLength: 30,
  });
  const exponent = fc.integer({ min: -60, max: 60 });
  fc.assert(
    fc.property(plain, exponent, exponent, (given, powerX, powerY) => {
      const x = given.map(([value]) => value);
      const y = given.map(([, value]) => value);
      const line = leastAbsoluteLine(x, y);
      const scaled = leastAbsoluteLine(
        x.map((value) => value * 2 ** powerX),
        y.map((value) => value * 2 ** powerY),
      );
      expect(scaled).toEqual(
        line && { intercept: line.intercept * 2 ** powerY, slope: line.slope * 2 ** (powerY - powerX) },
      );
    }),
    { numRuns: 1000 },
  );
});

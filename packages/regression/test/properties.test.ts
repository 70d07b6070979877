import { expectClose } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Curve } from '../src/curve.ts';
import { evaluateCurve } from '../src/evaluate-curve.ts';
import { fitCurve } from '../src/fit-curve.ts';
import { leastSquares } from '../src/least-squares.ts';
import { medianAbsoluteDeviation } from '../src/mad.ts';
import { median } from '../src/median.ts';
import { medianOfOthers } from '../src/median-of-others.ts';
import { quantile, quantileSorted } from '../src/quantile.ts';
import { ranks } from '../src/ranks.ts';
import { spearman } from '../src/spearman.ts';
import { summarize } from '../src/summary.ts';
import { thinPoints } from '../src/thin-points.ts';
import { leftOutPredictions, naiveMedian, without } from './brute-force.ts';

// fast-check prints the seed and the smallest example of what it refutes.

interface Samples {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

/** Every number above zero that there is, the smallest and the largest among them. */
const anyPositive = fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true });
const anyMagnitude = fc.integer({ min: -300, max: 300 }).map((exponent) => 10 ** exponent);
const extreme = fc.constantFrom(Number.MIN_VALUE, 2.3e-308, 1e-300, 1, 2 ** 53, 1e300, Number.MAX_VALUE);
const hardX = fc.oneof(anyPositive, anyMagnitude, extreme);
const hardY = fc.oneof(hardX, fc.constant(0));
const moderate = fc.double({ min: -1e6, max: 1e6, noNaN: true });
const unknown = fc.constantFrom(Number.NaN, 0, -5, Number.POSITIVE_INFINITY);

/**
 * Samples of a law with noise, so that every family is met: a line, a power, or nothing that depends on x. Their x, noise
 * and laws lie on grids, and no x is far from all others: rounding then stays below the tolerances here.
 */
const lawful: fc.Arbitrary<Samples> = fc
  .record({
    rows: fc.array(fc.tuple(grid(0, 300, 100), grid(-100, 100, 100)), { minLength: 1, maxLength: 40 }),
    law: fc.constantFrom('line', 'power', 'none'),
    a: grid(1, 500, 10),
    b: grid(-15, 20, 10),
    noise: fc.constantFrom(0.01, 0.1, 0.5),
  })
  .map(({ rows, law, a, b, noise }) => {
    const x = rows.map(([decades]) => 10 ** decades);
    const level = (v: number): number => (law === 'line' ? a + v : law === 'power' ? a * v ** b : a);
    return { x, y: x.map((v, i) => level(v) * Math.exp(noise * rows[i]![1])) };
  })
  .filter(({ x }) => !hasFarPoint(x));

/** Small whole numbers and one x that lies up to ten million times farther out. */
const farPoint: fc.Arbitrary<Samples> = fc
  .record({
    rows: fc.array(fc.tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 1000 })), {
      minLength: 4,
      maxLength: 20,
    }),
    far: fc.integer({ min: 100, max: 10_000_000 }),
    y: fc.integer({ min: 0, max: 1e9 }),
  })
  .map(({ rows, far, y }) => ({
    x: [...rows.map(([small]) => small), far],
    y: [...rows.map(([, value]) => value), y],
  }));

const hardSamples: fc.Arbitrary<Samples> = fc
  .array(fc.tuple(fc.oneof({ weight: 9, arbitrary: hardX }, { weight: 1, arbitrary: unknown }), hardY), {
    minLength: 1,
    maxLength: 24,
  })
  .map((rows) => ({ x: rows.map(([x]) => x), y: rows.map(([, y]) => y) }));

/** A law, moved to any corner of what numbers can hold. */
const movedSamples: fc.Arbitrary<Samples> = fc
  .tuple(lawful, anyMagnitude, anyMagnitude)
  .map(([{ x, y }, unitX, unitY]) => ({
    x: x.map((v) => Math.min(v * unitX, Number.MAX_VALUE)),
    y: y.map((v) => Math.min(v * unitY, Number.MAX_VALUE)),
  }));

it('the order of the samples does not change the curve', () => {
  const shuffled = lawful.chain((samples) =>
    fc
      .shuffledSubarray([...samples.y.keys()], { minLength: samples.y.length })
      .map((order) => ({ samples, order })),
  );
  fc.assert(
    fc.property(shuffled, ({ samples: { x, y }, order }) => {
      const curve = fitCurve(x, y);
      fc.pre(isClearCut(curve));
      const other = fitCurve(
        order.map((i) => x[i]!),
        order.map((i) => y[i]!),
      );
      expect(other.points).toEqual(curve.points);
      expect(verdicts(other)).toEqual(verdicts(curve));
      expectCloseCurve(other, curve);
    }),
    { numRuns: 400 },
  );
});

it('units that are powers of two change x, y and coefficients by exactly that, and nothing else of a line', () => {
  const exponent = fc.integer({ min: -40, max: 40 });
  fc.assert(
    fc.property(lawful, exponent, exponent, ({ x, y }, powerX, powerY) => {
      const unitX = 2 ** powerX;
      const unitY = 2 ** powerY;
      const curve = fitCurve(x, y);
      fc.pre(isClearCut(curve));
      const scaled = fitCurve(
        x.map((v) => v * unitX),
        y.map((v) => v * unitY),
      );
      expect(scaled.kind).toBe(curve.kind);
      expect(scaled.candidates[0]?.q2).toBe(curve.candidates[0]?.q2);
      expect(scaled.spearman).toBe(curve.spearman);
      expect(scaled.points).toEqual(curve.points.map(([u, v]) => [u * unitX, v * unitY]));
      expect(scaled.y).toEqual(timesSummary(curve.y, unitY));
      if (curve.kind === 'power') return;
      expect([scaled.a, scaled.b]).toEqual([(curve.a as number) * unitY, (curve.b * unitY) / unitX]);
      expect(scaled.residuals).toEqual(curve.residuals);
    }),
    { numRuns: 400 },
  );
});

it('any units change x, y and coefficients by as much', () => {
  const unit = fc.double({ min: -9, max: 9, noNaN: true }).map((decades) => 10 ** decades);
  fc.assert(
    fc.property(lawful, unit, unit, ({ x, y }, unitX, unitY) => {
      const curve = fitCurve(x, y);
      fc.pre(isClearCut(curve));
      const scaled = fitCurve(
        x.map((v) => v * unitX),
        y.map((v) => v * unitY),
      );
      expect(verdicts(scaled)).toEqual(verdicts(curve));
      expectClose(scaled.candidates, curve.candidates, { relative: 1e-8, absolute: 1e-8 });
      expectClose(scaled.residuals, curve.residuals, { relative: 1e-8, absolute: 1e-8 });
      const largest = curve.y.max;
      for (const at of x) {
        const value = evaluateCurve(curve, at).value;
        expectClose(evaluateCurve(scaled, at * unitX).value / unitY, value, { absolute: 1e-9 * largest });
      }
      if (curve.kind === 'power') expectClose(scaled.b, curve.b, { relative: 1e-8, absolute: 1e-9 });
    }),
    { numRuns: 300 },
  );
});

it('no number in a document is ever not finite', () => {
  fc.assert(
    fc.property(fc.oneof(hardSamples, movedSamples), fc.boolean(), ({ x, y }, increasing) => {
      expect(notFinite(fitCurve(x, y, { increasing }))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

it('a value of a curve is finite and within fifty times of what was observed', () => {
  fc.assert(
    fc.property(fc.oneof(hardSamples, movedSamples, lawful), fc.array(hardX), ({ x, y }, at) => {
      const curve = fitCurve(x, y);
      for (const where of [null, ...at, ...x]) {
        const { value } = evaluateCurve(curve, where);
        expect(Number.isFinite(value)).toBe(true);
        expect(value).toBeGreaterThanOrEqual(curve.y.min / 50);
        expect(value).toBeLessThanOrEqual(50 * curve.y.max);
      }
    }),
    { numRuns: 1000 },
  );
});

it('within the samples nothing is extrapolated', () => {
  fc.assert(
    fc.property(lawful, ({ x, y }) => {
      const curve = fitCurve(x, y);
      for (const at of x) expect(evaluateCurve(curve, at).extrapolated).toBe(false);
    }),
  );
});

it('a document is consistent with itself', () => {
  fc.assert(
    fc.property(fc.oneof(lawful, hardSamples), fc.boolean(), ({ x, y }, increasing) => {
      const curve = fitCurve(x, y, { increasing });
      const chosen = curve.candidates.filter(({ rejected }) => rejected === null);
      expect(chosen.map(({ kind }) => kind)).toEqual(curve.kind === 'constant' ? [] : [curve.kind]);
      expect(curve.r2_loo).toBe(chosen[0]?.q2 ?? 0);
      expect(curve.n_distinct_x).toBeLessThanOrEqual(curve.n_with_driver);
      expect(curve.n_with_driver).toBeLessThanOrEqual(curve.n);
      expect(curve.points).toHaveLength(curve.n_with_driver);
      expect(curve.residuals.n).toBeLessThanOrEqual(curve.n);
      const quantiles = Object.values(curve.residuals.quantiles ?? {});
      expect(quantiles.length).toBe(curve.residuals.n === 0 ? 0 : 8);
      expect(Math.min(...quantiles)).toBeGreaterThanOrEqual(-1);
      if (increasing) expect(curve.b).toBeGreaterThanOrEqual(0);
      if (curve.kind !== 'constant') expect(curve.r2_loo).toBeGreaterThan(0.05);
    }),
    { numRuns: 500 },
  );
});

it('a document goes through JSON unchanged', () => {
  fc.assert(
    fc.property(fc.oneof(lawful, hardSamples), ({ x, y }) => {
      const curve = fitCurve(x, y);
      expect(JSON.parse(JSON.stringify(curve))).toEqual(curve);
    }),
  );
});

it('left-out predictions of a line are those of refitting without each point', () => {
  fc.assert(fc.property(lawful, expectRefits), { numRuns: 500 });
});

it('left-out predictions are those of refitting also when one point is far from all others', () => {
  fc.assert(fc.property(farPoint, expectRefits), { numRuns: 500 });
});

it('medianOfOthers is the median of the others', () => {
  const repeated = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 30 });
  const different = fc.array(moderate, { minLength: 2, maxLength: 30 });
  fc.assert(
    fc.property(fc.oneof(repeated, different), (values) => {
      const expected = values.map((_, i) => naiveMedian(without(values, i)));
      expectClose([...medianOfOthers(values)], expected, { relative: 1e-15 });
    }),
    { numRuns: 500 },
  );
});

it('a quantile rises with its probability and stays within the values', () => {
  const probability = fc.double({ min: 0, max: 1, noNaN: true });
  const values = fc.array(fc.oneof(moderate, anyPositive), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(values, probability, probability, (numbers, p, q) => {
      const low = quantile(numbers, Math.min(p, q))!;
      const high = quantile(numbers, Math.max(p, q))!;
      expect(low).toBeLessThanOrEqual(high);
      expect(low).toBeGreaterThanOrEqual(Math.min(...numbers));
      expect(high).toBeLessThanOrEqual(Math.max(...numbers));
    }),
    { numRuns: 5000 },
  );
});

it('a summary is ascending: minimum, median, 95th percentile, maximum', () => {
  fc.assert(
    fc.property(fc.array(hardY, { minLength: 1, maxLength: 40 }), (values) => {
      const { min, median: middle, p95, max } = summarize(values)!;
      expect(min).toBeLessThanOrEqual(middle);
      expect(min).toBeLessThanOrEqual(p95);
      expect(middle).toBeLessThanOrEqual(max);
      expect(p95).toBeLessThanOrEqual(max);
    }),
    { numRuns: 2000 },
  );
});

it('the quantile of one half is the median', () => {
  fc.assert(
    fc.property(fc.array(moderate, { minLength: 1 }), (values) => {
      expectClose(quantile(values, 0.5), median(values), { relative: 1e-12, absolute: 1e-9 });
    }),
  );
});

it('half of the values lie within the unscaled median absolute deviation of the median', () => {
  fc.assert(
    fc.property(fc.array(moderate, { minLength: 2 }), (values) => {
      const spread = medianAbsoluteDeviation(values)! / 1.4826;
      const middle = median(values)!;
      const near = values.filter((value) => Math.abs(value - middle) <= spread * (1 + 1e-12));
      expect(near.length).toBeGreaterThanOrEqual(values.length / 2);
    }),
  );
});

it('ranks add up to n(n + 1)/2 and keep the order of the values', () => {
  const numbers = fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), moderate), { maxLength: 40 });
  fc.assert(
    fc.property(numbers, (values) => {
      const list = [...ranks(values)];
      const total = list.reduce((a, b) => a + b, 0);
      expect(total).toBe((values.length * (values.length + 1)) / 2);
      for (let i = 1; i < list.length; i++) {
        expectClose(Math.sign(list[i]! - list[i - 1]!), Math.sign(values[i]! - values[i - 1]!));
      }
    }),
  );
});

it('spearman lies in [-1, 1], does not care who is x, and turns its sign when one is turned', () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: -9, max: 9 }), moderate), {
    minLength: 2,
    maxLength: 40,
  });
  fc.assert(
    fc.property(pairs, (rows) => {
      const x = rows.map(([value]) => value);
      const y = rows.map(([, value]) => value);
      const correlation = spearman(x, y);
      fc.pre(correlation !== null);
      expect(Math.abs(correlation!)).toBeLessThanOrEqual(1);
      expectClose(spearman(y, x), correlation, { absolute: 1e-14 });
      expectClose(
        spearman(
          x.map((value) => -value),
          y,
        ),
        -correlation!,
        { absolute: 1e-14 },
      );
    }),
  );
});

it('thinned points are at most as many as allowed, given ones, in order, with the extremes', () => {
  const point = fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 0, max: 1000 }));
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 1, maxLength: 120 }),
      fc.integer({ min: 4, max: 60 }),
      (points, most) => {
        const kept = thinPoints(points, most);
        expect(kept.length).toBeLessThanOrEqual(most);
        expect(kept.every((one) => points.includes(one as [number, number]))).toBe(true);
        for (const axis of [0, 1] as const) {
          const given = points.map((one) => one[axis]);
          const left = kept.map((one) => one[axis]);
          expect([Math.min(...left), Math.max(...left)]).toEqual([Math.min(...given), Math.max(...given)]);
        }
      },
    ),
    { numRuns: 500 },
  );
});

it('no argument is ever changed', () => {
  fc.assert(
    fc.property(fc.oneof(lawful, hardSamples), ({ x, y }) => {
      const frozenX = Object.freeze([...x]);
      const frozenY = Object.freeze([...y]);
      const typedX = Float64Array.from(x);
      const typedY = Float64Array.from(y);
      const everything = (u: ArrayLike<number>, v: ArrayLike<number>): unknown[] => [
        fitCurve(u, v),
        leastSquares(u, v),
        v.length > 1 ? medianOfOthers(v) : null,
        median(v),
        medianAbsoluteDeviation(v),
        quantile(v, 0.3),
        ranks(v),
        spearman(u, v),
        summarize(v),
      ];
      expect(everything(typedX, typedY)).toEqual(everything(frozenX, frozenY));
      expect(typedX).toEqual(Float64Array.from(x));
      expect(typedY).toEqual(Float64Array.from(y));
    }),
    { numRuns: 300 },
  );
});

it('quantileSorted of sorted values is quantile of the values', () => {
  fc.assert(
    fc.property(
      fc.array(moderate, { minLength: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (values, p) => {
        const ascending = [...values].sort((a, b) => a - b);
        expectClose(quantileSorted(ascending, p), quantile(values, p), { relative: 0 });
      },
    ),
  );
});

function grid(min: number, max: number, steps: number): fc.Arbitrary<number> {
  return fc.integer({ min, max }).map((i) => i / steps);
}

/** One x has nearly all the leverage, or all are equal. */
function hasFarPoint(x: readonly number[]): boolean {
  const centre = x.reduce((a, b) => a + b, 0) / x.length;
  const squares = x.map((value) => (value - centre) ** 2);
  const spread = squares.reduce((a, b) => a + b, 0);
  return x.length >= 3 && 1 - 1 / x.length - Math.max(...squares) / spread < 1e-5;
}

function expectRefits({ x, y }: Samples): void {
  const line = leastSquares(x, y);
  fc.pre(line !== null);
  const predicted = y.map((value, i) => value - line!.leaveOneOutResiduals[i]!);
  const expected = leftOutPredictions(x, y);
  const scale = Math.max(...y, ...expected.map(Math.abs));
  expectClose(predicted, expected, { absolute: 1e-9 * scale });
}

/** No rule was decided by a hair, so that rounding cannot turn it. */
function isClearCut({ candidates, n_with_driver: n }: Curve): boolean {
  const [line, power] = candidates;
  const threshold = Math.max(0.05, 2 / n);
  for (const { q2 } of candidates) if (q2 !== null && Math.abs(q2 - threshold) < 1e-6) return false;
  if (line?.score == null || power?.score == null) return true;
  const close = Math.abs(line.score - 1.05 * power.score) < 1e-6 * line.score;
  return !close && Math.max(line.score, power.score) > 1e-8;
}

function verdicts({ kind, candidates }: Curve): unknown[] {
  return [kind, ...candidates.map(({ rejected }) => rejected)];
}

function expectCloseCurve(actual: Curve, expected: Curve): void {
  const { y, a, b, points: _points, ...dimensionless } = expected;
  const { y: actualY, a: actualA, b: actualB, points: _others, ...actualDimensionless } = actual;
  expect(actualY).toEqual(y);
  expectClose(actualDimensionless, dimensionless, { relative: 1e-8, absolute: 1e-8 });
  expectClose(actualA, a, { relative: 1e-9, absolute: 1e-9 * y.max });
  expectClose(actualB, b, { relative: 1e-9, absolute: 1e-9 });
}

function timesSummary(summary: Curve['y'], unit: number): Curve['y'] {
  const { min, median: middle, p95, max } = summary;
  return { min: min * unit, median: middle * unit, p95: p95 * unit, max: max * unit };
}

/** Paths in a document whose values are neither finite numbers, null, text, nor made of such. */
function notFinite(value: unknown, at = ''): string[] {
  if (value === null || typeof value === 'string') return [];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${at}: ${value}`];
  if (typeof value !== 'object') return [`${at}: ${String(value)}`];
  return Object.entries(value).flatMap(([key, part]) => notFinite(part, `${at}/${key}`));
}

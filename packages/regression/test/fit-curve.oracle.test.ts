import { readFileSync } from 'node:fs';
import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import type { Candidate, Rejection } from '../src/curve.ts';
import {
  type Curve,
  fitCurve,
  leastSquares,
  medianAbsoluteDeviation,
  medianOfOthers,
  qSquared,
  type ResidualSummary,
  ranks,
  type Summary,
  spearman,
  summarize,
} from '../src/index.ts';

/** One family by the oracle; the numbers are there when it could be fitted. */
interface ExpectedFamily {
  readonly breaks: string | null;
  /** What rounding ln x alone does to the fit, relative to its spread. */
  readonly blur?: number;
  readonly intercept?: number;
  readonly slope?: number;
  /** Left-out predictions, of ln y for power. */
  readonly left_out?: readonly number[];
  readonly q2?: number;
  readonly score?: number | null;
}

interface DataSet {
  readonly name: string;
  readonly oracle: string;
  readonly increasing: boolean;
  readonly x: readonly (number | null)[];
  readonly y: readonly number[];
  readonly expected: {
    readonly kind: string;
    readonly n: number;
    readonly n_with_driver: number;
    readonly n_distinct_x: number;
    readonly linear: ExpectedFamily;
    readonly power: ExpectedFamily;
    readonly spearman: number | null;
    readonly x: Summary | null;
    readonly y: Summary;
    readonly y_mad: number | null;
    readonly y_ranks: readonly number[];
    readonly y_median_of_others: readonly number[];
    readonly residuals: ResidualSummary;
  };
}

interface Family {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly expected: Required<ExpectedFamily>;
}

const file = new URL('./oracle/curves.json', import.meta.url);
const { data_sets: dataSets } = JSON.parse(readFileSync(file, 'utf8')) as { data_sets: DataSet[] };
const lines = dataSets.flatMap((set) => family(set, 'linear'));
const powers = dataSets.flatMap((set) => family(set, 'power'));

/** Rules in the oracle's words and ours. */
const REJECTIONS: Record<string, Rejection> = {
  'fewer than 5 samples': 'too-few-samples',
  'fewer than 5 distinct x': 'too-few-distinct-x',
  'less than 90 % positive': 'too-many-zeros',
  'constant y': 'constant-y',
  'one sample decides': 'one-point-decides',
  falls: 'falling',
  Q2: 'does-not-generalise',
};

/** Dimensionless numbers: residuals, scores, Q². */
const DIMENSIONLESS = { relative: 1e-9, absolute: 1e-9 };

it('the oracle has data sets of every kind and every reason against a family', () => {
  expect(dataSets.length).toBeGreaterThanOrEqual(40);
  expect(new Set(dataSets.map(({ expected }) => expected.kind))).toEqual(
    new Set(['constant', 'linear', 'power']),
  );
  const reasons = dataSets.flatMap(({ expected }) => [expected.linear.breaks, expected.power.breaks]);
  expect(new Set(reasons)).toEqual(new Set([null, ...Object.keys(REJECTIONS)]));
});

it.each(dataSets)('fitCurve chooses and counts as the oracle: $name', ({ x, y, increasing, expected }) => {
  const curve = fitCurve(x.map(unknownAsNaN), y, { increasing });
  expect(curve.kind).toBe(expected.kind);
  expect(curve.candidates.map(({ rejected }) => rejected)).toEqual([
    rejection('linear', expected),
    rejection('power', expected),
  ]);
  expect(curve).toMatchObject({
    n: expected.n,
    n_with_driver: expected.n_with_driver,
    n_distinct_x: expected.n_distinct_x,
  });
});

it.each(dataSets)('fitCurve gives the numbers of $oracle: $name', ({ x, y, increasing, expected }) => {
  const curve = fitCurve(x.map(unknownAsNaN), y, { increasing });
  const { kind } = curve;
  expectClose(curve.spearman, expected.spearman, { relative: 1e-12, absolute: 1e-12 });
  expectClose(curve.x, expected.x, { relative: 1e-14 });
  expectClose(curve.y, expected.y, { relative: 1e-14 });
  expectCandidate(curve.candidates[0]!, expected.linear);
  expectCandidate(curve.candidates[1]!, expected.power);
  if (kind === 'constant') {
    expect(curve).toMatchObject({ a: expected.y.median, b: 0, r2_loo: 0 });
    expectClose(curve.residuals, expected.residuals, DIMENSIONLESS);
  } else {
    const chosen = expected[kind as 'linear' | 'power'] as Required<ExpectedFamily>;
    expectClose(curve.r2_loo, chosen.q2, { absolute: tolerance(chosen) });
    expectClose(curve.residuals, expected.residuals, { relative: 1e-9, absolute: tolerance(chosen) });
    expectCoefficients(curve, chosen);
  }
});

it.each(dataSets)('everything in the document is finite or null: $name', ({ x, y, increasing }) => {
  expect(notFinite(fitCurve(x.map(unknownAsNaN), y, { increasing }))).toEqual([]);
});

it.each(lines)('leastSquares and its left-out predictions: $name', ({ x, y, expected }) => {
  const line = leastSquares(x, y)!;
  const largest = Math.max(...y);
  const reach = Math.abs(expected.slope) * Math.max(...x);
  expectClose(line.intercept, expected.intercept, { absolute: 1e-9 * Math.max(largest, reach) });
  expectClose(line.slope, expected.slope, { absolute: (1e-9 * Math.max(largest, reach)) / Math.max(...x) });
  const predictions = y.map((value, i) => value - line.leaveOneOutResiduals[i]!);
  expectClose(predictions, expected.left_out, { absolute: 1e-9 * largest });
  expectClose(qSquared(line.leaveOneOutResiduals, y), expected.q2, { absolute: 1e-9 });
});

it.each(powers)('leastSquares of logarithms and its left-out predictions: $name', ({ x, y, expected }) => {
  const logY = y.map(Math.log);
  const line = leastSquares(x.map(Math.log), logY)!;
  const allowed = tolerance(expected);
  const farthest = Math.max(...x.map((v) => Math.abs(Math.log(v))));
  expectClose(line.intercept, expected.intercept, { relative: allowed, absolute: 1e-9 });
  expectClose(line.slope * farthest, expected.slope * farthest, { relative: allowed, absolute: 1e-9 });
  const predictions = logY.map((value, i) => value - line.leaveOneOutResiduals[i]!);
  expectClose(predictions, expected.left_out, { absolute: allowed });
});

it.each(dataSets)('summary, ranks, deviation and medians of the others of y: $name', ({ y, expected }) => {
  expectClose(summarize(y), expected.y, { relative: 1e-14 });
  expectClose(medianAbsoluteDeviation(y), expected.y_mad, { relative: 1e-12 });
  expect([...ranks(y)]).toEqual(expected.y_ranks);
  if (y.length > 1) expectClose([...medianOfOthers(y)], expected.y_median_of_others, { relative: 1e-15 });
});

it.each(dataSets.filter(({ x }) => !x.includes(null)))('spearman: $name', ({ x, y, expected }) => {
  expectClose(spearman(x as readonly number[], y), expected.spearman, { relative: 1e-12, absolute: 1e-12 });
});

function unknownAsNaN(value: number | null): number {
  return value ?? Number.NaN;
}

/** The samples that a family was fitted to, or none. */
function family({ name, x, y, expected }: DataSet, kind: 'linear' | 'power'): Family[] {
  if (expected[kind].left_out === undefined) return [];
  const used = y.map((_, i) => i).filter((i) => x[i] !== null && (kind === 'linear' || y[i]! > 0));
  const fitted = expected[kind] as Required<ExpectedFamily>;
  return [{ name, x: used.map((i) => x[i]!), y: used.map((i) => y[i]!), expected: fitted }];
}

/** 1e-9, or more where logarithms of double precision cannot do better. */
function tolerance({ blur = 0 }: ExpectedFamily): number {
  return Math.max(1e-9, 4 * blur);
}

function rejection(kind: 'linear' | 'power', expected: DataSet['expected']): Rejection | null {
  const { breaks } = expected[kind];
  if (breaks !== null) return REJECTIONS[breaks]!;
  return expected.kind === kind ? null : 'other-is-closer';
}

function expectCandidate(candidate: Candidate, expected: ExpectedFamily): void {
  const allowed = tolerance(expected);
  expectClose(candidate.q2, expected.q2 ?? null, { relative: 1e-9, absolute: allowed });
  expectClose(candidate.score, expected.score ?? null, { relative: 1e-9, absolute: allowed });
}

function expectCoefficients(curve: Curve, expected: Required<ExpectedFamily>): void {
  const allowed = { relative: 1e-9, absolute: 1e-9 * curve.y.max };
  if (curve.kind === 'power') {
    expectClose(curve.ln_a, expected.intercept, DIMENSIONLESS);
    expectClose(curve.a, Math.exp(expected.intercept), { relative: 1e-9 });
    expectClose(curve.b, expected.slope, DIMENSIONLESS);
  } else {
    expectClose(curve.a, expected.intercept, allowed);
    expectClose(curve.b, expected.slope, { relative: 1e-9 });
  }
}

/** Paths in a document whose values are neither finite numbers, null, text, nor made of such. */
function notFinite(value: unknown, at = ''): string[] {
  if (value === null || typeof value === 'string') return [];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${at}: ${value}`];
  if (typeof value !== 'object') return [`${at}: ${String(value)}`];
  return Object.entries(value).flatMap(([key, part]) => notFinite(part, `${at}/${key}`));
}

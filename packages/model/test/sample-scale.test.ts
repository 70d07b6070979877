import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { fitSampleScale, type SamplePair } from '../src/training/sample-scale.ts';

/** Cohorts of as many samples, around 10 GB and unlike each other. */
const RUNS = [2, 3, 5, 8, 13, 21].map((n, run) =>
  Array.from({ length: n }, (_, i) => 1e9 * (6 + ((7 * i + 5 * run) % 11))),
);

function pair(sizes: readonly number[], stepDriver: number, jobs: number): SamplePair {
  const ascending = sizes.toSorted((a, b) => a - b);
  const largest = ascending.at(-1) as number;
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const middle = (ascending.length - 1) / 2;
  const typical = ((ascending[Math.floor(middle)] as number) + (ascending[Math.ceil(middle)] as number)) / 2;
  return { sizes: { n: sizes.length, largest, typical, total, sizes }, stepDriver, jobs };
}

function fit(pairs: readonly SamplePair[]) {
  return fitSampleScale(
    pairs,
    pairs.map(({ stepDriver }) => stepDriver),
    'input',
  );
}

const each = (law: (pair: SamplePair) => number, jobs: (n: number) => number) =>
  RUNS.map((sizes) => {
    const one = pair(sizes, 0, jobs(sizes.length));
    return { ...one, stepDriver: law(one) };
  });

it('a step that gathers all samples follows their sum, in proportion', () => {
  const scale = fit(
    each(
      ({ sizes }) => 0.3 * sizes.total,
      () => 1,
    ),
  );
  expect(scale).toMatchObject({ kind: 'ratio', base: 'total' });
  expectClose(scale.b, 0.3);
});

it('a step that is run for each sample follows the typical one', () => {
  expect(
    fit(
      each(
        ({ sizes }) => 2 * sizes.typical,
        (n) => n,
      ),
    ),
  ).toMatchObject({ kind: 'ratio', base: 'typical', b: 2 });
});

it('a step that follows the largest sample alone is found out', () => {
  expect(
    fit(
      each(
        ({ sizes }) => sizes.largest,
        () => 1,
      ),
    ),
  ).toMatchObject({ kind: 'ratio', base: 'largest', b: 1 });
});

it('where samples are all alike a gathering step follows the sum, another the typical sample', () => {
  const alike = [2, 2, 2, 2, 2].map((n, i) => Array.from({ length: n }, () => 1e9 * (i + 1)));
  expect(fit(alike.map((sizes) => pair(sizes, sizes[0] as number, 1))).base).toBe('total');
  expect(fit(alike.map((sizes) => pair(sizes, sizes[0] as number, 2))).base).toBe('typical');
});

it('runs of one sample each do not tell: the scale has no base, and is that of the reference', () => {
  const scale = fit([1, 2, 4, 8, 16].map((gb) => pair([gb * 1e9], gb * 5e8, 1)));
  expect(scale).toEqual({ kind: 'ratio', a: 0, b: 0.5, n: 5, n_distinct_x: 5, r2_loo: 1 });
});

it.each([6.2, 1.6, 0.4])('an exponent of %f is not believed: the plain ratio is taken', (exponent) => {
  expect(fit([1, 2, 4, 8, 16].map((x) => pair([x], x ** exponent, 1)))).toMatchObject({
    kind: 'ratio',
    a: 0,
  });
});

it('drivers that fall while inputs grow follow nothing', () => {
  expect(fit([1, 2, 4, 8, 16].map((x) => pair([x], x ** -0.8, 1))).kind).toBe('constant');
});

it.each([0.5000001, 1, 1.4999999])('an exponent of %f may stand', (exponent) => {
  const scale = fit([1, 2, 4, 8, 16].map((x) => pair([x], x ** exponent, 1)));
  expect(scale.kind).toBe(exponent === 1 ? 'ratio' : 'power');
});

it('a driver with a fixed part keeps its line, one that starts from below zero is a ratio', () => {
  const line = (a: number) => fit([10, 20, 40, 80, 160].map((x) => pair([x], a + x, 1)));
  expect(line(50)).toMatchObject({ kind: 'linear' });
  expect(line(-9)).toMatchObject({ kind: 'linear' }); // at the median size it grows by the power of 1.3
  expect(line(-9.9).kind).toBe('linear');
  expect(fit([10, 20, 25, 30, 160].map((x) => pair([x], x - 9.5, 1))).kind).toBe('ratio');
});

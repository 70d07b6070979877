import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { leastAbsoluteLine } from '../src/least-absolute-line.ts';

interface DataSet {
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly weights?: readonly number[];
  /** The smallest sum of weighted absolute residuals there is. */
  readonly sum: number;
  /** What rounding the coefficients of the best line does to it. */
  readonly blur: number;
}

const file = new URL('./oracle/absolute-lines.json', import.meta.url);
const { data_sets: dataSets } = JSON.parse(readFileSync(file, 'utf8')) as { data_sets: DataSet[] };

it('the oracle has data sets enough, with weights and without', () => {
  expect(dataSets.length).toBeGreaterThanOrEqual(40);
  expect(dataSets.filter(({ weights }) => weights).length).toBeGreaterThanOrEqual(6);
});

it.each(dataSets)('no line leaves a smaller sum of absolute residuals: $name', (set) => {
  expectSmallest(set, leastAbsoluteLine(set.x, set.y, options(set)));
});

it.each(dataSets)('wherever the search starts: $name', (set) => {
  for (const slope of [0, 1, -1e3]) {
    const start = { intercept: set.y[0]!, slope };
    expectSmallest(set, leastAbsoluteLine(set.x, set.y, { ...options(set), start }));
  }
});

it.each(dataSets)('and in whatever order the points come: $name', (set) => {
  const { x, y, weights } = set;
  const line = leastAbsoluteLine(x.toReversed(), y.toReversed(), options({ weights: weights?.toReversed() }));
  expectSmallest(set, line);
});

function options({ weights }: { weights?: readonly number[] | undefined }): { weights?: readonly number[] } {
  return weights ? { weights } : {};
}

function expectSmallest(set: DataSet, line: ReturnType<typeof leastAbsoluteLine>): void {
  expect(line).toEqual({ intercept: expect.any(Number), slope: expect.any(Number) });
  const sum = sumOfResiduals(set, line!);
  expect(Number.isFinite(sum)).toBe(true);
  // Evaluating a line rounds as much as its coefficients did.
  expect(sum).toBeLessThanOrEqual(set.sum * (1 + 1e-9) + 4 * set.blur);
}

function sumOfResiduals(
  { x, y, weights }: DataSet,
  { intercept, slope }: { intercept: number; slope: number },
): number {
  return x.reduce(
    (sum, value, i) => sum + (weights?.[i] ?? 1) * Math.abs(y[i]! - intercept - slope * value),
    0,
  );
}

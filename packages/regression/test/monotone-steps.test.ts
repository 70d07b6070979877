import fc from 'fast-check';
import { expect, it } from 'vitest';
import { levelAt, monotoneSteps } from '../src/monotone-steps.ts';

interface Bin {
  readonly x: number;
  readonly y: readonly number[];
}

/** Three samples or more at each x are a bin of their own. */
const bins: fc.Arbitrary<Bin[]> = fc
  .array(fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 3, maxLength: 6 }), {
    minLength: 1,
    maxLength: 7,
  })
  .map((columns) => columns.map((y, i) => ({ x: i + 1, y })));

const samples = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 0, max: 1000 })), {
  minLength: 1,
  maxLength: 250,
});

function stepsOf(given: readonly Bin[]): ReturnType<typeof monotoneSteps> {
  const rows = given.flatMap(({ x, y }) => y.map((value) => [x, value] as const));
  return monotoneSteps(
    rows.map(([x]) => x),
    rows.map(([, y]) => y),
  );
}

/** The smallest sum of absolute residuals of levels that do not fall, over all choices of values as levels. */
function smallestSum(given: readonly Bin[]): number {
  const values = [...new Set(given.flatMap(({ y }) => y))].sort((a, b) => a - b);
  let sums = values.map(() => 0);
  for (const { y } of given) {
    let least = Number.POSITIVE_INFINITY;
    sums = values.map((level, i) => {
      least = Math.min(least, sums[i]!);
      return least + sumOfDistances(y, level);
    });
  }
  return Math.min(...sums);
}

function sumOfDistances(y: readonly number[], level: number): number {
  return y.reduce((sum, value) => sum + Math.abs(value - level), 0);
}

it('levels are medians, and begin midway between the x beside their edge', () => {
  const x = [1, 1, 1, 3, 3, 3, 7, 7, 7];
  const y = [10, 11, 90, 20, 21, 22, 30, 31, 35];
  expect(monotoneSteps(x, y)).toEqual([
    [0, 11],
    [2, 21],
    [5, 31],
  ]);
});

it('neighbours that fall are pooled', () => {
  const x = [1, 1, 1, 2, 2, 2, 3, 3, 3];
  const y = [5, 6, 7, 1, 2, 3, 9, 9, 9];
  expect(monotoneSteps(x, y)).toEqual([
    [0, 4],
    [2.5, 9],
  ]);
});

it('what falls throughout is one level', () => {
  expect(monotoneSteps([1, 2, 3, 4, 5, 6, 7], [7, 6, 5, 4, 3, 2, 1])).toEqual([[0, 4]]);
});

it('a level rests on three samples or more: what is left over joins the last', () => {
  const x = [1, 2, 3, 4, 5, 6, 7, 8];
  expect(monotoneSteps(x.slice(0, 7), [1, 1, 1, 2, 2, 2, 900])).toEqual([
    [0, 1],
    [3.5, 2],
  ]);
  expect(monotoneSteps(x, [1, 1, 1, 2, 2, 2, 900, 900])).toEqual([
    [0, 1],
    [3.5, 2],
  ]);
});

it('one sample is one level', () => {
  expect(monotoneSteps([5], [3])).toEqual([[0, 3]]);
});

it('there are at most 64 levels', () => {
  const x = Array.from({ length: 10_000 }, (_, i) => i + 1);
  expect(monotoneSteps(x, x)).toHaveLength(64);
});

it('numbers at the edge of what there is', () => {
  const tiny = Number.MIN_VALUE;
  const huge = Number.MAX_VALUE;
  const x = [tiny, tiny, tiny, 2 * tiny, 2 * tiny, 2 * tiny, huge, huge, huge];
  const levels = monotoneSteps(x, [0, 0, 0, tiny, tiny, tiny, huge, huge, huge]);
  expect(levels.map(([, level]) => level)).toEqual([0, tiny, huge]);
  expect(x.map((value) => levelAt(levels, value))).toEqual([0, 0, 0, tiny, tiny, tiny, huge, huge, huge]);
});

it('the median of two pooled values does not overflow', () => {
  expect(monotoneSteps([1, 1, 1, 2], [1.7e308, 1.7e308, 1.7e308, 1.6e308])).toEqual([[0, 1.7e308]]);
});

it('no levels that do not fall leave a smaller sum of absolute residuals', () => {
  fc.assert(
    fc.property(bins, (given) => {
      const levels = stepsOf(given);
      const sum = given.reduce((total, { x, y }) => total + sumOfDistances(y, levelAt(levels, x)), 0);
      expect(sum).toBe(smallestSum(given));
    }),
    { numRuns: 2000 },
  );
});

it('levels and their edges rise, and lie within the samples', () => {
  fc.assert(
    fc.property(samples, (rows) => {
      const y = rows.map(([, value]) => value);
      const levels = monotoneSteps(
        rows.map(([value]) => value),
        y,
      );
      expect(levels.length).toBeLessThanOrEqual(64);
      expect(levels[0]![0]).toBe(0);
      for (const [i, [from, level]] of levels.entries()) {
        expect(level).toBeGreaterThanOrEqual(Math.min(...y));
        expect(level).toBeLessThanOrEqual(Math.max(...y));
        if (i === 0) continue;
        expect(from).toBeGreaterThan(levels[i - 1]![0]);
        expect(level).toBeGreaterThan(levels[i - 1]![1]);
      }
    }),
  );
});

it('the order of the samples does not matter', () => {
  fc.assert(
    fc.property(samples, (rows) => {
      const fit = (given: typeof rows): unknown =>
        monotoneSteps(
          given.map(([x]) => x),
          given.map(([, y]) => y),
        );
      expect(fit(rows.toReversed())).toEqual(fit(rows));
    }),
  );
});

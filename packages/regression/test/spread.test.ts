import { expectClose, notFinite } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { median } from '../src/median.ts';
import { medianOfOthers } from '../src/median-of-others.ts';
import {
  type Bounds,
  boundsAround,
  conformalSpread,
  INTERVAL_LEVELS,
  type Spread,
  UPPER_LEVELS,
} from '../src/spread.ts';
import { Seeded } from './seeded.ts';

const DISTRIBUTIONS: Record<string, (random: Seeded) => number> = {
  normal: (random) => Math.max(10 + random.normal(), 0.1),
  lognormal: (random) => Math.exp(0.5 * random.normal()),
  'Pareto, exponent 2': (random) => random.uniform() ** (-1 / 2),
  ties: (random) => 8 + random.below(3),
};
const TRIALS = 2000;
/** Bounds that lie on a value may be rounded past it. */
const ROUNDING = 1e-12;

const hard = fc.oneof(
  fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true }),
  fc.constantFrom(0, Number.MIN_VALUE, 1e-300, 1, 2 ** 53, 1e300, Number.MAX_VALUE),
);
const pairs = fc.array(fc.tuple(hard, hard), { minLength: 1, maxLength: 60 });

it('the bound at p is the ⌈(n + 1)·p⌉-th of the left-out residuals', () => {
  const y = Array.from({ length: 99 }, (_, i) => i + 1);
  const spread = conformalSpread(y, Array<number>(99).fill(10))!;
  expect(spread).toMatchObject({ scale: 'relative', n: 99 });
  expectClose(spread.upper, { '0.9': 9, '0.95': 9.5, '0.99': 9.9 }, { relative: 1e-12 });
  expectClose(spread.interval['0.5'], [2.5, 7.5], { relative: 1e-12 });
  expectClose(spread.interval['0.8'], [1, 9], { relative: 1e-12 });
  expectClose(spread.interval['0.9'], [0.5, 9.5], { relative: 1e-12 });
});

it('beyond the largest residual the tail of two excesses and the prior is Lomax, of exponent 2 + 2', () => {
  // Residuals −1, 0, 1: from the median on, excesses 0 and 1, and the prior 0.1.
  const spread = conformalSpread([1 / Math.E, 1, Math.E], [1, 1, 1])!;
  const excess = ((0 + 1 + 0.1) / 2) * 4 * ((4 * 0.01) ** (-1 / 4) - 1);
  expectClose(spread.upper['0.99'], Math.exp(1 + excess), { relative: 1e-12 });
});

it('residuals that do not grow with the prediction are kept as they are', () => {
  const predicted = Array.from({ length: 100 }, (_, i) => 100 + 10 * i);
  const y = predicted.map((value, i) => value + (i % 7) - 3);
  const spread = conformalSpread(y, predicted)!;
  expect(spread.scale).toBe('absolute');
  expect(spread.upper['0.9']).toBe(3);
  expect(boundsAround(1000, spread).upper['0.9']).toBe(1003);
});

it('residuals that grow with the prediction are kept relative to it', () => {
  const predicted = Array.from({ length: 100 }, (_, i) => 100 + 10 * i);
  const spread = conformalSpread(
    predicted.map((value, i) => value * (1 + ((i % 7) - 3) / 100)),
    predicted,
  )!;
  expect(spread.scale).toBe('relative');
  expectClose(boundsAround(1000, spread).upper['0.9'], 1030, { relative: 1e-12 });
});

it('pairs that are not both positive tell nothing', () => {
  expect(conformalSpread([], [])).toBeNull();
  expect(conformalSpread([0, 5, -1], [5, 0, 5])).toBeNull();
  expect(conformalSpread([0, 5, 10], [5, 0, 10])?.n).toBe(1);
});

it('different lengths are refused', () => {
  expect(() => conformalSpread([1], [1, 2])).toThrow(
    expect.objectContaining({ code: 'regression/length-mismatch' }),
  );
});

it('the fewer the samples, the wider the bounds: no three equal values make a fourth certain', () => {
  const widths = [1, 2, 3, 5, 10, 20, 50, 99].map(
    (n) => conformalSpread(Array<number>(n).fill(7), Array<number>(n).fill(7))!.upper['0.99'],
  );
  expect(widths).toEqual(widths.toSorted((a, b) => b - a));
  expect(widths[0]).toBeGreaterThan(2);
  expect(widths[2]).toBeGreaterThan(1.1);
  expect(widths.at(-1)).toBe(1);
});

const cases = Object.keys(DISTRIBUTIONS).flatMap((name) => [10, 20, 99].map((n) => ({ name, n })));

it.each(cases)('$name, $n samples: bounds cover at least as often as they say, less 2 %', ({ name, n }) => {
  const covered = coverage(name, n);
  for (const level of UPPER_LEVELS) {
    expect(covered.upper[level], `upper ${level}`).toBeGreaterThan(atLeast(level, 0.02));
  }
  for (const level of INTERVAL_LEVELS) {
    expect(covered.interval[level], `interval ${level}`).toBeGreaterThan(atLeast(level, 0.02));
  }
});

it.each(Object.keys(DISTRIBUTIONS))('%s, five samples: bounds cover as they say, less 4 %', (name) => {
  const covered = coverage(name, 5);
  for (const level of UPPER_LEVELS) {
    expect(covered.upper[level], `upper ${level}`).toBeGreaterThan(atLeast(level, 0.04));
  }
});

it('wider levels enclose narrower ones, and every bound is finite, whatever the samples', () => {
  fc.assert(
    fc.property(pairs, hard, (rows, value) => {
      const spread = conformalSpread(
        rows.map(([y]) => y),
        rows.map(([, predicted]) => predicted),
      );
      if (spread === null) return;
      expect(notFinite(spread)).toEqual([]);
      expectNested(spread);
      const bounds = boundsAround(value, spread);
      expect(notFinite(bounds)).toEqual([]);
      expectNested(bounds);
      for (const [low] of Object.values(bounds.interval)) expect(low).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 1000 },
  );
});

it('the order of the samples does not matter', () => {
  fc.assert(
    fc.property(pairs, (rows) => {
      const of = (given: typeof rows): Spread | null =>
        conformalSpread(
          given.map(([y]) => y),
          given.map(([, predicted]) => predicted),
        );
      expectClose(of(rows.toReversed()), of(rows), { relative: 1e-9 });
    }),
  );
});

function expectNested({ upper, interval }: Pick<Bounds, 'upper' | 'interval'>): void {
  const uppers = UPPER_LEVELS.map((level) => upper[level]);
  expect(uppers).toEqual(uppers.toSorted((a, b) => a - b));
  const lows = INTERVAL_LEVELS.map((level) => interval[level][0]).toReversed();
  const highs = INTERVAL_LEVELS.map((level) => interval[level][1]);
  expect([...lows, ...highs]).toEqual([...lows, ...highs].toSorted((a, b) => a - b));
}

/** A level less what is conceded, and less two standard deviations of a share of so many trials. */
function atLeast(level: string, conceded: number): number {
  const p = Number(level);
  return p - conceded - 2 * Math.sqrt((p * (1 - p)) / TRIALS);
}

/** How often the next value lies within the bounds around the median of those before. */
function coverage(name: string, n: number): Bounds {
  const draw = DISTRIBUTIONS[name]!;
  const random = new Seeded(n);
  const upper = Object.fromEntries(UPPER_LEVELS.map((level) => [level, 0]));
  const interval = Object.fromEntries(INTERVAL_LEVELS.map((level) => [level, 0]));
  for (let trial = 0; trial < TRIALS; trial++) {
    const y = Array.from({ length: n }, () => draw(random));
    const predicted = medianOfOthers(y);
    const bounds = boundsAround(median(y) as number, conformalSpread(y, predicted)!);
    const next = draw(random);
    for (const level of UPPER_LEVELS) {
      if (next <= bounds.upper[level] * (1 + ROUNDING)) upper[level]! += 1 / TRIALS;
    }
    for (const level of INTERVAL_LEVELS) {
      const [low, high] = bounds.interval[level];
      if (low * (1 - ROUNDING) <= next && next <= high * (1 + ROUNDING)) interval[level]! += 1 / TRIALS;
    }
  }
  return { upper, interval } as unknown as Bounds;
}

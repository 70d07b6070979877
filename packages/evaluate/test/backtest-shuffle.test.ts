import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededShuffle } from '../src/backtest/seeded-shuffle.ts';

const items = Array.from({ length: 20 }, (_, i) => i);

it('a shuffle holds every item once, and leaves what it was given as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer(), fc.string(), (given, seed, key) => {
      const before = [...given];
      const out = seededShuffle(given, seed, key);
      expect(given).toEqual(before);
      expect(out.toSorted((a, b) => a - b)).toEqual(before.toSorted((a, b) => a - b));
      expect(seededShuffle(given, seed, key)).toEqual(out);
    }),
  );
});

it('another seed, or another key, draws another order', () => {
  expect(seededShuffle(items, 1, 'a')).not.toEqual(seededShuffle(items, 2, 'a'));
  expect(seededShuffle(items, 1, 'a')).not.toEqual(seededShuffle(items, 1, 'b'));
  expect(seededShuffle(items, -1, 'a')).not.toEqual(seededShuffle(items, 1, 'a'));
});

it('every item comes first about as often as any other', () => {
  const first = new Map<number, number>();
  for (let seed = 0; seed < 4000; seed++) {
    const [one] = seededShuffle([0, 1, 2, 3], seed, 'step');
    first.set(one as number, (first.get(one as number) ?? 0) + 1);
  }
  // 1000 each, give or take five standard deviations.
  for (const n of first.values()) expect(Math.abs(n - 1000)).toBeLessThan(140);
});

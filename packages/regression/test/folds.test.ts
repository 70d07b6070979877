import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assignFolds } from '../src/folds.ts';

const groups = fc.array(fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: -1e9, max: 1e9 })), {
  maxLength: 60,
});

it('groups take turns in the order in which they first appear', () => {
  expect([...assignFolds([30, 10, 20, 10, 60, 50, 40, 30]).of]).toEqual([0, 1, 2, 1, 3, 4, 0, 0]);
});

it('with fewer than three groups samples take turns', () => {
  expect(assignFolds([1, 1, 1, 2, 2, 2, 2])).toEqual({
    count: 5,
    of: Int32Array.of(0, 1, 2, 3, 4, 0, 1),
    byGroup: false,
  });
  expect(assignFolds([3, 3]).count).toBe(2);
});

it('nothing is dealt into no fold', () => {
  expect(assignFolds([])).toEqual({ count: 0, of: new Int32Array(0), byGroup: false });
});

it('a group is never split, and every fold has one', () => {
  fc.assert(
    fc.property(groups, (numbers) => {
      const folds = assignFolds(numbers);
      fc.pre(folds.byGroup);
      for (const group of numbers) {
        expect(new Set(folds.of.filter((_, i) => numbers[i] === group)).size).toBe(1);
      }
      expect(new Set(folds.of).size).toBe(folds.count);
      expect(folds.count).toBe(Math.min(5, new Set(numbers).size));
    }),
  );
});

it('folds hold as many groups as each other, give or take one', () => {
  fc.assert(
    fc.property(groups, (numbers) => {
      const folds = assignFolds(numbers);
      fc.pre(folds.byGroup);
      const sizes = Array.from(
        { length: folds.count },
        (_, fold) => new Set(numbers.filter((_group, i) => folds.of[i] === fold)).size,
      );
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    }),
  );
});

it('folds do not depend on what number a group has', () => {
  fc.assert(
    fc.property(groups, (numbers) => {
      expect(assignFolds(numbers.map((number) => 1e10 - 3 * number))).toEqual(assignFolds(numbers));
    }),
  );
});

it('later samples do not move those before them', () => {
  fc.assert(
    fc.property(groups, (numbers) => {
      const folds = assignFolds(numbers);
      fc.pre(folds.count === 5);
      const more = assignFolds([...numbers, ...numbers.toReversed(), 7]);
      if (more.byGroup === folds.byGroup) expect(more.of.subarray(0, numbers.length)).toEqual(folds.of);
    }),
  );
});

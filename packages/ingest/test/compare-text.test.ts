import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareText } from '../src/index.ts';

const text = fc.string({ unit: 'binary' });
const points = (value: string): number[] => [...value].map((char) => char.codePointAt(0) as number);

it('text sorts by code point, not by UTF-16 unit and not by locale', () => {
  expect(['b', 'a', 'B', 'é', 'z', '', '10', '9'].sort(compareText)).toEqual([
    '',
    '10',
    '9',
    'B',
    'a',
    'b',
    'z',
    'é',
  ]);
  expect(compareText('\uffff', '\u{10000}')).toBeLessThan(0);
  expect('\uffff' < '\u{10000}').toBe(false);
  expect(compareText('a\u{10000}', 'a\u{10001}')).toBeLessThan(0);
});

it('compareText orders as the lists of code points do', () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [left, right] = [points(a), points(b)];
      const at = left.findIndex((point, i) => point !== right[i]);
      const expected =
        at < 0
          ? left.length - right.length
          : right.length <= at
            ? 1
            : (left[at] as number) - (right[at] as number);
      expect(Math.sign(compareText(a, b))).toBe(Math.sign(expected));
    }),
  );
});

it('compareText is an order: antisymmetric and transitive', () => {
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      expect(Math.sign(compareText(a, b)) + Math.sign(compareText(b, a))).toBe(0);
      expect(compareText(a, a)).toBe(0);
      if (compareText(a, b) <= 0 && compareText(b, c) <= 0) expect(compareText(a, c)).toBeLessThanOrEqual(0);
    }),
  );
});

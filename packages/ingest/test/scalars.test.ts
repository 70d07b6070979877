import { expect, it } from 'vitest';
import {
  asDecimal,
  asMapping,
  asNumber,
  asPositive,
  asText,
  isMapping,
  member,
} from '../src/text/scalars.ts';

it('isMapping takes objects alone', () => {
  for (const value of [{}, { a: 1 }, Object.create(null)]) expect(isMapping(value)).toBe(true);
  for (const value of [null, undefined, [], 'a', 1, true]) expect(isMapping(value)).toBe(false);
  expect(asMapping({ a: 1 })).toEqual({ a: 1 });
  expect(asMapping([1])).toEqual({});
});

it('member never gives what Object.prototype has', () => {
  expect(member({}, 'constructor')).toBe(undefined);
  expect(member({}, '__proto__')).toBe(undefined);
  expect(member(JSON.parse('{"__proto__":1}') as Record<string, unknown>, '__proto__')).toBe(1);
  expect(member({ a: null }, 'a')).toBe(null);
});

it.each<[unknown, number | null, number | null, number | null, string | null]>([
  [1.5, 1.5, 1.5, 1.5, '1.5'],
  [0, 0, null, 0, '0'],
  [-1, -1, null, -1, '-1'],
  [Number.NaN, null, null, null, 'NaN'],
  [Number.POSITIVE_INFINITY, null, null, null, 'Infinity'],
  ['1.5', null, null, 1.5, '1.5'],
  [' 2 ', null, null, 2, ' 2 '],
  ['2.', null, null, 2, '2.'],
  ['.5', null, null, 0.5, '.5'],
  ['-2', null, null, null, '-2'],
  ['1e3', null, null, null, '1e3'],
  ['all', null, null, null, 'all'],
  ['9'.repeat(400), null, null, null, '9'.repeat(400)],
  ['', null, null, null, null],
  [true, null, null, null, 'true'],
  [12n, null, null, null, '12'],
  [null, null, null, null, null],
  [undefined, null, null, null, null],
  [[], null, null, null, null],
  [{}, null, null, null, null],
])('%s as a number, a positive one, a decimal, a text', (value, number, positive, decimal, text) => {
  expect([asNumber(value), asPositive(value), asDecimal(value), asText(value)]).toEqual([
    number,
    positive,
    decimal,
    text,
  ]);
});

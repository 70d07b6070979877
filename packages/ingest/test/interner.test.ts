import { expect, it } from 'vitest';
import { Interner } from '../src/dumps/interner.ts';

it('Interner gives equal things one number, and the first of them back', () => {
  const interner = new Interner<{ readonly x: number }>();
  const first = { x: 1 };
  expect(interner.numberOf('1', first)).toBe(0);
  expect(interner.numberOf('2', { x: 2 })).toBe(1);
  expect(interner.numberOf('1', { x: 1 })).toBe(0);
  expect(interner.thing(0)).toBe(first);
  expect(interner.thing(1)).toEqual({ x: 2 });
});

it('Interner takes names of Object.prototype for ordinary ones', () => {
  const interner = new Interner<string>();
  const names = ['constructor', '__proto__', 'toString', ''];
  expect(names.map((name) => interner.numberOf(name, name))).toEqual([0, 1, 2, 3]);
  expect(names.map((_, i) => interner.thing(i))).toEqual(names);
});

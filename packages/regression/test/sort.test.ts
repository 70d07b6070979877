import { expect, it } from 'vitest';
import { sorted } from '../src/sort.ts';

it('sorted is an ascending copy, by size and not by text', () => {
  const values = Object.freeze([10, 9, -1, 1e21, 0.5]);
  expect([...sorted(values)]).toEqual([-1, 0.5, 9, 10, 1e21]);
  expect(values).toEqual([10, 9, -1, 1e21, 0.5]);
});

it('sorted copies typed arrays too', () => {
  const values = Float64Array.of(2, 1);
  expect([...sorted(values)]).toEqual([1, 2]);
  expect([...values]).toEqual([2, 1]);
});

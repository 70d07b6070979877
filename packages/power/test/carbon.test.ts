import { expect, it } from 'vitest';
import { carbonOf } from '../src/carbon.ts';

it('grams are kilowatt hours times the intensity', () => {
  expect(carbonOf(500, 250)).toEqual({ total_co2_g: 125 });
  expect(carbonOf(500, 0)).toEqual({ total_co2_g: 0 });
});

it('without an intensity nothing is said', () => {
  expect(carbonOf(500, null)).toEqual({});
});

import { expect, it } from 'vitest';
import { carbonOf } from '../src/carbon.ts';

it('grams are kilowatt hours times the intensity', () => {
  expect(carbonOf(500, 250)).toEqual({ total_co2_g: 125 });
  expect(carbonOf(500, 0)).toEqual({ total_co2_g: 0 });
});

it('without an intensity nothing is said', () => {
  expect(carbonOf(500, null)).toEqual({});
});

it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1_000_001, 1e308])(
  'an intensity of %d is refused',
  (intensity) => {
    expect(() => carbonOf(1e290, intensity)).toThrow(
      `carbon intensity is ${intensity}, expected a number of g/kWh from 0 to 1000000`,
    );
  },
);

it('the total of the largest curve and intensity is a number', () => {
  expect(Number.isFinite(carbonOf(1e296, 1_000_000).total_co2_g)).toBe(true);
});

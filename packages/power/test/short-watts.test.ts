import { expect, it } from 'vitest';
import { shortEnergy, shortMass, shortWatts } from '../src/short-watts.ts';

it.each([
  [0, '0 W'],
  [0.001, '<0.01 W'],
  [0.25, '0.25 W'],
  [0.999, '1 W'],
  [9.94, '9.9 W'],
  [9.96, '10 W'],
  [999.4, '999 W'],
  [999.5, '1 kW'],
  [1250, '1.3 kW'],
  [12_345, '12 kW'],
])('%d W is %s', (watts, text) => {
  expect(shortWatts(watts)).toBe(text);
});

it('energy is in Wh and kWh, mass in g, kg and t', () => {
  expect([0.5, 135.75, 3400].map(shortEnergy)).toEqual(['0.5 Wh', '136 Wh', '3.4 kWh']);
  expect([12, 999.5, 3400].map(shortMass)).toEqual(['12 g', '1 kg', '3.4 kg']);
  expect([999_400, 999_500, 2_140_000].map(shortMass)).toEqual(['999 kg', '1 t', '2.1 t']);
});

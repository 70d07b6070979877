import { expect, it } from 'vitest';
import { binPower, binSeconds } from '../src/bin-power.ts';
import { PowerError } from '../src/errors.ts';

it('an interval is shared among the bins it covers, by time', () => {
  expect(binPower([{ start: 5, end: 25, powerW: 36 }], 0, 10)).toEqual([
    { powerW: 18, energyWh: 0.05 },
    { powerW: 36, energyWh: 0.1 },
    { powerW: 18, energyWh: 0.05 },
  ]);
});

it('an end on an edge begins no bin, an end beyond it does', () => {
  expect(binPower([{ start: 0, end: 20, powerW: 1 }], 0, 10)).toHaveLength(2);
  expect(binPower([{ start: 0, end: 20.001, powerW: 1 }], 0, 10)).toHaveLength(3);
  expect(binPower([{ start: 0, end: 3, powerW: 1 }], 0, 10)).toHaveLength(1);
});

it('there is no bin without an interval that lasts', () => {
  expect(binPower([], 0, 10)).toEqual([]);
  expect(binPower([{ start: 4, end: 4, powerW: 1 }], 4, 10)).toEqual([]);
});

it('a width is minutes, finite and above 0', () => {
  expect(binSeconds(0.1)).toBe(6);
  for (const minutes of [0, -0, -1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(() => binSeconds(minutes)).toThrow(PowerError);
});

it('many long intervals in many bins take no more than a moment', () => {
  const intervals = Array.from({ length: 200 }, (_, i) => ({ start: i, end: 100_000 + i, powerW: 1 }));
  const bins = binPower(intervals, 0, 1);
  expect(bins.reduce((sum, { energyWh }) => sum + energyWh, 0)).toBeCloseTo((200 * 100_000) / 3600, 6);
});

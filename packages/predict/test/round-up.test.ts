import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundUpCores, roundUpMemoryMb, roundUpTimeSeconds } from '../src/round-up.ts';

it.each([
  [1, 256],
  [256, 256],
  [257, 512],
  [4095, 4096],
  [4096, 4096],
  [4097, 5120],
  [6100, 6144],
])('%d MB become %d: whole 256 MB below 4 GB, then whole GB', (memMb, expected) => {
  expect(roundUpMemoryMb(memMb)).toBe(expected);
});

it.each([
  [0.2, 300],
  [300, 300],
  [301, 600],
  [3599, 3600],
  [3600, 3600],
  [3601, 4500],
  [28_799, 28_800],
  [28_800, 28_800],
  [28_801, 32_400],
  [100_000, 100_800],
])('%d s become %d: whole 5 minutes below 1 h, 15 minutes below 8 h, then hours', (seconds, expected) => {
  expect(roundUpTimeSeconds(seconds)).toBe(expected);
});

it.each([
  [0, 1],
  [0.3, 1],
  [1, 1],
  [1.01, 2],
  [12.5, 13],
])('%d cores become %d', (cores, expected) => {
  expect(roundUpCores(cores)).toBe(expected);
});

it('a hair above a multiple is the multiple', () => {
  expect(roundUpMemoryMb(256 * (1 + 5e-10))).toBe(256);
  expect(roundUpTimeSeconds(300 * (1 + 5e-10))).toBe(300);
  expect(roundUpCores(3 + 5e-10)).toBe(3);
});

it('the rounded amount is enough but for a billionth of a step, and less than a step too much', () => {
  const amount = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
  fc.assert(
    fc.property(amount, (value) => {
      for (const [rounded, step] of [
        [roundUpMemoryMb(value), value < 4096 ? 256 : 1024],
        [roundUpTimeSeconds(value), value < 3600 ? 300 : value < 28_800 ? 900 : 3600],
        [roundUpCores(value), 1],
      ] as const) {
        expect(rounded).toBeGreaterThanOrEqual(value - 2e-9 * step);
        expect(rounded).toBeLessThan(value + step * (1 + 1e-9));
      }
    }),
  );
});

it('a larger amount is never rounded to less', () => {
  const amount = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const [small, large] = [Math.min(a, b), Math.max(a, b)];
      for (const round of [roundUpMemoryMb, roundUpTimeSeconds, roundUpCores]) {
        expect(round(large)).toBeGreaterThanOrEqual(round(small));
      }
    }),
  );
});

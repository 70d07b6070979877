import fc from 'fast-check';
import { expect, it } from 'vitest';
import { durationText, memorySizeText, shortNumber, sizeText } from '../src/human-text.ts';

const KB = 1024;
const MB = KB ** 2;
const GB = KB ** 3;

it.each([
  [0, '0 B'],
  [1, '1 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1023.4 * KB, '1023 KB'],
  [1023.5 * KB, '1 MB'],
  [1.5 * MB, '1.5 MB'],
  [12.34 * MB, '12 MB'],
  [3_435_973_837, '3.2 GB'],
  [50 * GB, '50 GB'],
  [1024 ** 6, '1 EB'],
  [5000 * 1024 ** 6, '5000 EB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

it('memory is a size of MB of 1024² bytes', () => {
  expect(memorySizeText(1843)).toBe('1.8 GB');
  expect(memorySizeText(0.5)).toBe('512 KB');
});

it.each([
  [0, '0 s'],
  [0.004, '<0.01 s'],
  [0.4, '0.4 s'],
  [3.44, '3.4 s'],
  [42, '42 s'],
  [59.4, '59 s'],
  [59.5, '1 min'],
  [90, '1 min 30 s'],
  [594, '9 min 54 s'],
  [595, '10 min'],
  [600, '10 min'],
  [720, '12 min'],
  [3540, '59 min'],
  [3570, '1 h'],
  [5100, '1 h 25 min'],
  [86_369, '23 h 59 min'],
  [86_400, '24 h'],
  [100_000, '28 h'],
  [62 * 3600, '62 h'],
  [239 * 3600, '239 h'],
  [240 * 3600, '10 d'],
  [12 * 86_400, '12 d'],
  [40 * 86_400, '40 d'],
  [200 * 3600, '200 h'],
])('%d s are %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});

it.each([
  [0, '0'],
  [0.001, '<0.01'],
  [0.005, '0.01'],
  [0.123, '0.12'],
  [0.94, '0.94'],
  [1, '1'],
  [1.25, '1.3'],
  [9.94, '9.9'],
  [9.95, '10'],
  [10.4, '10'],
  [12_345.6, '12346'],
  [-2.5, '-2.5'],
])('%d is %s', (value, text) => {
  expect(shortNumber(value)).toBe(text);
});

it('a larger number is never told as a smaller one', () => {
  const told = (value: number) => Number(shortNumber(value).replace('<', '0.9e-3 ').split(' ').at(-1));
  const thousandths = fc.integer({ min: 5, max: 20_000 }).map((n) => n / 1000);
  fc.assert(
    fc.property(thousandths, thousandths, (a, b) => {
      expect(told(Math.max(a, b))).toBeGreaterThanOrEqual(told(Math.min(a, b)));
    }),
    { numRuns: 2000, examples: [[0.949, 0.95]] },
  );
});

it('what is told lies within a tenth of what is', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 1e15, noNaN: true }), (bytes) => {
      const [amount, unit] = sizeText(bytes).split(' ');
      const told = Number(amount) * 1024 ** ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB'].indexOf(unit as string);
      expect(Math.abs(told - bytes) / bytes).toBeLessThan(0.1);
    }),
  );
});

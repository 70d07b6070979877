import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseInputSize } from '../src/units/index.ts';
import { errorOf } from './support.ts';

const GB = 1024 ** 3;

it.each<[string, number]>([
  ['50gb', 50 * GB],
  ['50GB', 50 * GB],
  ['50Gb', 50 * GB],
  ['50 gb', 50 * GB],
  ['50g', 50 * GB],
  ['50Gi', 50 * GB],
  ['50GiB', 50 * GB],
  ['50.00 GB', 50 * GB],
  [' 50gb ', 50 * GB],
  ['1.5gb', 1_610_612_736],
  ['1.5 TB', 1.5 * 1024 * GB],
  ['200MiB', 200 * 1024 ** 2],
  ['1k', 1024],
  ['8pb', 9_007_199_254_740_992],
  ['1EB', 1024 ** 6],
  ['5e', 5 * 1024 ** 6],
  ['1_000_000', 1_000_000],
  ['5e9', 5_000_000_000],
  ['5E9', 5_000_000_000],
  ['1e3kb', 1024 * 1000],
  ['1e+3', 1000],
  ['15e-1gb', 1_610_612_736],
  ['.5gb', GB / 2],
  ['5.gb', 5 * GB],
  ['12345', 12_345],
  ['12b', 12],
  ['0.5', 0.5],
])('the size %j is %d bytes', (text, bytes) => {
  expect(parseInputSize(text)).toBe(bytes);
});

it.each([
  '',
  ' ',
  '0',
  '0gb',
  '-5gb',
  '+5gb',
  '1,5gb',
  '1.000,5',
  '50xb',
  '50 gigabytes',
  '1e400gb',
  '1e999',
  'gb',
  'NaN',
  'Infinity',
  '_1',
  '5 5',
  '0x10',
  '5gbb',
  'e9',
  '5e+',
])('%j is no size: an error that names it and what is accepted', (text) => {
  const error = errorOf(() => parseInputSize(text));
  expect(error.code).toBe('ingest/bad-size');
  expect(error.message).toContain(JSON.stringify(text));
  expect(error.message).toMatch(/positive number with B, KB, MB, GB, TB, PB or EB/);
});

it('a long text is cut in the message, and takes no longer than its length', () => {
  const error = errorOf(() => parseInputSize(`1${' '.repeat(30_000)}x`));
  expect(error.message.length).toBeLessThan(500);
});

it('any text gives a positive, finite size or an error of its code', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789._eE+-kKgGiIbB ') }), (text) => {
      try {
        const bytes = parseInputSize(text);
        expect(bytes > 0 && Number.isFinite(bytes)).toBe(true);
      } catch (error) {
        expect(error).toMatchObject({ code: 'ingest/bad-size' });
      }
    }),
  );
});

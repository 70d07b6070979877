import fc from 'fast-check';
import { expect, it } from 'vitest';
import { resolvePlain } from '../src/source/yaml-scalars.ts';

it.each<[string, unknown]>([
  ['', null],
  ['~', null],
  ['null', null],
  ['Yes', true],
  ['OFF', false],
  ['y', 'y'],
  ['N', 'N'],
  ['0', 0],
  ['0777', 511],
  ['0o17', '0o17'],
  ['0x1F', 31],
  ['0b101', 5],
  ['1_000', 1000],
  ['2:00:00', 7200],
  ['90:00', 5400],
  ['04:00:00', '04:00:00'],
  ['12:30:45.5', 45_045.5],
  ['1.', 1],
  ['1.5e+3', 1500],
  ['1.5e3', '1.5e3'],
  ['1e5', '1e5'],
  ['12E5000000', '12E5000000'],
  ['.5', 0.5],
  ['-.5', '-.5'],
  ['-.INF', Number.NEGATIVE_INFINITY],
  ['.NaN', Number.NaN],
  ['2026-05-04T10:00:00', '2026-05-04T10:00:00'],
  ['2026-05-04', '2026-05-04'],
  ['4gb', '4gb'],
  ['constructor', 'constructor'],
  ['true ', 'true '],
])('%j is %j', (text, value) => {
  expect(resolvePlain(text)).toEqual(value);
});

it('a number as Python writes it reads back to the same number', () => {
  const asPython = (value: number): string => {
    if (Object.is(value, -0)) return '-0.0';
    const text = String(value).replace(/e([+-])(\d)$/, 'e$10$2');
    return /[.]/.test(text) ? text : text.includes('e') ? text.replace('e', '.0e') : `${text}.0`;
  };
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
      (float, integer) => {
        expect(resolvePlain(asPython(float))).toBe(float);
        expect(resolvePlain(String(integer))).toBe(integer);
      },
    ),
  );
});

it('base 60 is hours, minutes and seconds', () => {
  const part = fc.nat(59);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), part, part, (hours, minutes, seconds) => {
      const two = (value: number): string => String(value).padStart(2, '0');
      expect(resolvePlain(`${hours}:${two(minutes)}:${two(seconds)}`)).toBe(
        hours * 3600 + minutes * 60 + seconds,
      );
      expect(resolvePlain(`-${hours}:${two(minutes)}`)).toBe(-(hours * 60 + minutes));
      expect(resolvePlain(`0${hours}:${two(minutes)}:${two(seconds)}`)).toBe(
        `0${hours}:${two(minutes)}:${two(seconds)}`,
      );
    }),
  );
});

it('a long scalar takes no longer than its length', () => {
  for (const unit of ['1', '1_', '1:', '1:1', '.', '1.', '0x', '-', 'e+'])
    resolvePlain(`${unit.repeat(100_000)}x`);
  for (const unit of ['1', '1_', '1:', '1:1', '.', '1.', '0x', '-', 'e+'])
    resolvePlain(`1${unit.repeat(100_000)}`);
});

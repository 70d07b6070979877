import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseMemoryRequest } from '../src/units/index.ts';

const GB = 1024;

it.each<[unknown, number]>([
  ['4gb', 4 * GB],
  ['4GB', 4 * GB],
  ['4Gb', 4 * GB],
  ['4g', 4 * GB],
  ['4G', 4 * GB],
  ['4Gi', 4 * GB],
  ['4GiB', 4 * GB],
  ['4gib', 4 * GB],
  ['500mb', 500],
  ['500M', 500],
  ['500MiB', 500],
  ['10kb', 10 / 1024],
  ['10K', 10 / 1024],
  ['1tb', 1024 * GB],
  ['1T', 1024 * GB],
  ['2pb', 2 * 1024 ** 2 * GB],
  ['1E', 1024 ** 3 * GB],
  ['1EiB', 1024 ** 3 * GB],
  ['1.5GB', 1.5 * GB],
  ['3.5g', 3.5 * GB],
  ['2 gb', 2 * GB],
  ['2   gb', 2 * GB],
  [' 2gb', 2 * GB],
  ['2gb ', 2 * GB],
  ['.5gb', 0.5 * GB],
  ['4.gb', 4 * GB],
  ['0.004T', 0.004 * 1024 * GB],
  ['4000M', 4000],
  ['1048576b', 1],
  ['1024b', 1 / 1024],
  ['1024B', 1 / 1024],
  ['1048576', 1],
  ['8589934592', 8192],
  [8_589_934_592, 8192],
  [1_048_576, 1],
  ['4Gn', 4 * GB],
  ['4gbN', 4 * GB],
  ['4000Mn', 4000],
])('memory of %j is %d MB', (value, memMb) => {
  expect(parseMemoryRequest(value, null)).toEqual({ memMb, problem: null });
});

it('a final c is per core: multiplied by ncpu, unreadable without it', () => {
  expect(parseMemoryRequest('4Gc', 3)).toEqual({ memMb: 12 * GB, problem: null });
  expect(parseMemoryRequest('4GC', 0.5)).toEqual({ memMb: 2 * GB, problem: null });
  expect(parseMemoryRequest('4Gc', null)).toEqual({ memMb: null, problem: 'unreadable' });
  expect(parseMemoryRequest('4Gn', 3)).toEqual({ memMb: 4 * GB, problem: null });
});

it.each(['16', '4096', '1048575', '.5', '1.5', 16, 4096, 1_048_575, 0.5])(
  'the unit of %j is unclear',
  (value) => {
    expect(parseMemoryRequest(value, 4)).toEqual({ memMb: null, problem: 'unclear-unit' });
  },
);

it.each([undefined, null, '', '0', 0, '0gb', '0.0 MB', '0n'])(
  '%j asks for nothing, and is no loss',
  (value) => {
    expect(parseMemoryRequest(value, 4)).toEqual({ memMb: null, problem: null });
  },
);

it.each<unknown>([
  '-4gb',
  '+4gb',
  '1e3mb',
  '4e0gb',
  '1,5gb',
  '1_000mb',
  '4 gigabytes',
  'four gb',
  '4gbb',
  '4zb',
  '4Y',
  '4gb 5',
  'gb',
  '4G4',
  '.',
  'NaN',
  'Infinity',
  `${'9'.repeat(400)}gb`,
  -4,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  [],
  {},
])('memory of %j is unreadable, never a guess', (value) => {
  expect(parseMemoryRequest(value, 4)).toEqual({ memMb: null, problem: 'unreadable' });
});

it('the case and the form of a unit make no difference', () => {
  const unit = fc
    .constantFrom('k', 'm', 'g', 't', 'p', 'e')
    .chain((u) => fc.constantFrom(u, `${u}b`, `${u}ib`, `${u}i`));
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9999 }), unit, (amount, u) => {
      const expected = amount * 1024 ** ('bkmgtpe'.indexOf(u[0] as string) - 2);
      for (const text of [`${amount}${u}`, `${amount} ${u.toUpperCase()}`]) {
        expect(parseMemoryRequest(text, null)).toEqual({ memMb: expected, problem: null });
      }
    }),
  );
});

it('any text gives an answer that is positive and finite, or none', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789.,eEkKgGiIbBcn -+_') }), (text) => {
      const { memMb } = parseMemoryRequest(text, 2);
      expect(memMb === null || (memMb > 0 && Number.isFinite(memMb))).toBe(true);
    }),
  );
});

it('a long text takes no longer than its length', () => {
  parseMemoryRequest(`1${' '.repeat(30_000)}x`, null);
  parseMemoryRequest(`${'1'.repeat(30_000)}x`, null);
});

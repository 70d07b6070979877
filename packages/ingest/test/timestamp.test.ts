import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTimestamp } from '../src/index.ts';

const TEN = Date.UTC(2026, 4, 4, 10) / 1000;

it.each<[string, number]>([
  ['2026-05-04T10:00:00', TEN],
  ['2026-05-04t10:00:00', TEN],
  ['2026-05-04 10:00:00', TEN],
  ['2026-05-04T10:00:00.123456', TEN + 0.123456],
  ['2026-05-04T10:00:00.123000', TEN + 0.123],
  ['2026-05-04T10:00:00.5', TEN + 0.5],
  ['2026-05-04T10:00:00,5', TEN + 0.5],
  ['2026-05-04T10:00:00.123456789', TEN + 0.123456],
  ['2026-05-04T10:00', TEN],
  ['2026-05-04T10', TEN],
  ['2026-05-04', TEN - 36_000],
  ['20260504T100000', TEN],
  ['20260504T100000.25', TEN + 0.25],
  ['2026-05-04T10:00:00Z', TEN],
  ['2026-05-04T10:00:00+00:00', TEN],
  ['2026-05-04T12:00:00+02:00', TEN],
  ['2026-05-04T12:00:00 +02:00', TEN],
  ['2026-05-04T04:30:00-0530', TEN],
  ['2026-05-04T12:00:00+02', TEN],
  ['2026-05-04T10:00:01+00:00:01', TEN],
  ['2026-05-05T00:00:00+14:00', TEN],
  ['1970-01-01T00:00:00', 0],
  ['1969-12-31T23:59:59.75', -0.25],
  ['2024-02-29T00:00:00', Date.UTC(2024, 1, 29) / 1000],
  ['0001-01-01T00:00:00', -62_135_596_800],
  ['0096-02-29T00:00:00', -59_132_592_000],
  ['9999-12-31T23:59:59', 253_402_300_799],
])('%s is %d seconds', (text, seconds) => {
  expect(parseTimestamp(text)).toBe(seconds);
});

it.each<unknown>([
  '',
  'now',
  '2026',
  '2026-05',
  '2026-5-4',
  '2026-13-01',
  '2026-00-01',
  '2026-04-31',
  '2026-02-29',
  '1900-02-29',
  '0000-01-01',
  '2026-05-04T24:00:00',
  '2026-05-04T10:60:00',
  '2026-05-04T10:00:60',
  '2026-05-04T1:00:00',
  '2026-05-04T10:00:00.',
  '2026-05-04T10:00:00+24:00',
  '2026-05-04T10:00:00 UTC',
  '2026-05-04T10:00:00ZZ',
  '2026-05-04T10:00:00 ',
  ' 2026-05-04',
  '2026-05-04T10:00:00\n',
  '04.05.2026',
  '１９７０-01-01',
  `2026-05-04T10:00:00.${'1'.repeat(100)}`,
  1_777_888_800,
  new Date(0),
  null,
  undefined,
  {},
])('%j is no timestamp', (value) => {
  expect(parseTimestamp(value)).toBe(null);
});

it('differences are exact to the microsecond', () => {
  const time = fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(time, fc.integer({ min: 0, max: 999_999 }), (date, microseconds) => {
      const text = date.toISOString().slice(0, 19);
      const seconds = Math.floor(date.getTime() / 1000);
      const parsed = parseTimestamp(`${text}.${String(microseconds).padStart(6, '0')}`) as number;
      expect(Math.round((parsed - seconds) * 1e6)).toBe(microseconds);
    }),
  );
});

it("the machine's zone makes no difference", () => {
  const zone = process.env.TZ;
  try {
    for (const name of ['UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']) {
      process.env.TZ = name;
      // Inside the hours that a change to summer time leaves out there.
      expect(parseTimestamp('2026-03-08T02:30:00'), name).toBe(Date.UTC(2026, 2, 8, 2, 30) / 1000);
      expect(parseTimestamp('2026-05-04T10:00:00'), name).toBe(TEN);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

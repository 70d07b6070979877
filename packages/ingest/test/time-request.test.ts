import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTimeRequest } from '../src/units/index.ts';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

it.each<[string, number]>([
  ['01:00:00', HOUR],
  ['04:00:00', 4 * HOUR],
  ['24:00:00', DAY],
  ['90:00:00', 90 * HOUR],
  ['0:30:00', 30 * MINUTE],
  ['90:00', 90 * MINUTE],
  ['1:30', 90],
  ['00:90', 90],
  ['90', 90 * MINUTE],
  ['0.5', 30],
  ['1.5', 90],
  ['1-00:00:00', DAY],
  ['2-04:30:15', 2 * DAY + 4 * HOUR + 30 * MINUTE + 15],
  ['1-12', DAY + 12 * HOUR],
  ['1-12:30', DAY + 12 * HOUR + 30 * MINUTE],
  ['0-2', 2 * HOUR],
  ['1:02:03:04', DAY + 2 * HOUR + 3 * MINUTE + 4],
  ['47:43.670', 47 * MINUTE + 43.67],
  ['12:30:45.5', 12 * HOUR + 30 * MINUTE + 45.5],
  ['1-00:00:00.25', DAY + 0.25],
  ['1 day, 2:03:04', DAY + 2 * HOUR + 3 * MINUTE + 4],
  ['2 days, 04:00:00', 2 * DAY + 4 * HOUR],
  ['2 Days, 0:00:00.5', 2 * DAY + 0.5],
  ['90s', 90],
  ['30m', 30 * MINUTE],
  ['4h', 4 * HOUR],
  ['4H', 4 * HOUR],
  ['2d', 2 * DAY],
  ['1d12h', DAY + 12 * HOUR],
  ['1h30m', 90 * MINUTE],
  ['1h 30m', 90 * MINUTE],
  ['1 d 2 h 3 m 4 s', DAY + 2 * HOUR + 3 * MINUTE + 4],
  ['1.5h', 90 * MINUTE],
  [' 4h ', 4 * HOUR],
])('the time %j is %d seconds', (text, timeSeconds) => {
  const parsed = parseTimeRequest(text);
  expect(parsed.problem).toBe(null);
  expect(parsed.timeSeconds).toBeCloseTo(timeSeconds, 9);
});

it.each([7200, 36_000, 5400, 90, 45_045.5])(
  'the number %d was an unquoted clock time: seconds, and told',
  (value) => {
    expect(parseTimeRequest(value)).toEqual({ timeSeconds: value, problem: 'number' });
  },
);

it.each(['UNLIMITED', 'unlimited', 'Infinite', 'NOT_SET', 'not_set', 'Partition_Limit', ' unlimited '])(
  '%j is no limit',
  (text) => {
    expect(parseTimeRequest(text)).toEqual({ timeSeconds: 'unlimited', problem: null });
  },
);

it.each([undefined, null, '', '  ', 0, '0', '00:00:00', '0s', '0-0'])(
  '%j asks for nothing, and is no loss',
  (value) => {
    expect(parseTimeRequest(value)).toEqual({ timeSeconds: null, problem: null });
  },
);

it.each<unknown>([
  '2 days',
  '1 week',
  '4 hours',
  '-1',
  '+1',
  '-4h',
  '1e3',
  '1:2:3:4:5',
  '1-2-3',
  '1-',
  '-1:00',
  ':30',
  '1:',
  '1::2',
  '1h2d',
  'h',
  '1hh',
  'four',
  'inf',
  '1,5h',
  '1_000',
  '9'.repeat(400),
  -5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  true,
  [],
  {},
])('the time %j is unreadable, never a guess', (value) => {
  expect(parseTimeRequest(value)).toEqual({ timeSeconds: null, problem: 'unreadable' });
});

it('parts of a clock time add up', () => {
  const part = fc.integer({ min: 0, max: 99 });
  fc.assert(
    fc.property(part, part, part, part, (d, h, m, s) => {
      const seconds = d * DAY + h * HOUR + m * MINUTE + s;
      const timeSeconds = seconds > 0 ? seconds : null;
      for (const text of [
        `${d}-${h}:${m}:${s}`,
        `${d}:${h}:${m}:${s}`,
        `${d} days, ${h}:${m}:${s}`,
        `${d}d${h}h${m}m${s}s`,
      ]) {
        expect(parseTimeRequest(text), text).toEqual({ timeSeconds, problem: null });
      }
    }),
  );
});

it('a long text takes no longer than its length', () => {
  for (const filler of ['1', ' ', '1 ', ':1', '1d']) parseTimeRequest(`1${filler.repeat(100_000)}x`);
});

import { parseMemoryRequest, parseTimeRequest } from '@prm/ingest/units';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundUpMemoryMb, roundUpTimeSeconds } from '../src/round-up.ts';
import { memoryText, timeText } from '../src/scheduler-text.ts';

it.each([
  [256, '256mb'],
  [256.001, '257mb'],
  [0, '1mb'],
  [1024, '1gb'],
  [6144, '6gb'],
  [6145, '6145mb'],
  [67_108_864, '65536gb'],
])('%d MB are %s', (memMb, text) => {
  expect(memoryText(memMb)).toBe(text);
});

it.each([
  [0, '00:00:01'],
  [0.2, '00:00:01'],
  [300, '00:05:00'],
  [5400, '01:30:00'],
  [5400.5, '01:30:01'],
  [90_000, '25:00:00'],
  [3_600_000, '1000:00:00'],
])('%d s are %s', (seconds, text) => {
  expect(timeText(seconds)).toBe(text);
});

it('memory reads back to at least the amount, and to less than a MB more', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e10, noNaN: true }), (memMb) => {
      const read = parseMemoryRequest(memoryText(memMb), null);
      expect(read.problem).toBeNull();
      expect(read.memMb).toBeGreaterThanOrEqual(memMb);
      expect(read.memMb).toBeLessThanOrEqual(Math.max(1, memMb + 1));
    }),
  );
});

it('time reads back to at least the time, and to less than a second more', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e10, noNaN: true }), (seconds) => {
      const read = parseTimeRequest(timeText(seconds));
      expect(read.problem).toBeNull();
      expect(read.timeSeconds).toBeGreaterThanOrEqual(seconds);
      expect(read.timeSeconds).toBeLessThanOrEqual(Math.max(1, seconds + 1));
    }),
  );
});

it('what was rounded up is written without loss', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e9, noNaN: true }), (amount) => {
      expect(parseMemoryRequest(memoryText(roundUpMemoryMb(amount)), null).memMb).toBe(
        roundUpMemoryMb(amount),
      );
      expect(parseTimeRequest(timeText(roundUpTimeSeconds(amount))).timeSeconds).toBe(
        roundUpTimeSeconds(amount),
      );
    }),
  );
});

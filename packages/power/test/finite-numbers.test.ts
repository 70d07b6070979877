import { notFinite } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runPowerCurve } from '../src/run-power-curve.ts';
import { aRecord } from './runs.ts';

const anything = fc.oneof(
  fc.double(),
  fc.double({ min: 0, max: 1e4, noNaN: true }),
  fc.constantFrom(0, Number.MIN_VALUE, Number.MAX_VALUE, undefined, null, '12', true, []),
);
const point = fc.record({
  minutes: fc.integer({ min: 0, max: 500 }),
  cpu: anything,
  memGb: anything,
  gpuW: anything,
});
const consumption = fc.record({
  duration_seconds: fc
    .oneof(anything, fc.integer({ min: 1, max: 1e6 }))
    .filter((one) => !(Number(one) > 1e7)),
  cpu_percent_avg: anything,
  memory_rss_mb_avg: anything,
  gpu_power_w_avg: anything,
  cpu_tdp_w: anything,
  power_idle_w: anything,
  power_loaded_w: anything,
});
const job = fc
  .record({ points: fc.array(point, { maxLength: 4 }), consumption })
  .map(({ points, consumption }) => aRecord(points, consumption));

it('every number of a curve is finite, whatever was recorded', () => {
  fc.assert(
    fc.property(fc.array(job, { minLength: 1, maxLength: 4 }), (jobs) => {
      const records = Object.fromEntries(jobs.map((one, i) => [`J${i}`, one]));
      expect(notFinite(runPowerCurve(records, { carbonIntensity: 250 }))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

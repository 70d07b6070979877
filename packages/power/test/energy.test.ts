import { parseTimestamp } from '@prm/ingest/text';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { binPower } from '../src/bin-power.ts';
import type { PowerCurve } from '../src/power-document.ts';
import { type PowerPrediction, predictPowerCurve } from '../src/predict-power-curve.ts';
import { runPowerCurve } from '../src/run-power-curve.ts';
import { aRecord } from './runs.ts';

/** A time of this century is told apart to so many seconds: what a bin may lose or win at its edges. */
const CLOCK_SECONDS = 2 ** -21;

const watts = fc.double({ min: 0, max: 2000, noNaN: true });
/** Whole milliseconds, up to half a week. */
const minutes = fc.integer({ min: 0, max: 300_000_000 }).map((milliseconds) => milliseconds / 60_000);
/** From a tenth of a second to a year. */
const width = fc.oneof(
  fc.constantFrom(0.1, 5, 30, 60, 1440),
  fc.double({ min: Math.log(0.1 / 60), max: Math.log(525_600), noNaN: true }).map(Math.exp),
);
const drawnPoint = fc.record({ minutes, cpu: fc.double({ min: 0, max: 300, noNaN: true }), gpuW: watts });
const drawnJob = fc
  .record({
    points: fc.array(drawnPoint, { maxLength: 6 }),
    consumption: fc.record({
      duration_seconds: fc.double({ min: 0, max: 1e5, noNaN: true }),
      cpu_percent_avg: fc.double({ min: 0, max: 300, noNaN: true }),
      gpu_power_w_avg: watts,
    }),
    isSorted: fc.boolean(),
  })
  .map(({ points, consumption, isSorted }) =>
    aRecord(isSorted ? points.toSorted((a, b) => a.minutes - b.minutes) : points, consumption),
  );
const drawnRun = fc
  .array(drawnJob, { minLength: 1, maxLength: 6 })
  .map((jobs) => Object.fromEntries(jobs.map((job, i) => [`J${i}`, job])));

const drawnStep = fc.record({
  cpu: fc.double({ min: 0, max: 300, noNaN: true }),
  gpuW: watts,
  start: minutes,
  span: minutes.map((some) => some + 1 / 60),
  duration: minutes,
  instances: fc.integer({ min: 1, max: 60 }),
});
const drawnPrediction = fc.array(drawnStep, { minLength: 1, maxLength: 6 }).map((steps): PowerPrediction => {
  const none = {
    cpu_tdp_w: null,
    power_idle_w: null,
    power_loaded_w: null,
    gpu_class_w: null,
    uses_gpu: true,
  };
  return {
    workflow: 'w',
    pipeline: 'p',
    pipelines: ['p'],
    input_size_bytes: 1,
    gpu_class: null,
    steps: Object.fromEntries(
      steps.map(({ cpu, gpuW }, i) => [
        `s${i}`,
        { metrics: { cpu_percent_avg: { value: cpu }, gpu_power_w_avg: { value: gpuW } }, power: none },
      ]),
    ),
    timeline: Object.fromEntries(
      steps.map(({ start, span, duration, instances }, i) => [
        `s${i}`,
        {
          start_seconds: start * 60,
          end_seconds: (start + span) * 60,
          span_seconds: span * 60,
          duration_seconds: duration * 60,
          instances,
        },
      ]),
    ),
  };
});

/** Sums over the bins lie within rounding of the total: half a unit of the last decimal a bin, and the clock's grain. */
function expectConserved(curve: PowerCurve<unknown>, peakW: number): void {
  const hours = curve.bin_minutes / 60;
  const bins = curve.curve.length;
  const grain = (peakW * CLOCK_SECONDS * 4) / 3600 + curve.total_energy_wh * 1e-10;
  const energy = curve.curve.reduce((sum, point) => sum + point.energy_wh, 0);
  const powerTime = curve.curve.reduce((sum, point) => sum + point.power_w * hours, 0);
  expect(Math.abs(energy - curve.total_energy_wh)).toBeLessThanOrEqual(bins * (0.5e-6 + grain) + 1e-9);
  expect(Math.abs(powerTime - curve.total_energy_wh)).toBeLessThanOrEqual(
    bins * (0.05001 * hours + grain) + 1e-9,
  );
}

function fits(totalMinutes: number, binMinutes: number): boolean {
  return totalMinutes / binMinutes < 5000;
}

it('of a recorded run the sum of energy is power times time, whatever the width of the bins', () => {
  fc.assert(
    fc.property(drawnRun, width, (run, binMinutes) => {
      fc.pre(fits(7000, binMinutes));
      const curve = runPowerCurve(run, { binMinutes });
      expectConserved(curve, 6 * 2100);
      expect(curve.total_energy_wh).toBe(runPowerCurve(run, { binMinutes: 30 }).total_energy_wh);
    }),
    { numRuns: 400 },
  );
});

it('of a predicted run too', () => {
  fc.assert(
    fc.property(drawnPrediction, width, (prediction, binMinutes) => {
      fc.pre(fits(10_000, binMinutes));
      const curve = predictPowerCurve(prediction, { binMinutes });
      const peak = curve.curve.reduce((top, { power_w }) => Math.max(top, power_w), 0);
      expectConserved(curve, peak);
      expect(curve.total_energy_wh).toBe(predictPowerCurve(prediction, { binMinutes: 30 }).total_energy_wh);
    }),
    { numRuns: 400 },
  );
});

it('bins follow each other without a gap, and are as many as the run needs', () => {
  fc.assert(
    fc.property(drawnRun, fc.constantFrom(7, 30, 77, 1440), (run, binMinutes) => {
      const seconds = runPowerCurve(run, { binMinutes }).curve.map(({ t }) => parseTimestamp(t) as number);
      for (const [i, middle] of seconds.entries())
        expect(Math.abs(middle - ((seconds[0] as number) + i * binMinutes * 60))).toBeLessThan(2e-6);
    }),
    { numRuns: 60 },
  );
  fc.assert(
    fc.property(drawnPrediction, fc.constantFrom(7, 30, 77, 1440), (prediction, binMinutes) => {
      const { curve } = predictPowerCurve(prediction, { binMinutes });
      const middles = curve.map(({ t }) => t);
      expect(middles).toEqual(middles.map((_, i) => (i + 0.5) * (binMinutes * 60)));
      const end = Math.max(
        ...Object.values(prediction.timeline ?? {}).map((slot) =>
          slot.span_seconds > 0 ? slot.end_seconds : 0,
        ),
      );
      expect(curve.length).toBeGreaterThanOrEqual(end / (binMinutes * 60) - 1e-6);
      expect(curve.length).toBeLessThan(end / (binMinutes * 60) + 1);
    }),
    { numRuns: 60 },
  );
});

it('shifting a run in time shifts its bins and changes nothing else', () => {
  const intervals = fc.array(fc.record({ start: minutes, length: minutes, powerW: watts }), {
    minLength: 1,
    maxLength: 8,
  });
  fc.assert(
    fc.property(intervals, fc.integer({ min: 1, max: 2 ** 30 }), width, (drawn, shift, binMinutes) => {
      fc.pre(fits(10_000, binMinutes));
      const grid = (seconds: number) => Math.round(seconds * 64) / 64;
      const at = (offset: number) => {
        const moved = drawn.map(({ start, length, powerW }) => {
          const from = grid(start) + offset;
          return { start: from, end: from + grid(length), powerW };
        });
        return binPower(moved, Math.min(...moved.map(({ start }) => start)), grid(binMinutes * 60) || 1);
      };
      expect(at(shift)).toEqual(at(0));
    }),
    { numRuns: 200 },
  );
});

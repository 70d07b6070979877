import { expect, it } from 'vitest';
import { PowerError } from '../src/errors.ts';
import {
  type PowerPrediction,
  type PowerSlot,
  type PowerStep,
  predictPowerCurve,
} from '../src/predict-power-curve.ts';

/** A step of `cpu` percent, `memMb` and, on a card, `gpuW`. */
function aStep(
  use: { cpu?: number; memMb?: number; gpuW?: number } = {},
  power: Partial<PowerStep['power']> = {},
): PowerStep {
  const value = (number: number | undefined) => (number === undefined ? undefined : { value: number });
  const metrics = {
    cpu_percent_avg: value(use.cpu),
    memory_rss_mb_avg: value(use.memMb),
    gpu_power_w_avg: value(use.gpuW),
  };
  return {
    metrics: Object.fromEntries(Object.entries(metrics).filter(([, one]) => one !== undefined)),
    power: {
      cpu_tdp_w: null,
      power_idle_w: null,
      power_loaded_w: null,
      gpu_class_w: null,
      uses_gpu: false,
      ...power,
    },
  };
}

function aSlot(startSeconds: number, spanSeconds: number, more: Partial<PowerSlot> = {}): PowerSlot {
  return {
    start_seconds: startSeconds,
    end_seconds: startSeconds + spanSeconds,
    span_seconds: spanSeconds,
    duration_seconds: spanSeconds,
    instances: 1,
    ...more,
  };
}

function aPrediction(
  steps: Record<string, PowerStep>,
  timeline: Record<string, PowerSlot> | null,
  more: Partial<PowerPrediction> = {},
): PowerPrediction {
  return {
    workflow: 'somatic',
    pipeline: 'tumor_only',
    pipelines: ['tumor_only'],
    input_size_bytes: 5e10,
    gpu_class: null,
    steps,
    timeline,
    ...more,
  };
}

it('two steps, worked by hand', () => {
  // align: 100 W and 2 GB (0.75 W), one job of 45 minutes. call: four jobs of 10 minutes at 50 W, over 20 minutes from
  // minute 40 on: 4 · 10 · 50 / 20 = 100 W. Bin 1: 30 min · 100.75 W. Bin 2: 15 min · 100.75 W + 20 min · 100 W.
  const prediction = aPrediction(
    { align: aStep({ cpu: 780, memMb: 2048 }), call: aStep({ cpu: 50 }) },
    {
      align: aSlot(0, 2700),
      call: aSlot(2400, 1200, { duration_seconds: 600, instances: 4 }),
    },
  );
  expect(predictPowerCurve(prediction)).toEqual({
    format: 'prm/power',
    format_version: '1.0',
    workflow: 'somatic',
    pipeline: 'tumor_only',
    input_size_bytes: 5e10,
    gpu_class: null,
    bin_minutes: 30,
    curve: [
      { t: 900, power_w: 100.8, energy_wh: 50.375 },
      { t: 2700, power_w: 117, energy_wh: 58.520833 },
    ],
    total_energy_wh: (100.75 * 2700 + 50 * 4 * 600) / 3600,
    warnings: [],
  });
});

it("a step's own processor, idle and loaded power are used", () => {
  const powerOf = (power: Partial<PowerStep['power']>) =>
    predictPowerCurve(aPrediction({ a: aStep({ cpu: 50 }, power) }, { a: aSlot(0, 1800) })).curve[0]?.power_w;
  expect(powerOf({ cpu_tdp_w: 180 })).toBe(90);
  expect(powerOf({ cpu_tdp_w: 180, power_idle_w: 60, power_loaded_w: 210 })).toBe(135);
  expect(powerOf({ cpu_tdp_w: 180, power_loaded_w: 210 })).toBe(90);
  expect(powerOf({})).toBe(50);
});

it("a class of card draws what that class drew, in place of the mix's", () => {
  const step = aStep({ cpu: 0, gpuW: 150 }, { uses_gpu: true, gpu_class_w: 420 });
  const timeline = { call: aSlot(0, 1800) };
  expect(predictPowerCurve(aPrediction({ call: step }, timeline)).curve[0]?.power_w).toBe(420);
  const mix = aStep({ cpu: 0, gpuW: 150 }, { uses_gpu: true });
  expect(predictPowerCurve(aPrediction({ call: mix }, timeline))).toMatchObject({
    curve: [{ power_w: 150 }],
    warnings: [],
  });
});

it('cards whose power was not measured are said, and count with 0 W', () => {
  const steps = {
    call: aStep({ cpu: 100 }, { uses_gpu: true }),
    polish: aStep({ cpu: 100 }, { uses_gpu: true }),
    sort: aStep({ cpu: 100 }),
  };
  const timeline = { call: aSlot(0, 1800), polish: aSlot(1800, 1800), sort: aSlot(0, 1800) };
  const { warnings, total_energy_wh } = predictPowerCurve(aPrediction(steps, timeline));
  expect(warnings).toEqual([
    {
      code: 'gpu_power_missing',
      message: 'no power was measured for the cards of call, polish: they count with 0 W',
      steps: ['call', 'polish'],
    },
  ]);
  expect(total_energy_wh).toBe(150);
});

it('cards that count with the power of their class are not said to count with 0 W', () => {
  const step = aStep({ cpu: 0 }, { uses_gpu: true, gpu_class_w: 420 });
  const { curve, warnings } = predictPowerCurve(aPrediction({ call: step }, { call: aSlot(0, 1800) }));
  expect(curve[0]?.power_w).toBe(420);
  expect(warnings).toEqual([]);
});

it('a prediction without a timeline is an error that lists the pipelines', () => {
  const prediction = aPrediction({}, null, { pipeline: null, pipelines: ['somatic_cohort', 'tumor_only'] });
  expect(() => predictPowerCurve(prediction)).toThrow(PowerError);
  expect(() => predictPowerCurve(prediction)).toThrow(
    expect.objectContaining({
      code: 'power/no-timeline',
      message: expect.stringContaining('"somatic_cohort", "tumor_only"'),
    }),
  );
});

it('grams of CO2 are told when there is a carbon intensity', () => {
  const prediction = aPrediction({ a: aStep({ cpu: 100 }) }, { a: aSlot(0, 3600) });
  expect(predictPowerCurve(prediction, { carbonIntensity: 250 }).total_co2_g).toBe(25);
  expect(predictPowerCurve(prediction, { carbonIntensity: null })).not.toHaveProperty('total_co2_g');
  expect(predictPowerCurve(prediction)).not.toHaveProperty('total_co2_g');
});

it('steps that are not predicted and such without a span draw nothing', () => {
  const timeline = { gone: aSlot(0, 1800), constructor: aSlot(0, 1800), instant: aSlot(0, 0) };
  const result = predictPowerCurve(aPrediction({ instant: aStep({ cpu: 100 }) }, timeline));
  expect(result).toMatchObject({ curve: [], total_energy_wh: 0, warnings: [] });
});

it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_VALUE])(
  'bins of %d minutes are refused',
  (binMinutes) => {
    const prediction = aPrediction({ a: aStep({ cpu: 100 }) }, { a: aSlot(0, 3600) });
    expect(() => predictPowerCurve(prediction, { binMinutes })).toThrow(
      expect.objectContaining({ code: 'power/bad-bin-minutes' }),
    );
  },
);

it('more than a million bins are refused', () => {
  const prediction = aPrediction({ a: aStep({ cpu: 100 }) }, { a: aSlot(0, 3600) });
  expect(() => predictPowerCurve(prediction, { binMinutes: 1e-5 })).toThrow(
    expect.objectContaining({ code: 'power/too-many-bins' }),
  );
});

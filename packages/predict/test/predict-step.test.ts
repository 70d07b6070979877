import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { predictJob, predictStep } from '../src/predict-step.ts';
import { aConstant, aCurve, aStep, sized } from './models.ts';

const X = [100, 200, 300, 400, 500];
const line = aCurve(
  X,
  X.map((x) => 10 + x),
);
const noisy = aCurve([Number.NaN, Number.NaN, Number.NaN], [80, 100, 130]);
const card = (factor: number, power_w: number | null = null) => ({
  n: 3,
  factor,
  power_w,
  display_name: 'a card',
});

it("every metric is read off its curve at the step's driver", () => {
  const step = aStep({
    ...sized(100, 500),
    metrics: { duration_seconds: line, memory_rss_mb_max: aConstant(7) },
  });
  const { driver_size_bytes, driver_capped, metrics } = predictStep(step, 250, undefined);
  expect([driver_size_bytes, driver_capped]).toEqual([250, false]);
  expect(metrics.duration_seconds).toMatchObject({
    kind: 'linear',
    capped: false,
    extrapolated: false,
    n: 5,
  });
  expectClose([metrics.duration_seconds?.value, metrics.memory_rss_mb_max?.value], [260, 7]);
});

it('a size outside those seen is told; the value stays within a fiftieth and fifty times of what was observed', () => {
  const step = aStep({ ...sized(100, 500), metrics: { duration_seconds: line } });
  const at = (size: number) => predictStep(step, size, undefined).metrics.duration_seconds;
  expect(at(500)).toMatchObject({ extrapolated: false });
  expect(at(501)).toMatchObject({ extrapolated: true, capped: false });
  expect(at(99)).toMatchObject({ extrapolated: true, capped: false });
  expect(at(1e9)).toMatchObject({ value: 10 + 50 * 500, extrapolated: true, capped: false });
  const steep = aStep({
    ...sized(100, 500),
    metrics: {
      duration_seconds: aCurve(
        X,
        X.map((x) => x ** 3),
      ),
    },
  });
  expect(predictStep(steep, 1e9, undefined).metrics.duration_seconds).toMatchObject({
    value: 50 * 500 ** 3,
    capped: true,
  });
});

it('without a driver the medians hold, and nothing is extrapolated', () => {
  const { metrics } = predictStep(aStep({ metrics: { duration_seconds: line } }), 1e9, undefined);
  expect(metrics.duration_seconds).toMatchObject({ value: 310, capped: false, extrapolated: false });
});

it('the interval is the value times one plus each quantile of the residuals', () => {
  const { duration_seconds: metric } = predictJob(aStep({ metrics: { duration_seconds: noisy } }), {
    driverSizeBytes: null,
  });
  const { quantiles } = noisy.residuals;
  expect(metric?.value).toBe(100);
  expectClose(
    metric?.interval,
    Object.fromEntries(Object.entries(quantiles ?? {}).map(([key, r]) => [key, 100 * (1 + r)])),
  );
  // By hand: 80 against the median of the others, 115; 100 against 105; 130 against 90.
  expectClose([metric?.interval?.['0.5'], metric?.interval?.['1']], [(100 * 100) / 105, (100 * 130) / 90]);
});

it('without residuals there is no interval', () => {
  const { metrics } = predictStep(aStep({ metrics: { duration_seconds: aConstant(5) } }), 1, undefined);
  expect(metrics.duration_seconds?.interval).toBeNull();
});

it('a class of card multiplies the duration and its interval, and nothing else', () => {
  const gpu = { 'gpu-80gb-700w': card(0.5) };
  const step = aStep({ gpu, metrics: { duration_seconds: noisy, memory_rss_mb_max: noisy } });
  const any = predictStep(step, 1, undefined);
  const { gpu_factor, metrics } = predictStep(step, 1, undefined, { gpuClass: 'gpu-80gb-700w' });
  expect([any.gpu_factor, gpu_factor]).toEqual([1, 0.5]);
  expect(metrics.duration_seconds?.value).toBe(50);
  expectClose(
    metrics.duration_seconds?.interval?.['1'],
    0.5 * (any.metrics.duration_seconds?.interval?.['1'] ?? 0),
  );
  expect(metrics.memory_rss_mb_max).toEqual(any.metrics.memory_rss_mb_max);
});

it('a class the step never met changes nothing, whatever its name', () => {
  const step = aStep({ gpu: { 'gpu-80gb-700w': card(0.5) }, metrics: { duration_seconds: noisy } });
  for (const name of ['gpu-1gb', 'constructor', '__proto__']) {
    expect(predictStep(step, 1, undefined, { gpuClass: name })).toMatchObject({
      gpu_factor: 1,
      metrics: { duration_seconds: { value: 100 } },
    });
  }
});

it('what a power curve needs to know is told with it', () => {
  const power = { cpu_tdp_w: 100, power_idle_w: null, power_loaded_w: null };
  const step = aStep({ power, gpu: { 'gpu-80gb-700w': card(1, 350) } });
  expect(predictStep(step, 1, undefined, { gpuClass: 'gpu-80gb-700w' }).power).toEqual({
    ...power,
    gpu_class_w: 350,
    uses_gpu: true,
  });
  expect(predictStep(step, 1, undefined).power).toEqual({
    ...power,
    gpu_class_w: null,
    uses_gpu: true,
  });
  for (const metric of ['gpu_utilization_avg', 'gpu_memory_mb_max']) {
    const seen = aStep({ metrics: { [metric]: aConstant(5) } });
    expect(predictStep(seen, 1, undefined).power.uses_gpu).toBe(true);
  }
  expect(predictStep(aStep(), 1, undefined).power).toMatchObject({
    gpu_class_w: null,
    uses_gpu: false,
  });
});

it('one job is predicted at its own driver, or at the medians when it has none', () => {
  const step = aStep({ ...sized(100, 500), metrics: { duration_seconds: line } });
  expectClose(predictJob(step, { driverSizeBytes: 250 }).duration_seconds?.value, 260);
  expectClose(predictJob(step, { driverSizeBytes: null }).duration_seconds?.value, 310);
});

import { aJob, expectClose, type JobFacts, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import type { StepModel } from '../src/format/workflow-model.ts';
import { modelOf } from './training.ts';

const GB = 1e9;
const H100 = { gpu_memory_total_mb: 81_920, gpu_power_limit_w: 700 };
const A100 = { gpu_memory_total_mb: 40_960, gpu_power_limit_w: 400 };

async function stepOf(facts: readonly JobFacts[], minStepSamples = 3): Promise<StepModel> {
  const runs = runsOf(facts, (one) => ({ pipeline: 'p', jobs: [aJob(one)] }));
  return (await modelOf(runs, { minStepSamples, method: 'reference' })).steps.align as StepModel;
}

/** Jobs that take `secondsPerGb`, one a size. */
function jobs(card: object, secondsPerGb: number, sizes: readonly number[]): JobFacts[] {
  return sizes.map((gb) => ({
    inputBytes: gb * GB,
    durationSeconds: secondsPerGb * gb,
    measured: { ...card },
  }));
}

it('with two classes each has its factor, and the curve is that of durations divided by it', async () => {
  // Both classes at the same sizes: all jobs together lie around the geometric mean of 10 and 20 s/GB, a power.
  const middle = 10 * Math.SQRT2;
  const step = await stepOf([...jobs(H100, 10, [1, 2, 3, 4, 5]), ...jobs(A100, 20, [1, 2, 3, 4, 5])]);
  expectClose(step.gpu, {
    'gpu-40gb-400w': { n: 5, factor: 20 / middle, power_w: null, display_name: 'A100 SXM 40GB' },
    'gpu-80gb-700w': { n: 5, factor: 10 / middle, power_w: null, display_name: 'H100 SXM' },
  });
  // Divided, they lie on one line, and the residuals are those of the line.
  const curve = step.metrics.duration_seconds;
  expect(curve?.kind).toBe('linear');
  expectClose([curve?.b, curve?.residuals.mad], [middle / GB, 0], { absolute: 1e-12 });
});

it('the curve is divided and fitted three times over, and the factors are taken once more', async () => {
  // Expected values by an independent program in numpy.
  const step = await stepOf([...jobs(A100, 20, [1, 2, 3, 4, 5]), ...jobs(H100, 10, [4, 5, 6, 7, 8])]);
  const curve = step.metrics.duration_seconds;
  expectClose(
    [step.gpu['gpu-40gb-400w']?.factor, step.gpu['gpu-80gb-700w']?.factor, curve?.a, curve?.b],
    [1.464099148055955, 0.7593094294337976, 2.9424935046275635, 1.2679445887860541e-8],
  );
});

it('divided durations that fall with the size give a constant: the curve never falls', async () => {
  // The slower card got the large inputs: together the durations rise, each card's own fall.
  const falling = (card: object, seconds: number, sizes: readonly number[]): JobFacts[] =>
    sizes.map((gb, i) => ({ inputBytes: gb * GB, durationSeconds: seconds - 10 * i, measured: { ...card } }));
  const step = await stepOf([...falling(H100, 100, [1, 2, 3, 4]), ...falling(A100, 1000, [11, 12, 13, 14])]);
  expect(step.metrics.duration_seconds?.b).toBeGreaterThanOrEqual(0);
});

it('the curve keeps the durations as they were measured', async () => {
  const step = await stepOf([...jobs(A100, 20, [1, 2, 3, 4, 5]), ...jobs(H100, 10, [4, 5, 6, 7, 8])]);
  expectClose(step.metrics.duration_seconds?.measured, { min: 20, median: 60, p95: 91, max: 100 });
  expect(step.metrics.duration_seconds?.y.max).toBeGreaterThan(100); // 80 s on the faster card, divided
});

it('of one class the factor is told and nothing is divided', async () => {
  const step = await stepOf(jobs(H100, 10, [1, 2, 3, 4, 5]));
  expectClose(step.gpu['gpu-80gb-700w'], { n: 5, factor: 1, power_w: null, display_name: 'H100 SXM' });
  expect(step.metrics.duration_seconds).not.toHaveProperty('measured');
});

it('a class with fewer than three durations is listed with factor 1', async () => {
  const step = await stepOf([...jobs(H100, 10, [1, 2, 3, 4, 5]), ...jobs(A100, 20, [1, 2])]);
  expect(step.gpu['gpu-40gb-400w']).toMatchObject({ n: 2, factor: 1 });
  const unmeasured = jobs(A100, 20, [1, 2, 3]).map((job) => ({
    ...job,
    durationSeconds: null,
    completed: null,
  }));
  const other = await stepOf([...jobs(H100, 10, [1, 2, 3, 4, 5]), ...unmeasured]);
  expect(other.gpu['gpu-40gb-400w']).toMatchObject({ n: 0, factor: 1 });
});

it('jobs without a card have factor 1', async () => {
  // By three constants: 100 s without a card, 50 s and 200 s with one; nothing depends on size.
  const fixed = (card: object, durationSeconds: number): JobFacts[] =>
    Array.from({ length: 3 }, () => ({ durationSeconds, measured: { ...card } }));
  const step = await stepOf([...fixed({}, 100), ...fixed(H100, 50), ...fixed(A100, 200)]);
  expect(step.gpu['gpu-80gb-700w']?.factor).toBe(0.5);
  expect(step.gpu['gpu-40gb-400w']?.factor).toBe(2);
  expect(step.metrics.duration_seconds).toMatchObject({ a: 100, y: { min: 100, max: 100 } });
});

it('the power of a class is the median of what three jobs and more measured', async () => {
  const drawing = (watts: number): JobFacts => ({ measured: { ...H100, gpu_power_w_avg: watts } });
  expect((await stepOf([drawing(300), drawing(350), drawing(600)])).gpu['gpu-80gb-700w']?.power_w).toBe(350);
  const two = await stepOf([drawing(300), drawing(350), { measured: { ...H100 } }]);
  expect(two.gpu['gpu-80gb-700w']).toMatchObject({ n: 3, power_w: null });
});

it('a step that never met a card has no class', async () => {
  expect((await stepOf([{}, {}, {}])).gpu).toEqual({});
});

it('classes come in order of their keys', async () => {
  const step = await stepOf([
    ...jobs(H100, 1, [1]),
    ...jobs({ gpu_utilization_avg: 5 }, 1, [2]),
    ...jobs(A100, 1, [3]),
  ]);
  expect(Object.keys(step.gpu)).toEqual(['gpu', 'gpu-40gb-400w', 'gpu-80gb-700w']);
});

import type { Job } from '@prm/ingest';
import type { MetricCurve, StepModel } from '@prm/model';
import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import type { Flag, GradedJob } from '../src/evaluation.ts';
import { gradeJob as gradeJobOf } from '../src/grade-job.ts';
import { aConstant, aLine, aStep, aTimedStep, jobOf, type Spread, stepOf } from './models.ts';

/** Of a run that tells nothing of itself. */
const gradeJob = (job: Job, step: StepModel): GradedJob =>
  gradeJobOf(job, { environment: {}, registry: null }, step);

function grade(seconds: number, predicted: number, spread: Spread = {}): GradedJob {
  return gradeJob(jobOf({ durationSeconds: seconds }), aTimedStep(predicted, spread));
}

function zOf(seconds: number, predicted: number, spread: Spread = {}): number | null | undefined {
  return grade(seconds, predicted, spread).metrics.duration_seconds?.z;
}

function isFlagged(seconds: number, predicted: number, spread: Spread = {}): boolean {
  return grade(seconds, predicted, spread).flags.length > 0;
}

it('z is the distance from the prediction in robust standard deviations', () => {
  expect(zOf(130, 100, { mad: 0.2 })).toBe(1.5);
  expect(zOf(70, 100, { mad: 0.2 })).toBe(-1.5);
  expect(zOf(100, 100, { mad: 0.2 })).toBe(0);
});

it('a spread is at least 5 % of the prediction, also where there is none', () => {
  expect(zOf(110, 100, { mad: 0.01 })).toBe(2);
  expect(zOf(110, 100, { mad: 0 })).toBe(2);
  expect(zOf(110, 100, { mad: null })).toBe(2);
});

it('a spread is at least half of what the monitor tells apart: 1 s, 10 MB', () => {
  expect(zOf(3, 2, { mad: 0.1 })).toBe(2);
  const step = stepOf({ memory_rss_mb_max: aConstant(50) });
  expect(gradeJob(jobOf({ memMb: 60 }), step).metrics.memory_rss_mb_max?.z).toBe(2);
});

it('of other metrics nothing is told apart: no z where no spread is known', () => {
  const step = stepOf({ cpu_percent_avg: aConstant(0), io_read_mb_s_avg: aConstant(100) });
  const job = jobOf({ measured: { cpu_percent_avg: 50, io_read_mb_s_avg: 110 } });
  expect(gradeJob(job, step).metrics).toEqual({
    cpu_percent_avg: { actual: 50, predicted: 0, usual_up_to: 0, z: null },
    io_read_mb_s_avg: { actual: 110, predicted: 100, usual_up_to: 100, z: 2 },
  });
});

it('what was not measured, or has no model, is not shown', () => {
  const step = stepOf({ duration_seconds: aConstant(60), memory_rss_mb_max: aConstant(500) });
  const job = jobOf({ durationSeconds: 60, measured: { cpu_percent_avg: 50 } });
  expect(Object.keys(gradeJob(job, step).metrics)).toEqual(['duration_seconds']);
});

it('a flag begins with three spreads', () => {
  expect(isFlagged(129.9, 100, { mad: 0.1 })).toBe(false);
  expect(isFlagged(130, 100, { mad: 0.1 })).toBe(true);
});

it('a flag begins with twice the prediction, whatever the spread', () => {
  expect(isFlagged(199.9, 100, { mad: 1 })).toBe(false);
  expect(isFlagged(200, 100, { mad: 1 })).toBe(true);
});

it('less than the monitor tells apart is never flagged', () => {
  expect(isFlagged(0.99, 0.01)).toBe(false);
  expect(isFlagged(1.01, 0.01)).toBe(true);
  expect(isFlagged(6.9, 6, { mad: 0.01 })).toBe(false);
  const step = stepOf({ memory_rss_mb_max: aConstant(1) });
  expect(gradeJob(jobOf({ memMb: 10.9 }), step).flags).toEqual([]);
  expect(gradeJob(jobOf({ memMb: 11 }), step).flags).toHaveLength(1);
});

it('only time and peak memory are flagged; processor, output and cards are shown', () => {
  const step = stepOf({
    duration_seconds: aConstant(60),
    memory_rss_mb_max: aConstant(500),
    cpu_percent_avg: aConstant(100),
    output_size_bytes: aConstant(1e6),
    gpu_utilization_avg: aConstant(10),
  });
  const job = jobOf({
    durationSeconds: 600,
    memMb: 5000,
    outputBytes: 1e9,
    measured: { cpu_percent_avg: 1000, gpu_utilization_avg: 100 },
  });
  const graded = gradeJob(job, step);
  expect(graded.flags.map(({ metric }) => metric)).toEqual(['duration_seconds', 'memory_rss_mb_max']);
  expect(Object.keys(graded.metrics)).toHaveLength(5);
});

it('a flag tells everything that words need', () => {
  const step = aTimedStep(3600, { mad: 0.1, n: 30, q95: 0.2, q99: 0.5 }, 1843);
  const job = jobOf({ durationSeconds: 7200, memMb: 6246, requirements: { mem: '8gb', time: '04:00:00' } });
  expectClose(gradeJob(job, step).flags, [
    {
      metric: 'duration_seconds',
      actual: 7200,
      predicted: 3600,
      usual_up_to: 4320,
      z: 10,
      beyond_p99: true,
      requirement: 14_400,
    },
    {
      metric: 'memory_rss_mb_max',
      actual: 6246,
      predicted: 1843,
      usual_up_to: 1843,
      z: (6246 - 1843) / (0.05 * 1843),
      beyond_p99: null,
      requirement: 8192,
    },
  ] satisfies Flag[]);
});

it('a requirement may be missing or without an end', () => {
  const requirementOf = (requirements: Record<string, unknown>) =>
    gradeJob(jobOf({ durationSeconds: 600, requirements }), aTimedStep(60)).flags[0]?.requirement;
  expect(requirementOf({})).toBe(null);
  expect(requirementOf({ time: 'UNLIMITED' })).toBe('unlimited');
});

it('beyond_p99 is told from 20 residuals on: above what 99 % of them stay below', () => {
  const beyond = (seconds: number, n: number) =>
    grade(seconds, 100, { mad: 0.1, n, q99: 1.5 }).flags[0]?.beyond_p99;
  expect(beyond(300, 19)).toBe(null);
  expect(beyond(300, 20)).toBe(true);
  expect(beyond(250, 20)).toBe(false);
});

it("a job is compared at its own size, of the step's kind; of another kind at no size", () => {
  const step = stepOf({ duration_seconds: aLine(100) });
  const predictedFor = (facts: { inputBytes?: number; outputBytes?: number }) => {
    const graded = gradeJob(jobOf({ durationSeconds: 60, ...facts }), step);
    return [graded.driver_size_bytes, graded.metrics.duration_seconds?.predicted];
  };
  expect(predictedFor({ inputBytes: 2e9 })).toEqual([2e9, 200]);
  expect(predictedFor({ outputBytes: 2e9 })).toEqual([null, 5000]);
  expect(predictedFor({})).toEqual([null, 5000]);
});

it('a job is compared on its own class of card, one on an unknown class without a factor', () => {
  const card = (factor: number) => ({ n: 5, factor, power_w: null, display_name: 'card' });
  const step = aStep({
    metrics: { duration_seconds: aConstant(100, { q95: 0.5 }) },
    gpu: { 'gpu-16gb-70w': card(3), 'gpu-80gb-700w': card(0.5) },
  });
  const on = (memoryMb: number, powerW: number) => {
    const measured = { gpu_memory_total_mb: memoryMb, gpu_power_limit_w: powerW };
    const { gpu_class, metrics } = gradeJob(jobOf({ durationSeconds: 300, measured }), step);
    return [gpu_class, metrics.duration_seconds?.predicted, metrics.duration_seconds?.usual_up_to];
  };
  expect(on(16_384, 70)).toEqual(['gpu-16gb-70w', 300, 450]);
  expect(on(81_920, 700)).toEqual(['gpu-80gb-700w', 50, 75]);
  expect(on(24_576, 300)).toEqual(['gpu-24gb-300w', 100, 150]);
});

it("a clock's duration against monitored ones is shown and neither graded nor flagged", () => {
  const clock = jobOf({ durationSeconds: null, started: 0, completed: 600 });
  expect(clock.durationSource).toBe('clock');
  const graded = gradeJob(clock, aTimedStep(60));
  expect(graded.metrics.duration_seconds).toMatchObject({ actual: 600, predicted: 60, z: null });
  expect(graded.flags).toEqual([]);
});

it("a clock's duration is graded against a clock's, and so is a monitored one", () => {
  const step = aStep({ duration_source: 'clock', metrics: { duration_seconds: aConstant(60) } });
  for (const facts of [{ durationSeconds: null, completed: 600 }, { durationSeconds: 600 }])
    expect(gradeJob(jobOf(facts), step).flags).toHaveLength(1);
});

it('what is usual is the bound of the model where it has one, else where left-out samples lay', () => {
  const curve = aConstant(100, { q95: 0.2 });
  const spread: MetricCurve['spread'] = {
    scale: 'relative',
    n: 5,
    upper: { '0.9': 1.5, '0.95': 2, '0.99': 3 },
    interval: { '0.5': [0.9, 1.1], '0.8': [0.8, 1.5], '0.9': [0.7, 2], '0.95': [0.6, 2.5] },
  };
  const usual = (metric: MetricCurve): number | null | undefined =>
    gradeJob(jobOf({ durationSeconds: 110 }), stepOf({ duration_seconds: metric })).metrics.duration_seconds
      ?.usual_up_to;
  expect(usual(curve)).toBe(120);
  expect(usual({ ...curve, spread: null })).toBe(120);
  expect(usual({ ...curve, spread })).toBe(200);
});

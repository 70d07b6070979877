import { trainModels } from '@prm/model';
import { anyRuns, expectClose } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { predictRun } from '../src/predict-run.ts';
import type { PredictedStep, PredictedTotals, ScheduledStep } from '../src/prediction.ts';
import { totalsOf } from '../src/totals.ts';

interface Facts {
  readonly from: number;
  readonly to: number;
  readonly instances?: number;
  readonly concurrency?: number;
  readonly seconds?: number;
  readonly memMb?: number;
  readonly cpu?: number;
}

function totals(facts: Record<string, Facts>): PredictedTotals {
  const timeline = Object.entries(facts).map(
    ([name, { from, to, instances = 1, concurrency = 1, seconds = to - from }]) => [
      name,
      {
        start_seconds: from,
        end_seconds: to,
        instances,
        concurrency,
        duration_seconds: seconds,
      } as ScheduledStep,
    ],
  );
  const metric = (value: number | undefined) => (value === undefined ? undefined : { value });
  const steps = Object.entries(facts).map(([name, { memMb, cpu }]) => [
    name,
    { metrics: { memory_rss_mb_max: metric(memMb), cpu_percent_avg: metric(cpu) } } as PredictedStep,
  ]);
  const rows = Object.fromEntries(timeline);
  return totalsOf(rows, Object.fromEntries(steps), rows);
}

it('the makespan is the latest end', () => {
  expect(totals({ a: { from: 0, to: 50 }, b: { from: 10, to: 30 } }).makespan_seconds).toBe(50);
  expect(totals({}).makespan_seconds).toBe(0);
});

it('work is what the run takes without its waits, and the wait is the rest', () => {
  const row = (end_seconds: number): ScheduledStep =>
    ({ start_seconds: 0, end_seconds, instances: 1, concurrency: 1, duration_seconds: 1 }) as ScheduledStep;
  const { makespan_seconds, work_seconds, wait_seconds } = totalsOf(
    { a: row(40), b: row(50) },
    {},
    { a: row(30), b: row(20) },
  );
  expect([makespan_seconds, work_seconds, wait_seconds]).toEqual([50, 30, 20]);
});

it('peaks are those of all that runs at a time', () => {
  const { peak_memory_mb, peak_cpu_cores } = totals({
    a: { from: 0, to: 50, memMb: 100, cpu: 150 },
    b: { from: 40, to: 60, memMb: 200, cpu: 50 },
    c: { from: 55, to: 70, memMb: 150, cpu: 400 },
  });
  expect(peak_memory_mb).toBe(350); // b and c
  expect(peak_cpu_cores).toBe(4.5); // b and c
});

it('a step that starts when another ends does not run at its time', () => {
  expect(
    totals({ a: { from: 0, to: 50, memMb: 100 }, b: { from: 50, to: 60, memMb: 100 } }).peak_memory_mb,
  ).toBe(100);
});

it('every instance that runs at a time counts', () => {
  expect(totals({ a: { from: 0, to: 50, memMb: 100, instances: 8, concurrency: 2.5 } }).peak_memory_mb).toBe(
    250,
  );
});

it('a step that takes no time peaks nothing', () => {
  expect(totals({ a: { from: 10, to: 10, memMb: 100 } }).peak_memory_mb).toBe(0);
});

it("core hours and GB hours are those of all instances' work", () => {
  const { core_hours, gb_hours } = totals({
    a: { from: 0, to: 9000, instances: 4, seconds: 1800, memMb: 2048, cpu: 250 },
    b: { from: 0, to: 3600, cpu: 100 },
  });
  expectClose([core_hours, gb_hours], [4 * 0.5 * 2.5 + 1, 4 * 0.5 * 2]);
});

it('a step without a model counts with its time alone', () => {
  const rows = {
    a: {
      start_seconds: 0,
      end_seconds: 40,
      instances: 1,
      concurrency: 1,
      duration_seconds: 0,
    } as ScheduledStep,
  };
  expect(totalsOf(rows, {}, rows)).toEqual({
    makespan_seconds: 40,
    work_seconds: 40,
    wait_seconds: 0,
    peak_memory_mb: 0,
    peak_cpu_cores: 0,
    core_hours: 0,
    gb_hours: 0,
  });
});

it('a peak is at least that of each step and at most that of all together', async () => {
  await fc.assert(
    fc.asyncProperty(anyRuns, async (runs) => {
      const { registry } = await trainModels(runs, { minStepSamples: 1 });
      for (const key of registry.keys) {
        for (const pipeline of registry.pipelinesOf(key)) {
          const prediction = predictRun(registry, key, { inputSizeBytes: 1e9, pipeline });
          const steps = new Map(Object.entries(prediction.steps));
          const memory = Object.entries(prediction.timeline ?? {})
            .filter(([, { start_seconds, end_seconds }]) => end_seconds > start_seconds)
            .map(
              ([name, { concurrency }]) =>
                concurrency * (steps.get(name)?.metrics.memory_rss_mb_max?.value ?? 0),
            );
          const peak = prediction.totals?.peak_memory_mb ?? Number.NaN;
          const slack = 1e-9 * (peak + 1);
          expect(peak).toBeGreaterThanOrEqual(Math.max(0, ...memory) - slack);
          expect(peak).toBeLessThanOrEqual(memory.reduce((sum, one) => sum + one, 0) + slack);
          for (const row of Object.values(prediction.timeline ?? {})) {
            expect(row.concurrency).toBeLessThanOrEqual(row.instances);
            expect(row.concurrency).toBeGreaterThanOrEqual(Math.min(1, row.instances));
          }
        }
      }
    }),
    { numRuns: 100 },
  );
});

import type { PipelineView, StepModel, WorkflowModel } from '@prm/model';
import { trainModels } from '@prm/model';
import { anyRuns } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { predictRun } from '../src/predict-run.ts';
import { predictStep } from '../src/predict-step.ts';
import type { ScheduledStep } from '../src/prediction.ts';
import { schedule } from '../src/schedule.ts';
import { aConstant, aStep } from './models.ts';

type Timing = PipelineView['timeline'][string];

/** A step that takes 60 s, once, from the start of the run, unless said otherwise. */
function timing(facts: Partial<Timing> = {}): Timing {
  return {
    start_offset_seconds: 0,
    after: [],
    after_first: [],
    lag_seconds: 0,
    instances: 1,
    span_factor: 1,
    wall_span_seconds: null,
    n: 5,
    ...facts,
  };
}

const minute = aStep({ metrics: { duration_seconds: aConstant(60) } });

/** Schedules steps of one minute, or those given. */
function place(
  timeline: Record<string, Timing>,
  steps: Record<string, StepModel> = {},
): Record<string, ScheduledStep> {
  const models = Object.fromEntries(Object.keys(timeline).map((name) => [name, steps[name] ?? minute]));
  const predicted = Object.fromEntries(
    Object.entries(models).map(([name, step]) => [name, predictStep(step, 1, undefined)]),
  );
  return schedule(
    { steps: models } as unknown as WorkflowModel,
    { timeline } as unknown as PipelineView,
    predicted,
  );
}

const startOf = (rows: Record<string, ScheduledStep>, name: string) => rows[name]?.start_seconds;

it('a step that waits for nothing starts after its lag', () => {
  expect(place({ a: timing({ lag_seconds: 7 }) }).a).toMatchObject({ start_seconds: 7, end_seconds: 67 });
});

it('without waits steps start at once', () => {
  const timeline = {
    a: timing({ lag_seconds: 7 }),
    b: timing({ start_offset_seconds: 1, after: ['a'], lag_seconds: 30 }),
  };
  const models = { a: minute, b: minute };
  const predicted = { a: predictStep(minute, 1, undefined), b: predictStep(minute, 1, undefined) };
  const rows = schedule(
    { steps: models } as unknown as WorkflowModel,
    { timeline } as unknown as PipelineView,
    predicted,
    { withWaits: false },
  );
  expect([rows.a?.start_seconds, rows.b?.start_seconds, rows.b?.end_seconds]).toEqual([0, 60, 120]);
});

it('a step starts when the last of those it comes after has ended, and its lag has passed', () => {
  const rows = place({
    a: timing(),
    b: timing({ lag_seconds: 30 }),
    c: timing({ start_offset_seconds: 1, after: ['a', 'b'], lag_seconds: 5 }),
  });
  expect(startOf(rows, 'c')).toBe(95);
});

it('of a chain it waits for one instance', () => {
  const a = aStep({ metrics: { duration_seconds: aConstant(60) }, overhead_seconds: 4 });
  const rows = place(
    {
      a: timing({ span_factor: 10 }),
      b: timing({ start_offset_seconds: 1, after_first: ['a'], lag_seconds: 2 }),
    },
    { a },
  );
  expect(rows.a).toMatchObject({ end_seconds: 640, instance_seconds: 64 });
  expect(startOf(rows, 'b')).toBe(66);
});

it('whichever is later holds: the end of one it comes after, or the first instance of one it is chained to', () => {
  const rows = place({
    a: timing({ lag_seconds: 100 }),
    b: timing(),
    c: timing({ start_offset_seconds: 1, after: ['b'], after_first: ['a'] }),
  });
  expect(startOf(rows, 'c')).toBe(160);
});

it('the span is duration and overhead, by the factor of its instances', () => {
  const a = aStep({ metrics: { duration_seconds: aConstant(60) }, overhead_seconds: 10 });
  expect(place({ a: timing({ span_factor: 3, instances: 8 }) }, { a }).a).toMatchObject({
    duration_seconds: 60,
    instance_seconds: 70,
    span_seconds: 210,
    instances: 8,
  });
});

it('a step without a duration takes its span as it was seen', () => {
  const rows = place({ a: timing({ wall_span_seconds: 40, span_factor: 3 }) }, { a: aStep() });
  expect(rows.a).toMatchObject({
    duration_seconds: 0,
    instance_seconds: 40,
    span_seconds: 40,
    concurrency: 1,
  });
});

it('so many instances run at a time that their durations fill the span, at least one, at most all', () => {
  const concurrencyOf = (facts: Partial<Timing>) => place({ a: timing(facts) }).a?.concurrency;
  expect(concurrencyOf({ instances: 8, span_factor: 2 })).toBe(4);
  expect(concurrencyOf({ instances: 8, span_factor: 16 })).toBe(1);
  expect(concurrencyOf({ instances: 8, span_factor: 1 })).toBe(8);
  expect(concurrencyOf({ instances: 0.5 })).toBe(0.5); // half of the runs have none
});

it('of a step that takes no time all instances run at once', () => {
  const rows = place({ a: timing({ wall_span_seconds: 0, instances: 3 }) }, { a: aStep() });
  expect(rows.a).toMatchObject({ start_seconds: 0, end_seconds: 0, concurrency: 3 });
});

it('a step takes its place after those that start earlier, whatever the order of their names', () => {
  const rows = place({
    z: timing(),
    y: timing({ start_offset_seconds: 1, after: ['z'] }),
    a: timing({ start_offset_seconds: 2, after: ['y'] }),
  });
  expect(Object.keys(rows)).toEqual(['z', 'y', 'a']);
  expect(startOf(rows, 'a')).toBe(120);
});

it('what was learned of any runs has no circle, and no step of it starts before what it waits for is over', async () => {
  await fc.assert(
    fc.asyncProperty(anyRuns, fc.double({ min: 1, max: 1e12, noNaN: true }), async (runs, inputSizeBytes) => {
      const { registry } = await trainModels(runs, { minStepSamples: 1 });
      for (const key of registry.keys) {
        for (const pipeline of registry.pipelinesOf(key)) {
          const timeline = new Map(
            Object.entries(predictRun(registry, key, { inputSizeBytes, pipeline }).timeline ?? {}),
          );
          const placed = new Set<string>();
          for (const [name, row] of timeline) {
            expect(row.start_seconds).toBeGreaterThanOrEqual(0);
            for (const earlier of row.after) {
              expect(placed).toContain(earlier);
              expect(row.start_seconds).toBeGreaterThanOrEqual(
                timeline.get(earlier)?.end_seconds ?? Number.NaN,
              );
            }
            for (const earlier of row.after_first) {
              const before = timeline.get(earlier);
              expect(placed).toContain(earlier);
              expect(row.start_seconds).toBeGreaterThanOrEqual(
                (before?.start_seconds ?? 0) + (before?.instance_seconds ?? Number.NaN),
              );
            }
            placed.add(name);
          }
        }
      }
    }),
    { numRuns: 150 },
  );
});

it('no step of it ends before it starts', async () => {
  await fc.assert(
    fc.asyncProperty(anyRuns, async (runs) => {
      const { registry } = await trainModels(runs, { minStepSamples: 1 });
      for (const key of registry.keys) {
        for (const pipeline of registry.pipelinesOf(key)) {
          const { timeline } = predictRun(registry, key, { inputSizeBytes: 1e9, pipeline });
          for (const { start_seconds, end_seconds } of Object.values(timeline ?? {})) {
            expect(end_seconds).toBeGreaterThanOrEqual(start_seconds);
          }
        }
      }
    }),
    { numRuns: 150 },
  );
});

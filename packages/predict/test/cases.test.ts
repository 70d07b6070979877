import { parseMemoryRequest } from '@prm/ingest/units';
import { type Registry, type TrainModelsOptions, trainModels } from '@prm/model';
import { casePath, expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { predictRun } from '../src/predict-run.ts';
import { predictJob } from '../src/predict-step.ts';
import { recommend } from '../src/recommend.ts';
import type { Recommendation, Resource } from '../src/recommendation.ts';

// What each case is about, and why its values are right, is told in the expected.md beside its input. Their runs are
// one job a day: the size asked about is the job's own.

const GB = 1024 ** 3;

async function train(path: readonly string[], options: TrainModelsOptions = {}): Promise<Registry> {
  return (await trainModels(casePath(...path), { minStepSamples: 1, ...options })).registry;
}

/** What a job of step align is predicted to take at a size of its own. */
async function alignAt(name: string, gb: number) {
  const registry = await train([name, 'runtime.json']);
  const step = registry.model(registry.keys[0] as string).steps.align;
  if (step === undefined) throw new Error(`${name} has no model of align`);
  const {
    duration_seconds: duration,
    memory_rss_mb_max: memory,
    cpu_percent_max: cpu,
  } = predictJob(step, { driverSizeBytes: gb * GB });
  return { duration, memory, cpu };
}

async function advice(
  name: string,
  resource: Resource,
  inputSizeBytes: number | null = null,
): Promise<Recommendation> {
  const registry = await train([name, 'runtime.json']);
  const rows = recommend(registry, registry.keys[0] as string, { inputSizeBytes }).steps.align ?? [];
  return rows.find((row) => row.resource === resource) as Recommendation;
}

it('B14: a zero among the durations leaves the line, 620 s at 32 GB, and no time is below zero', async () => {
  expectClose((await alignAt('B14', 32)).duration?.value, 620, { relative: 0.001 });
  expect((await alignAt('B14', 0.5)).duration?.value).toBeGreaterThan(0);
});

it('B14: and it does not make the advice absurd: no time that no one would ask for', async () => {
  // 300 s is the longest observed; predictions end at fifty times that, and so does what is asked for.
  expect((await advice('B14', 'time_seconds', 32 * GB)).need).toBeLessThanOrEqual(50 * 300);
});

it('B15: inputs of one size predict the same at any size, and a larger one is called outside of what was seen', async () => {
  expect((await alignAt('B15', 10)).duration).toMatchObject({
    value: 100,
    kind: 'constant',
    extrapolated: false,
  });
  expect((await alignAt('B15', 20)).duration).toMatchObject({
    value: 100,
    kind: 'constant',
    extrapolated: true,
  });
});

it('B16: a perfect constant is predicted as such, with an interval of nothing', async () => {
  const registry = await train(['B16', 'runtime.json']);
  const { steps } = predictRun(registry, registry.keys[0] as string, { inputSizeBytes: 100 * GB });
  expect(steps.fixed?.metrics.duration_seconds).toMatchObject({
    value: 3600,
    interval: { '0.05': 3600, '1': 3600 },
  });
  expect(steps.tiny?.metrics.duration_seconds).toMatchObject({ value: 301.1 });
  expectClose(steps.tiny?.metrics.duration_seconds?.interval?.['0.05'], 301.1);
});

it('B20: memory is never below zero, and the answer says that it lies outside of what was seen', async () => {
  for (const gb of [1, 1 / 1024 ** 2]) {
    const { memory } = await alignAt('B20', gb);
    expect(memory).toMatchObject({ value: 1500 / 50, capped: true, extrapolated: true });
  }
});

it('B20: the advice for a size far below is a positive amount with a unit', async () => {
  for (const bytes of [GB, 1024]) {
    expect((await advice('B20', 'mem_mb', bytes)).suggested_text).toBe('256mb');
    expect((await advice('B20', 'time_seconds', bytes)).suggested).toBeGreaterThanOrEqual(60);
    expect((await advice('B20', 'ncpu', bytes)).suggested).toBeGreaterThanOrEqual(1);
  }
});

it('B21: six jobs of four sizes give the median of all six', async () => {
  expect((await alignAt('B21', 16)).duration).toMatchObject({ value: 540, n: 6 });
});

it('B22: eight petabytes can be asked about', async () => {
  // Four sizes: the median of 1000, 2000, 4000 and 8000 s.
  expect((await alignAt('B22', 8 * 1024 ** 2)).duration).toMatchObject({ value: 3000, extrapolated: false });
});

it('B27: a workflow and steps with names of Object.prototype are predicted like others', async () => {
  const registry = await train(['B27', 'proto.json']);
  const { steps, timeline, totals } = predictRun(registry, 'hasOwnProperty', { inputSizeBytes: GB });
  const seconds = new Map(
    Object.entries(steps).map(([name, { metrics }]) => [name, metrics.duration_seconds?.value]),
  );
  expect([...seconds]).toEqual([
    ['__proto__', 300],
    ['constructor', 600],
  ]);
  expect(Object.keys(timeline ?? {})).toEqual(['__proto__', 'constructor']);
  expect(totals?.makespan_seconds).toBe(900);
});

it('B28: each of the names is predicted by itself', async () => {
  const registry = await train(['B28', 'runs'], { identity: 'pipeline' });
  const seconds = (name: string) =>
    predictRun(registry, name, { inputSizeBytes: GB }).steps.align?.metrics.duration_seconds?.value;
  expect(['ns/name:1.2', 'NS/NAME:1.2', 'ns_name_1.2', 'ns%2Fname%3A1.2'].map(seconds)).toEqual([
    105, 115, 116, 117,
  ]);
  expect(['caf\u00e9', 'cafe\u0301'].map(seconds).sort()).toEqual([113, 114]);
  expect(['..', '../../escape', 'CON'].map(seconds)).toEqual([102, 100, 107]);
});

it('B33: the work of a resumed run is that of its steps; its pause stands in the timeline where it was', async () => {
  const registry = await train(['B33', 'resumed.json'], { identity: 'pipeline' });
  const { timeline, totals } = predictRun(registry, 'demo', { inputSizeBytes: 5 * GB });
  const spans = Object.values(timeline ?? {}).map(({ span_seconds }) => span_seconds);
  expect(spans).toEqual([3600, 3600, 3600, 3600, 3600]);
  // Five hours of work, the day of the pause, and five seconds before the first start.
  expect(totals?.makespan_seconds).toBe(18_000 + 86_400 + 5);
  expect(totals?.core_hours).toBe(5);
});

it('B33: a cached job does not shorten its step', async () => {
  const registry = await train(['B33'], { identity: 'pipeline' });
  expect(
    predictRun(registry, 'demo', { inputSizeBytes: 5 * GB }).steps.b?.metrics.duration_seconds?.value,
  ).toBe(3600);
});

it('B35: four sizes give the median, and the advice stays above what was killed and what was used', async () => {
  expect((await alignAt('B35', 20)).memory).toMatchObject({ value: 3850, kind: 'constant' });
  for (const inputSizeBytes of [null, 20 * GB, 30 * GB]) {
    const { need, suggested_text, failed_at } = await advice('B35', 'mem_mb', inputSizeBytes);
    expect(need).toBeGreaterThanOrEqual(6100);
    expect(parseMemoryRequest(suggested_text, null).memMb).toBeGreaterThanOrEqual(6100);
    expect(failed_at).toBe(4050);
  }
});

it("B40: jobs shorter than the monitor's interval lower neither the time, nor cores, nor memory", async () => {
  const { duration, memory, cpu } = await alignAt('B40', 4);
  expect([duration?.value, memory?.value, cpu?.value]).toEqual([40, 2000, 99]);
  expect(await advice('B40', 'ncpu')).toMatchObject({ action: 'ok', observed_p95: 0.99 });
  expect((await advice('B40', 'mem_mb')).need).toBe(2600);
});

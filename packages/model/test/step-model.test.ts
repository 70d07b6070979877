import { aJob, expectClose, type JobFacts, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import type { StepModel } from '../src/format/workflow-model.ts';
import { modelOf } from './training.ts';

const GB = 1e9;

/** The model of a step with one job a run. */
async function stepOf(facts: readonly JobFacts[], minStepSamples = 1): Promise<StepModel> {
  const runs = runsOf(facts, (one) => ({ pipeline: 'p', jobs: [aJob(one)] }));
  return (await modelOf(runs, { minStepSamples })).steps.align as StepModel;
}

const five = (facts: (gb: number) => JobFacts): JobFacts[] =>
  [1, 2, 3, 4, 5].map((gb) => ({ inputBytes: gb * GB, ...facts(gb) }));

it('a metric is fitted against the driver when it has enough values', async () => {
  const step = await stepOf([{ memMb: 5 }, { memMb: 6 }, { memMb: 7 }, {}], 3);
  expect(step.metrics.memory_rss_mb_max).toMatchObject({ kind: 'constant', a: 6, n: 3 });
  expect(step.metrics.duration_seconds).toMatchObject({ n: 4 });
  expect((await stepOf([{ memMb: 5 }, { memMb: 6 }, {}], 3)).metrics.memory_rss_mb_max).toBeUndefined();
});

it('all eleven metrics are fitted', async () => {
  const measured = Object.fromEntries(
    [
      'memory_rss_mb_avg',
      'cpu_percent_avg',
      'cpu_percent_max',
      'io_read_mb_s_avg',
      'io_write_mb_s_avg',
      'gpu_utilization_avg',
      'gpu_memory_mb_max',
      'gpu_power_w_avg',
    ].map((name, i) => [name, i + 1]),
  );
  const { metrics } = await stepOf([{ memMb: 9, inputBytes: 1, outputBytes: 10, measured }]);
  expect(Object.entries(metrics).map(([name, { a }]) => [name, a])).toEqual([
    ['duration_seconds', 60],
    ['memory_rss_mb_max', 9],
    ['memory_rss_mb_avg', 1],
    ['cpu_percent_avg', 2],
    ['cpu_percent_max', 3],
    ['io_read_mb_s_avg', 4],
    ['io_write_mb_s_avg', 5],
    ['gpu_utilization_avg', 6],
    ['gpu_memory_mb_max', 7],
    ['gpu_power_w_avg', 8],
    ['output_size_bytes', 10],
  ]);
});

it('the output is not predicted from itself', async () => {
  const step = await stepOf([
    { outputBytes: 2e6 },
    { outputBytes: 3e6 },
    { inputBytes: 1e6, outputBytes: 4e6 },
  ]);
  expect(step.driver).toEqual({ source: 'output', min: 2e6, median: 2.5e6, p95: 2.95e6, max: 3e6 });
  expect(step.metrics.output_size_bytes).toBeUndefined();
});

it('duration, memory, GPU memory and output never fall with the driver: there the median stands', async () => {
  const falling = (gb: number) => 1000 / gb;
  const { metrics } = await stepOf(
    five((gb) => ({
      durationSeconds: falling(gb),
      memMb: falling(gb),
      outputBytes: falling(gb),
      measured: {
        memory_rss_mb_avg: falling(gb),
        gpu_memory_mb_max: falling(gb),
        cpu_percent_avg: falling(gb),
        io_read_mb_s_avg: falling(gb),
        gpu_utilization_avg: falling(gb),
        gpu_power_w_avg: falling(gb),
      },
    })),
  );
  const kinds = Object.fromEntries(Object.entries(metrics).map(([name, { kind }]) => [name, kind]));
  expect(kinds).toEqual({
    duration_seconds: 'constant',
    memory_rss_mb_max: 'constant',
    memory_rss_mb_avg: 'constant',
    gpu_memory_mb_max: 'constant',
    output_size_bytes: 'constant',
    cpu_percent_avg: 'power',
    io_read_mb_s_avg: 'power',
    gpu_utilization_avg: 'power',
    gpu_power_w_avg: 'power',
  });
});

it('a rising law is found', async () => {
  const { metrics } = await stepOf(five((gb) => ({ durationSeconds: 60 + 30 * gb, memMb: 1000 })));
  expect(metrics.duration_seconds?.kind).toBe('linear');
  expectClose([metrics.duration_seconds?.a, metrics.duration_seconds?.b], [60, 30 / GB]);
  expect(metrics.memory_rss_mb_max).toMatchObject({ kind: 'constant', a: 1000 });
});

it('samples without driver count, and so do those whose driver was cleaned away', async () => {
  const step = await stepOf([{ inputBytes: GB }, { inputBytes: 5 }, {}]);
  expect(step).toMatchObject({ n_samples: 3, n_with_driver: 1, n_driver_outliers: 1 });
  expect(step.driver).toEqual({ source: 'input', min: GB, median: GB, p95: GB, max: GB });
  expect(step.metrics.duration_seconds).toMatchObject({ n: 3, n_with_driver: 1 });
});

it("durations of the poll's clock are left out where the monitor has enough", async () => {
  const clock: JobFacts = { durationSeconds: null, completed: 500 };
  const monitored: JobFacts = { durationSeconds: 60 };
  const enough = await stepOf([monitored, monitored, monitored, clock], 3);
  expect(enough).toMatchObject({ n_samples: 4, duration_source: 'monitor' });
  expect(enough.metrics.duration_seconds).toMatchObject({ n: 3, a: 60 });
  const tooFew = await stepOf([monitored, monitored, clock, clock], 3);
  expect(tooFew.duration_source).toBe('clock');
  expect(tooFew.metrics.duration_seconds).toMatchObject({ n: 4, a: 280 });
});

it("a job shorter than the monitor's interval counts as monitored", async () => {
  const short: JobFacts = { durationSeconds: 0.1, measured: { sample_count: 1 } };
  const step = await stepOf([short]);
  expect(step.duration_source).toBe('monitor');
  expect(step.metrics.duration_seconds?.a).toBe(0.5);
});

it('a step without any duration has no source of them', async () => {
  const step = await stepOf([{ durationSeconds: null, completed: null }]);
  expect(step.duration_source).toBeNull();
  expect(step.metrics).toEqual({});
});

it('the overhead is the median of wall time beyond the duration, at least 0', async () => {
  const took = (wall: number): JobFacts => ({ durationSeconds: 60, started: 5, completed: 5 + wall });
  expect((await stepOf([took(61), took(63), took(90)])).overhead_seconds).toBe(3);
  expect((await stepOf([took(50), took(55), took(90)])).overhead_seconds).toBe(0);
  expect((await stepOf([{ completed: null }])).overhead_seconds).toBe(0);
});

it('constants of power are the latest recorded, each for itself', async () => {
  const step = await stepOf([
    { measured: { cpu_tdp_w: 100, power_idle_w: 20 } },
    {},
    { measured: { cpu_tdp_w: 150 } },
  ]);
  expect(step.power).toEqual({ cpu_tdp_w: 150, power_idle_w: 20, power_loaded_w: null });
});

it('a step that meets the threshold exactly has a model; one below is listed as left out', async () => {
  const runs = runsOf([1, 2, 3], (n) => ({
    pipeline: 'p',
    jobs: [aJob({ id: 'A' }), ...(n < 3 ? [aJob({ id: 'B', snippet: 'b' })] : [])],
  }));
  const model = await modelOf(runs, { minStepSamples: 3 });
  expect(Object.keys(model.steps)).toEqual(['align']);
  expect(model.quality.steps_left_out).toEqual([
    { step: 'b', n_samples: 2, needs: 3, reason: 'min_step_samples' },
  ]);
});

import { type Registry, trainModels } from '@prm/model';
import { aJob, anyRuns, type BuiltJob, expectClose, growingRuns, runsOf } from '@prm/testing';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { predictRun } from '../src/predict-run.ts';

const GB = 1e9;
const CARD = { gpu_memory_total_mb: 81_920, gpu_power_limit_w: 700 };
const OTHER = { gpu_memory_total_mb: 40_960, gpu_power_limit_w: 400 };

/** Align takes 60 s a GB, sort comes after it, call is seen in one pipeline only and too rarely for a model. */
function jobs(gb: number, more: readonly BuiltJob[] = [], measured: object = {}): BuiltJob[] {
  const end = 60 * gb;
  const facts = { inputBytes: gb * GB, memMb: 1000 * gb };
  return [
    aJob({
      id: 'A',
      snippet: 'align',
      durationSeconds: end,
      ...facts,
      measured: { cpu_percent_avg: 100, ...measured },
    }),
    aJob({ id: 'S', snippet: 'sort', submitted: end, durationSeconds: 10, dependencies: ['A'], ...facts }),
    ...more,
  ];
}

let registry: Registry;

beforeAll(async () => {
  const call = aJob({ id: 'C', snippet: 'call', submitted: 9000 });
  const runs = runsOf(
    [
      ...[1, 2, 3, 4, 5].map((gb) => ({ module: 'clinic', pipeline: 'germline', jobs: jobs(gb) })),
      { module: 'clinic', pipeline: 'somatic', jobs: jobs(2, [call]) },
      ...[1, 2, 3, 4, 5, 6].map((gb) => ({
        module: 'lab',
        pipeline: 'gpu',
        jobs: jobs(gb, [], gb % 2 ? CARD : OTHER),
      })),
    ],
    (facts) => facts,
  );
  ({ registry } = await trainModels(runs));
});

it('a prediction says what it is of, and holds every step', () => {
  const prediction = predictRun(registry, 'clinic', { inputSizeBytes: 2 * GB, pipeline: 'germline' });
  expect(prediction).toMatchObject({
    format: 'prm/prediction',
    format_version: '1.0',
    workflow: 'clinic',
    pipeline: 'germline',
    pipelines: ['germline', 'somatic'],
    input_size_bytes: 2 * GB,
    gpu_class: null,
    warnings: [],
  });
  expect(Object.keys(prediction.steps)).toEqual(['align', 'sort']);
  const { sort } = prediction.timeline ?? {};
  expect(sort?.after).toEqual(['align']);
  expectClose([sort?.start_seconds, sort?.end_seconds], [120, 130]);
  expectClose(prediction.totals, {
    makespan_seconds: 130,
    work_seconds: 130,
    wait_seconds: 0,
    peak_memory_mb: 2000,
    peak_cpu_cores: 1,
    core_hours: 120 / 3600,
    gb_hours: ((130 / 3600) * 2000) / 1024,
  });
});

it('work and the usual wait are told apart: what is between the end of a step and the start of the next is no work', async () => {
  const waited = (queued: number): BuiltJob[] => [
    aJob({ id: 'A', snippet: 'align', started: queued, durationSeconds: 60 }),
    aJob({
      id: 'S',
      snippet: 'sort',
      submitted: 70 + queued,
      started: 70 + 2 * queued,
      durationSeconds: 30,
      dependencies: ['A'],
    }),
  ];
  const { registry: queue } = await trainModels(
    runsOf([100, 200, 300], (queued) => ({ pipeline: 'p', jobs: waited(queued) })),
  );
  const { totals } = predictRun(queue, 'p', { inputSizeBytes: GB });
  expectClose(totals?.makespan_seconds, 200 + 60 + 10 + 200 + 30);
  expectClose([totals?.work_seconds, totals?.wait_seconds], [60 + 30, 200 + 10 + 200]);
});

it('work and wait add up to the whole, and neither is less than nothing', async () => {
  await fc.assert(
    fc.asyncProperty(anyRuns, async (runs) => {
      const { registry: any } = await trainModels(runs, { minStepSamples: 1 });
      for (const key of any.keys) {
        for (const pipeline of any.pipelinesOf(key)) {
          const { totals } = predictRun(any, key, { inputSizeBytes: GB, pipeline });
          const { makespan_seconds: whole, work_seconds: work, wait_seconds: wait } = totals ?? {};
          expect(work).toBeGreaterThanOrEqual(0);
          expect(wait).toBeGreaterThanOrEqual(0);
          expectClose((work ?? Number.NaN) + (wait ?? Number.NaN), whole);
        }
      }
    }),
    { numRuns: 100 },
  );
});

it('with several pipelines and none chosen there is no timeline', () => {
  const { pipeline, timeline, totals, steps } = predictRun(registry, 'clinic', { inputSizeBytes: GB });
  expect([pipeline, timeline, totals]).toEqual([null, null, null]);
  expect(Object.keys(steps)).toEqual(['align', 'sort']);
});

it('the only pipeline is taken, and one asked for by its name', () => {
  expect(predictRun(registry, 'lab', { inputSizeBytes: GB }).pipeline).toBe('gpu');
  expect(predictRun(registry, 'somatic', { inputSizeBytes: GB })).toMatchObject({
    workflow: 'clinic',
    pipeline: 'somatic',
  });
  expect(predictRun(registry, 'somatic', { inputSizeBytes: GB, pipeline: 'germline' }).pipeline).toBe(
    'germline',
  );
});

it('a pipeline limits the prediction to its steps', () => {
  const { steps } = predictRun(registry, 'germline', { inputSizeBytes: GB });
  expect(Object.keys(steps)).toEqual(['align', 'sort']);
});

it('a step of the pipeline without a model is said, and keeps its place on the timeline', () => {
  const { warnings, timeline, totals } = predictRun(registry, 'somatic', { inputSizeBytes: 2 * GB });
  expect(warnings).toEqual([
    {
      code: 'steps_without_model',
      message: 'too few samples to predict call: their resources are not counted',
      steps: ['call'],
    },
  ]);
  expect(timeline?.call).toMatchObject({ span_seconds: 60, duration_seconds: 0 });
  expect(totals?.makespan_seconds).toBe(9060);
});

it('a class of card that was learned multiplies durations; the timeline follows', () => {
  const mixed = predictRun(registry, 'lab', { inputSizeBytes: 2 * GB });
  const chosen = predictRun(registry, 'lab', { inputSizeBytes: 2 * GB, gpuClass: 'gpu-80gb-700w' });
  expect(chosen).toMatchObject({ gpu_class: 'gpu-80gb-700w', warnings: [] });
  const factor = chosen.steps.align?.gpu_factor ?? 0;
  expect(chosen.steps.align?.metrics.duration_seconds?.value).toBe(
    factor * (mixed.steps.align?.metrics.duration_seconds?.value ?? 0),
  );
  expect(chosen.timeline?.align?.duration_seconds).toBe(chosen.steps.align?.metrics.duration_seconds?.value);
});

it('an unknown class is a warning that names the known ones, and changes no number', () => {
  const { warnings, steps } = predictRun(registry, 'lab', { inputSizeBytes: 2 * GB, gpuClass: 'gpu-1gb' });
  expect(warnings).toMatchObject([
    { code: 'unknown_gpu_class', value: 'gpu-1gb', known: ['gpu-40gb-400w', 'gpu-80gb-700w'] },
  ]);
  expect(warnings[0]?.message).toContain('"gpu-1gb" is not known');
  expect(steps).toEqual(predictRun(registry, 'lab', { inputSizeBytes: 2 * GB }).steps);
  const none = predictRun(registry, 'germline', { inputSizeBytes: GB, gpuClass: 'x' });
  expect(none.warnings[0]?.message).toContain('no step of this workflow was seen on a card');
});

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, undefined, null, '5gb'])(
  'an input size of %s is refused',
  (size) => {
    expect(() => predictRun(registry, 'clinic', { inputSizeBytes: size as never })).toThrow(
      expect.objectContaining({
        code: 'predict/bad-input-size',
        message: expect.stringContaining(`${size}`),
      }),
    );
  },
);

it('a workflow or a pipeline that is not known is refused with the known names', () => {
  expect(() => predictRun(registry, 'clinics', { inputSizeBytes: 1 })).toThrow(
    expect.objectContaining({ code: 'model/unknown-workflow', message: expect.stringContaining('"clinic"') }),
  );
  expect(() => predictRun(registry, 'clinic', { inputSizeBytes: 1, pipeline: 'gpu' })).toThrow(
    expect.objectContaining({ code: 'model/unknown-pipeline' }),
  );
});

it('of a workflow seen on one class of card that one is named', async () => {
  const runs = runsOf([1, 2, 3], (gb) => ({ pipeline: 'p', jobs: jobs(gb, [], CARD) }));
  const { warnings } = predictRun((await trainModels(runs)).registry, 'p', {
    inputSizeBytes: GB,
    gpuClass: 'x',
  });
  expect(warnings[0]?.message).toContain('known: gpu-80gb-700w');
});

it('a prediction can be asked for again: the registry and the options are not changed', () => {
  const options = { inputSizeBytes: GB };
  const before = JSON.stringify(registry.model('clinic'));
  expect(predictRun(registry, 'clinic', options)).toEqual(predictRun(registry, 'clinic', options));
  expect(JSON.stringify(registry.model('clinic'))).toBe(before);
  expect(options).toEqual({ inputSizeBytes: GB });
});

it('within the sizes seen, a larger input never takes less time or memory', async () => {
  await fc.assert(
    fc.asyncProperty(
      growingRuns,
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      async (runs, p, q) => {
        const { registry: grown } = await trainModels(runs);
        const { min, max } = grown.model('germline').steps.align?.driver ?? {};
        const at = (share: number) => {
          const size = (min ?? 0) + share * ((max ?? 0) - (min ?? 0));
          return predictRun(grown, 'germline', { inputSizeBytes: size }).steps.align?.metrics;
        };
        const [small, large] = [at(Math.min(p, q)), at(Math.max(p, q))];
        for (const metric of ['duration_seconds', 'memory_rss_mb_max'] as const) {
          const value = small?.[metric]?.value ?? Number.NaN;
          expect(large?.[metric]?.value).toBeGreaterThanOrEqual(value * (1 - 1e-12));
        }
      },
    ),
    { numRuns: 150 },
  );
});

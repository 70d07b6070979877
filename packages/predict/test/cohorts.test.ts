import { type Registry, registryOf, trainModels } from '@prm/model';
import { aJob, cohortRun, expectClose, runsOf } from '@prm/testing';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { predictRun } from '../src/predict-run.ts';
import type { Prediction } from '../src/prediction.ts';
import { recommend } from '../src/recommend.ts';

const GB = 1024 ** 3;
const SEEDS = [1, 2, 3, 4, 5, 6];

/** Models of 25 cohorts of 2 to 48 samples. */
async function trained(seed: number): Promise<Registry> {
  const runs = Array.from({ length: 25 }, (_, number) => {
    const samples = Math.round(2 * 24 ** (((number * 7) % 25) / 24));
    return cohortRun({ seed: 1000 * seed + number, number, samples }).run;
  });
  return (await trainModels(runs)).registry;
}

const registries: Registry[] = [];
let registry: Registry;

beforeAll(async () => {
  for (const seed of SEEDS) registries.push(await trained(seed));
  registry = registries[0] as Registry;
});

const jointMemory = ({ steps }: Prediction): number => steps.joint?.metrics.memory_rss_mb_max?.value ?? 0;
const meanOff = (offs: readonly number[]): number => offs.reduce((sum, off) => sum + off, 0) / offs.length;

it.each([2, 8, 24, 48, 96])(
  'cohorts of %i samples: sums and the joint step, from a list of sizes',
  (samples) => {
    const off = registries.map((one, i) => {
      const { truth } = cohortRun({ seed: 77 + 1000 * (SEEDS[i] as number), samples });
      const prediction = predictRun(one, 'cohort', { samples: truth.sizes });
      return {
        coreHours: Math.abs((prediction.totals?.core_hours ?? 0) / truth.coreHours - 1),
        joint: Math.abs(jointMemory(prediction) / truth.jointMemoryMb - 1),
        makespan: Math.abs((prediction.totals?.makespan_seconds ?? 0) / truth.makespanSeconds - 1),
      };
    });
    expect(Math.max(...off.map(({ coreHours }) => coreHours))).toBeLessThan(0.2);
    expect(meanOff(off.map(({ joint }) => joint))).toBeLessThan(0.25);
    expect(meanOff(off.map(({ makespan }) => makespan))).toBeLessThan(0.25);
  },
);

it('at 96 samples also from their number and the largest alone, averaged over cohorts', () => {
  const off = registries.map((one, i) => {
    const { truth } = cohortRun({ seed: 78 + 1000 * (SEEDS[i] as number), samples: 96 });
    const prediction = predictRun(one, 'cohort', { samples: 96, inputSizeBytes: Math.max(...truth.sizes) });
    return {
      coreHours: Math.abs((prediction.totals?.core_hours ?? 0) / truth.coreHours - 1),
      joint: Math.abs(jointMemory(prediction) / truth.jointMemoryMb - 1),
    };
  });
  expect(meanOff(off.map(({ coreHours }) => coreHours))).toBeLessThan(0.2);
  expect(meanOff(off.map(({ joint }) => joint))).toBeLessThan(0.25);
});

it('a prediction says how many samples it is for, and where they come from', () => {
  const usual = predictRun(registry, 'cohort', { inputSizeBytes: 60 * GB });
  expect(usual.samples).toMatchObject({
    n: 10,
    source: 'usual',
    largest_bytes: 60 * GB,
    seen: { min: 2, median: 10, max: 48 },
    outside_seen: false,
  });
  const given = predictRun(registry, 'cohort', { samples: [2 * GB, 30 * GB, 4 * GB] });
  expect(given).toMatchObject({
    input_size_bytes: 30 * GB,
    samples: { n: 3, source: 'given', typical_bytes: 4 * GB, total_bytes: 36 * GB },
    warnings: [],
  });
  expect(given.samples).not.toHaveProperty('sizes');
});

it('the usual number is what is predicted without one', () => {
  const usual = predictRun(registry, 'cohort', { inputSizeBytes: 60 * GB });
  const given = predictRun(registry, 'cohort', { inputSizeBytes: 60 * GB, samples: 10 });
  expect(given.totals).toEqual(usual.totals);
  expect(given.steps).toEqual(usual.steps);
});

it.each([
  [1, '1 sample, runs of 2 to 48 were seen: the prediction is extrapolated'],
  [49, '49 samples, runs of 2 to 48 were seen: the prediction is extrapolated'],
])('%i samples are outside of what was seen, and that is said', (n, message) => {
  const { warnings, samples } = predictRun(registry, 'cohort', { inputSizeBytes: GB, samples: n });
  expect(warnings).toEqual([{ code: 'samples_outside_seen', message, n, min: 2, max: 48 }]);
  expect(samples?.outside_seen).toBe(true);
});

it('a step that gathers has one job whatever the number of samples, another one a sample', () => {
  const { timeline } = predictRun(registry, 'cohort', { inputSizeBytes: 60 * GB, samples: 33 });
  const instances = Object.entries(timeline ?? {}).map(([name, row]) => [name, row.instances]);
  expect(Object.fromEntries(instances)).toEqual({ align: 33, joint: 1, qc: 33, report: 1 });
});

it('the figures of a step are those of its typical job, with those of the largest beside them', () => {
  const samples = [10 * GB, 20 * GB, 90 * GB];
  const { steps } = predictRun(registry, 'cohort', { samples });
  expectClose(steps.align?.driver_size_bytes, 20 * GB, { relative: 1e-6 });
  expectClose(steps.align?.largest_job?.driver_size_bytes, 90 * GB, { relative: 1e-6 });
  expect(steps.align?.largest_job?.memory_rss_mb_max?.value).toBeGreaterThan(
    steps.align?.metrics.memory_rss_mb_max?.value ?? Number.NaN,
  );
  expect(steps.joint).not.toHaveProperty('largest_job');
});

it('sums are those of every sample: one job alone as in a run of its own', () => {
  const hours = (...samples: number[]): number =>
    predictRun(registry, 'cohort', { samples }).timeline?.align?.duration_seconds ?? 0;
  expectClose(hours(10 * GB, 20 * GB, 90 * GB), (hours(10 * GB) + hours(20 * GB) + hours(90 * GB)) / 3);
});

it('a step takes no less than its longest job', () => {
  const alone = predictRun(registry, 'cohort', { samples: [900 * GB] }).timeline?.align?.span_seconds ?? 0;
  const rest = Array.from({ length: 9 }, () => 5 * GB);
  const { timeline } = predictRun(registry, 'cohort', { samples: [900 * GB, ...rest] });
  expect(timeline?.align?.span_seconds).toBeGreaterThanOrEqual(alone * (1 - 1e-9));
});

it('the order of a list does not matter', () => {
  const { truth } = cohortRun({ seed: 5, samples: 17 });
  const forward = predictRun(registry, 'cohort', { samples: truth.sizes });
  expect(predictRun(registry, 'cohort', { samples: truth.sizes.toReversed() })).toEqual(forward);
});

it('a list longer than a thousand is summed up in groups, without a change worth telling', () => {
  const { truth } = cohortRun({ seed: 5, samples: 48 });
  const long = Array.from({ length: 4800 }, (_, i) => truth.sizes[i % 48] as number);
  const once = predictRun(registry, 'cohort', { samples: truth.sizes });
  const often = predictRun(registry, 'cohort', { samples: long });
  expectClose(often.samples?.total_bytes, 100 * (once.samples?.total_bytes ?? 0), { relative: 1e-9 });
  expectClose(often.timeline?.align?.duration_seconds, once.timeline?.align?.duration_seconds, {
    relative: 0.01,
  });
});

const size = fc.integer({ min: 1, max: 200 }).map((gb) => gb * GB);
const atMost = (less: number | undefined, more: number | undefined) =>
  expect(more ?? Number.NaN).toBeGreaterThanOrEqual((less ?? Number.NaN) * (1 - 1e-9));

it('more samples never take fewer core hours', () => {
  const hours = (options: object) => predictRun(registry, 'cohort', options).totals?.core_hours;
  fc.assert(
    fc.property(fc.array(size, { minLength: 1, maxLength: 60 }), size, (samples, another) => {
      atMost(hours({ samples }), hours({ samples: [...samples, another] }));
    }),
    { numRuns: 100 },
  );
  fc.assert(
    fc.property(size, fc.integer({ min: 1, max: 150 }), (inputSizeBytes, samples) => {
      atMost(hours({ inputSizeBytes, samples }), hours({ inputSizeBytes, samples: samples + 1 }));
    }),
    { numRuns: 100 },
  );
});

it('a larger sample never takes fewer core hours', () => {
  const hours = (inputSizeBytes: number, samples: number) =>
    predictRun(registry, 'cohort', { inputSizeBytes, samples }).totals?.core_hours;
  fc.assert(
    fc.property(size, size, fc.integer({ min: 1, max: 150 }), (a, b, n) => {
      atMost(hours(Math.min(a, b), n), hours(Math.max(a, b), n));
    }),
    { numRuns: 100 },
  );
});

it('advice for a size is for the largest sample of a step that is run for each, and for all of one that gathers', () => {
  const { steps } = recommend(registry, 'cohort', { inputSizeBytes: 60 * GB });
  const usual = predictRun(registry, 'cohort', { inputSizeBytes: 60 * GB });
  expectClose(steps.align?.[0]?.driver_size_bytes, 60 * GB, { relative: 1e-6 });
  expectClose(steps.joint?.[0]?.driver_size_bytes, usual.steps.joint?.driver_size_bytes);
});

it.each([0, -1, 1.5, Number.NaN, 100_001])('%s samples are refused', (samples) => {
  expect(() => predictRun(registry, 'cohort', { inputSizeBytes: GB, samples })).toThrow(
    expect.objectContaining({
      code: 'predict/bad-samples',
      message: expect.stringContaining(`${samples} samples`),
    }),
  );
});

it.each([[[]], [[GB, 0]], [[GB, Number.NaN]], [[-1]], [[Number.POSITIVE_INFINITY]]])(
  'a list of sizes %j is refused',
  (samples) => {
    expect(() => predictRun(registry, 'cohort', { samples })).toThrow(
      expect.objectContaining({ code: 'predict/bad-samples' }),
    );
  },
);

it('a number without a size is refused, and a size beside a list', () => {
  expect(() => predictRun(registry, 'cohort', { samples: 3 })).toThrow(
    expect.objectContaining({ code: 'predict/bad-input-size' }),
  );
  expect(() => predictRun(registry, 'cohort', { samples: [GB], inputSizeBytes: GB })).toThrow(
    expect.objectContaining({ code: 'predict/bad-samples' }),
  );
});

it('a model of the reference says that it does not know samples, and predicts as without', async () => {
  const runs = [4, 8, 15].map((samples, number) => cohortRun({ seed: number, number, samples }).run);
  const { registry: reference } = await trainModels(runs, { method: 'reference' });
  const { warnings, samples, totals } = predictRun(reference, 'cohort', { samples: [GB, 2 * GB] });
  expect(warnings).toMatchObject([{ code: 'samples_unknown' }]);
  expect(samples).toBe(null);
  const without = predictRun(reference, 'cohort', { inputSizeBytes: 2 * GB });
  expect(totals).toEqual(without.totals);
  expect(without.warnings).toEqual([]);
});

/** Chains of one sample a run. */
const single = runsOf([1, 2, 3, 5, 8, 13], (gb) => ({
  pipeline: 'one',
  jobs: [
    aJob({ id: 'A', inputBytes: gb * GB, durationSeconds: 60 * gb, memMb: 900 * gb }),
    aJob({ id: 'S', snippet: 'sort', submitted: 60 * gb, inputBytes: 0.4 * gb * GB, dependencies: ['A'] }),
  ],
}));

it('runs of one sample are predicted as by a model that does not know samples', async () => {
  const { registry: known } = await trainModels(single);
  const model = known.model('one');
  expect(model.pipelines.one?.samples?.n).toEqual({ min: 1, median: 1, max: 1 });
  const ofSamples = ['samples', 'once_a', 'instances_per_sample', 'span_growth', 'base'];
  const text = JSON.stringify(model, (key, value) => (ofSamples.includes(key) ? undefined : value));
  const options = { inputSizeBytes: 4 * GB };
  const { samples, ...prediction } = predictRun(known, 'one', options);
  expect(samples).toMatchObject({ n: 1, source: 'usual', total_bytes: 4 * GB });
  const plain = registryOf([JSON.parse(text)]);
  expect(predictRun(plain, 'one', options)).toEqual({ ...prediction, samples: null });
});

it('of runs of one sample several are that many', async () => {
  const { registry: known } = await trainModels(single);
  const hours = (options: object) => predictRun(known, 'one', options).totals?.gb_hours ?? 0;
  expectClose(hours({ inputSizeBytes: 4 * GB, samples: 6 }), 6 * hours({ inputSizeBytes: 4 * GB }));
});

it('the same cohorts in another order give the same model', async () => {
  const runs = [2, 9, 5, 30, 14, 3].map(
    (samples, number) => cohortRun({ seed: number, number, samples }).run,
  );
  const text = async (all: readonly unknown[]) => JSON.stringify((await trainModels(all)).models);
  expect(await text(runs.toReversed())).toBe(await text(runs));
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { aJob, anyRuns, aRun, runsOf } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringifyModel } from '../src/format/parse-model.ts';
import type { WorkflowModel } from '../src/format/workflow-model.ts';
import { type Training, type TrainModelsOptions, trainModels } from '../src/training/train-models.ts';
import { temporaryFolder } from './folders.ts';

/** Ten runs of 2026-01-01 to 10, of version 1 until the sixth; run n takes 100 + n MB. */
const ten = runsOf(Array.from({ length: 10 }).fill(null), (_, n) => ({
  pipeline: 'p',
  module: `/reg/registry/lab/mod:${n < 6 ? 1 : 2}`,
  jobs: [
    aJob({
      id: `A${n}`,
      snippet: 'align',
      memMb: 100 + n,
      inputBytes: 5e9,
      requirements: { mem: `${n + 1}gb` },
    }),
    aJob({
      id: `S${n}`,
      snippet: 'sort',
      memMb: 200,
      inputBytes: 5e9,
      submitted: 60,
      dependencies: [`A${n}`],
    }),
  ],
}));

async function modelOf(options: TrainModelsOptions, runs: readonly unknown[] = ten): Promise<WorkflowModel> {
  const { models } = await trainModels(runs, options);
  return models[0] as WorkflowModel;
}

/** Runs, samples of align, and their smallest and largest memory. */
async function learned(options: TrainModelsOptions): Promise<unknown[]> {
  const { runs, steps } = await modelOf({ minStepSamples: 1, ...options });
  const memory = steps.align?.metrics.memory_rss_mb_max;
  return [runs.total, steps.align?.n_samples, memory?.y.min, memory?.y.max];
}

it('--exclude leaves out runs by their id, with all that they hold', async () => {
  expect(await learned({ exclude: ['0', '9'] })).toEqual([8, 8, 101, 108]);
  const { quality } = await trainModels(ten, { exclude: ['0', '9'] });
  expect(quality).toMatchObject({ n_runs: 10, n_excluded_runs: 2, n_excluded_jobs: 0, notes: [] });
});

it('--exclude leaves out jobs by their id: no samples, but the run is whole', async () => {
  expect(await learned({ exclude: ['A9', 'A0'] })).toEqual([10, 8, 101, 108]);
  const all = await modelOf({});
  const rest = await modelOf({ exclude: ['A9', 'A0'] });
  expect(rest.steps.sort).toEqual(all.steps.sort);
  const shape = ({ pipelines }: WorkflowModel): unknown => ({ ...pipelines.p, driver_scale: null });
  expect(shape(rest)).toEqual(shape(all));
  expect(rest.runs).toEqual(all.runs);
  // Nor does what such a job asked for count: the latest request is that of run 8.
  expect([all, rest].map(({ steps }) => steps.align?.requirements?.mem_mb)).toEqual([10 * 1024, 9 * 1024]);
});

it('--exclude leaves out the jobs of a step in the runs of a version', async () => {
  expect(await learned({ exclude: ['align@1'] })).toEqual([10, 4, 106, 109]);
  const { quality, models } = await trainModels(ten, { exclude: ['align@1'] });
  expect(quality).toMatchObject({ n_excluded_runs: 0, n_excluded_jobs: 6 });
  expect(models[0]?.steps.sort?.n_samples).toBe(10);
  expect(models[0]?.pipelines.p).toMatchObject({ entry_steps: ['align'], partial_runs: 0 });
});

it('an entry that names nothing is noted', async () => {
  const { quality } = await trainModels(ten, { exclude: ['nobody', 'align@7', '0'] });
  expect(quality.notes).toEqual(
    ['align@7', 'nobody'].map((path) => ({
      path,
      code: 'model/unknown-exclusion',
      reason: expect.any(String),
    })),
  );
});

it('--since leaves out runs that were over before a date or a time', async () => {
  expect(await learned({ since: '2026-01-05' })).toEqual([6, 6, 104, 109]);
  // Runs last from 8:00 to 8:02, and the fifth is of the fifth.
  expect(await learned({ since: '2026-01-05T08:02:00' })).toEqual([6, 6, 104, 109]);
  expect(await learned({ since: '2026-01-05T08:02:01' })).toEqual([5, 5, 105, 109]);
  const { quality } = await trainModels(ten, { since: '2026-01-05' });
  expect(quality.n_runs_before_since).toBe(4);
});

it('a run without a completion counts from its submission, one without any time is left out', async () => {
  const running = (number: number, submitted: number | null) =>
    aRun({ number, pipeline: 'p', jobs: [aJob({ status: 'running', submitted, snippet: 'call' })] });
  const runs = [...ten, running(20, 0), running(2, 0), running(21, null)];
  const training = await trainModels(runs, { since: '2026-01-05', identity: 'pipeline' });
  expect(training.models[0]?.runs.total).toBe(7);
  expect(training.quality.n_runs_before_since).toBe(6);
});

it('--last keeps the most recent runs of each workflow', async () => {
  expect(await learned({ last: 3 })).toEqual([3, 3, 107, 109]);
  const other = runsOf([1, 2], (n) => ({ id: `q${n}`, pipeline: 'q', jobs: [aJob({ id: `Q${n}` })] }));
  const { models, quality } = await trainModels([...ten, ...other], { last: 3, minStepSamples: 1 });
  expect(models.map(({ key, runs }) => [key, runs.total])).toEqual([
    ['mod', 3],
    ['q', 2],
  ]);
  expect(quality.n_runs_beyond_last).toBe(7);
  expect(await learned({ last: 10 })).toEqual([10, 10, 100, 109]);
});

it('--last counts what is left of the others', async () => {
  expect(await learned({ last: 3, exclude: ['8', 'A9'], since: '2026-01-02' })).toEqual([3, 2, 106, 107]);
});

it('a run without a completion is as recent as its submission, not the most recent of all', async () => {
  const running = aRun({ number: 3, id: 'r', pipeline: 'p', jobs: [aJob({ id: 'R', status: 'running' })] });
  const { models } = await trainModels([...ten, running], { last: 4, identity: 'pipeline' });
  expect(models[0]?.steps.align?.n_samples).toBe(4);
});

it('a sample that stands in an older run too counts when that one is left out', async () => {
  const undated = (number: number) =>
    aRun({
      number,
      pipeline: 'p',
      jobs: [aJob({ completed: null, submitted: null, started: null }), aJob({ id: `T${number}` })],
    });
  const runs = [undated(0), undated(1)];
  const samples = async (last?: number) =>
    (await modelOf({ minStepSamples: 1, ...(last === undefined ? {} : { last }) }, runs)).steps.align
      ?.n_samples;
  expect(await samples()).toBe(3);
  expect(await samples(1)).toBe(2);
});

it('what was left out is told in the index, and only where something was asked for', async () => {
  const folder = temporaryFolder();
  const index = async (options: TrainModelsOptions) => {
    await trainModels(ten, { out: folder, ...options });
    return JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  };
  const plain = await index({});
  expect(await index({ exclude: [] })).toEqual(plain);
  expect(JSON.stringify(plain)).not.toMatch(/exclude|since|last"|beyond/);
  const { options, quality } = await index({ exclude: ['A1', '0', 'A1'], since: '2026-01-02', last: 5 });
  expect(options).toMatchObject({ exclude: ['0', 'A1'], since: '2026-01-02', last: 5 });
  expect(quality).toMatchObject({
    n_runs: 10,
    n_excluded_runs: 1,
    n_excluded_jobs: 1,
    n_runs_before_since: 0,
    n_runs_beyond_last: 4,
  });
});

it('leaving everything out leaves the old models, and says why', async () => {
  const training = trainModels(ten, { exclude: ['0'], since: '2027-01-01' });
  await expect(training).rejects.toMatchObject({
    code: 'model/nothing-to-train',
    message: expect.stringContaining('10 runs left out as asked'),
  });
});

it.each([
  { last: 0 },
  { last: -1 },
  { last: 1.5 },
  { last: Number.NaN },
  { since: '' },
  { since: 'yesterday' },
  { since: '2026-02-30' },
  { since: '2026-01-01T25:00' },
])('an option that cannot be meant is refused with what is expected: %o', async (options) => {
  await expect(trainModels(ten, options)).rejects.toMatchObject({
    code: 'model/bad-option',
    message: expect.stringMatching(/expected a (whole number from 1|date such as 2026-01-31)/),
  });
});

it('both methods leave out the same', async () => {
  const options = { exclude: ['A1', '0', 'sort@2'], since: '2026-01-03', last: 5 };
  const counts = async (method: 'robust' | 'reference') => {
    const { models, quality } = await trainModels(ten, { ...options, method });
    const samples = Object.values(models[0]?.steps ?? {}).map(({ n_samples }) => n_samples);
    return [models[0]?.runs, samples, quality];
  };
  expect(await counts('reference')).toEqual(await counts('robust'));
});

it('what is left is learned the same, byte for byte, in whatever order runs and entries come', async () => {
  const bytes = ({ models, quality }: Training): string =>
    models.map(stringifyModel).join('') + JSON.stringify(quality);
  const exclude = ['0', '3', 'J1', 'nobody', 'align@1'];
  const options = { minStepSamples: 1, since: '2026-01-02T09:00', last: 2 };
  const attempt = (runs: readonly unknown[], entries: readonly string[]): Promise<string> =>
    trainModels(runs, { ...options, exclude: entries }).then(bytes, String);
  await fc.assert(
    fc.asyncProperty(anyRuns, async (runs) => {
      expect(await attempt(runs.toReversed(), exclude.toReversed())).toBe(await attempt(runs, exclude));
    }),
    { numRuns: 100 },
  );
});

import { aJob, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import { modelOf } from './training.ts';

const GB = 1e9;

/** A run of `entry` with the input, and of `step` with the drivers, which wait for it. */
function run(pipeline: string, input: number, drivers: readonly number[]) {
  const entry = aJob({ id: 'E', snippet: 'entry', inputBytes: input });
  const jobs = drivers.map((inputBytes, i) =>
    aJob({ id: `S${i}`, snippet: 'step', inputBytes, dependencies: ['E'] }),
  );
  return { pipeline, module: 'm', jobs: [entry, ...jobs] };
}

it("a run is paired once, with the median driver of the step's jobs in it", async () => {
  const model = await modelOf(
    runsOf([1, 2], (n) => run('p', n * GB, [0.1 * n * GB, 0.2 * n * GB, 0.25 * n * GB])),
  );
  expect(model.steps.step?.driver_scale).toMatchObject({ kind: 'ratio', b: 0.2, n: 2 });
});

it("a pipeline with five pairs has a scale of its own, and one with fewer uses the step's", async () => {
  const inputs = [1, 2, 3, 4, 5];
  const p = inputs.map((n) => run('p', n * GB, [0.1 * n * GB]));
  const q = inputs.slice(1).map((n) => run('q', n * GB, [0.4 * n * GB]));
  const model = await modelOf(runsOf([...p, ...q], (facts) => facts));
  expect(model.pipelines.p?.driver_scale).toMatchObject({
    entry: { kind: 'ratio', b: 1, n: 5 },
    step: { kind: 'ratio', b: 0.1, n: 5 },
  });
  expect(model.pipelines.q?.driver_scale).toEqual({});
  expect(model.steps.step?.driver_scale).toMatchObject({ n: 9 });
});

it('the entry step follows the run one to one', async () => {
  const model = await modelOf(runsOf([1, 2, 3, 4, 5], (n) => run('p', n * GB, [n * GB])));
  expect(model.steps.entry?.driver_scale).toMatchObject({ kind: 'ratio', a: 0, b: 1, n: 5, r2_loo: 1 });
});

it("a constant scale of a pipeline is the median driver of that pipeline's samples", async () => {
  const inputs = [1, 2, 3, 4, 5];
  const model = await modelOf(
    runsOf(
      [...inputs.map((n) => run('p', n * GB, [3e6])), ...inputs.map((n) => run('q', n * GB, [9e6]))],
      (facts) => facts,
    ),
  );
  expect(model.pipelines.p?.driver_scale.step).toMatchObject({ kind: 'constant', a: 3e6 });
  expect(model.pipelines.q?.driver_scale.step).toMatchObject({ kind: 'constant', a: 9e6 });
});

it('runs without a run driver make no pair, but their drivers count for the median', async () => {
  const alone = (driver: number) => ({
    pipeline: 'p',
    jobs: [aJob({ id: 'S', snippet: 'step', outputBytes: driver })],
  });
  const model = await modelOf(runsOf([1e6, 2e6, 9e6], alone));
  expect(model.steps.step?.driver_scale).toMatchObject({ kind: 'constant', a: 2e6, n: 0 });
  expect(model.steps.step?.driver.source).toBe('output');
});

it('a step without a driver has no scale', async () => {
  const model = await modelOf(runsOf([1], () => ({ pipeline: 'p', jobs: [aJob()] })));
  expect(model.steps.align?.driver_scale).toBeNull();
  expect(model.steps.align?.driver).toEqual({ source: null, min: null, median: null, p95: null, max: null });
});

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { casePath, expectClose, notFinite } from '@prm/testing';
import { expect, it } from 'vitest';
import { own } from '../src/format/own.ts';
import type { StepModel, WorkflowModel } from '../src/format/workflow-model.ts';
import { openRegistry } from '../src/registry/open-registry.ts';
import { type Training, type TrainModelsOptions, trainModels } from '../src/training/train-models.ts';
import { temporaryFolder } from './folders.ts';

// What each case is about, and why its values are right, is told in the expected.md beside its input.

const GB = 1024 ** 3;
const METHODS = ['robust', 'reference'] as const;

async function train(path: readonly string[], options: TrainModelsOptions = {}): Promise<Training> {
  return trainModels(casePath(...path), { minStepSamples: 1, ...options });
}

/** The model of the only workflow, and of its step align. */
async function align(path: string | readonly string[], options: TrainModelsOptions = {}): Promise<StepModel> {
  const { models } = await train([path].flat(), options);
  expect(models).toHaveLength(1);
  expect(notFinite(models)).toEqual([]);
  return (models[0] as WorkflowModel).steps.align as StepModel;
}

it('B14: a zero among the durations does not break the line, nor does the job of unknown size', async () => {
  const { metrics, n_samples, n_with_driver } = await align('B14');
  // Zero seconds in one sample of the monitor are half a second.
  expect(metrics.duration_seconds).toMatchObject({ kind: 'linear', n_distinct_x: 5 });
  expect([n_samples, n_with_driver]).toEqual([6, 5]);
  expectClose((metrics.duration_seconds?.b ?? 0) * GB, 20, { relative: 0.002 });
  expectClose(metrics.duration_seconds?.a, -20, { relative: 0.02 });
});

it.each(METHODS)('B15: inputs of one size give the median, and say why (%s)', async (method) => {
  const { metrics } = await align('B15', { method });
  expect(metrics.duration_seconds).toMatchObject({
    kind: 'constant',
    a: 100,
    b: 0,
    r2_loo: 0,
    spearman: null,
  });
  // Steps are not tried on so few jobs, whatever their sizes.
  const tried = metrics.duration_seconds?.candidates.filter(({ kind }) => kind !== 'steps') ?? [];
  const reasons = tried.map(({ rejected }) => rejected);
  expect(reasons).toEqual(reasons.map(() => 'too-few-distinct-x'));
  expect(reasons.length).toBeGreaterThanOrEqual(2);
});

it('B16: durations that are all the same are a constant without a spread, not a line through rounding', async () => {
  const { models } = await train(['B16']);
  const steps = models[0]?.steps;
  expect(steps?.fixed?.metrics.duration_seconds).toMatchObject({ kind: 'constant', a: 3600, r2_loo: 0 });
  expect(steps?.tiny?.metrics.duration_seconds).toMatchObject({
    kind: 'constant',
    a: 301.1,
    r2_loo: 0,
    residuals: { n: 7, mad: 0 },
  });
});

it('B20: memory that a line takes below zero is still a line, and the observed range is kept with it', async () => {
  const { metrics } = await align('B20', { method: 'reference' });
  expect(metrics.memory_rss_mb_max).toMatchObject({ kind: 'linear', y: { min: 1500 } });
  expectClose([(metrics.memory_rss_mb_max?.b ?? 0) * GB, metrics.memory_rss_mb_max?.a], [248, -940]);
});

it('B21: NaN and infinities of Python are missing values; the rest of those jobs counts', async () => {
  const { metrics, n_samples } = await align(['B21', 'runtime.json']);
  expect(n_samples).toBe(6);
  expect(metrics.duration_seconds).toMatchObject({ kind: 'constant', a: 540, n: 6 });
  expect(metrics.memory_rss_mb_max).toMatchObject({ kind: 'constant', a: 2000, n: 5 });
  // The same run as YAML, and both together: two dumps of one run.
  expect(await align(['B21', 'same.yaml'])).toEqual(await align(['B21', 'runtime.json']));
  expect(await align('B21')).toEqual(await align(['B21', 'runtime.json']));
});

it('B22: sizes beyond 2^53 are sizes', async () => {
  const { driver, metrics } = await align(['B22', 'runtime.json']);
  expect(driver.min).toBe(2 ** 53);
  expect(metrics.duration_seconds).toMatchObject({ kind: 'constant', a: 3000, n_distinct_x: 4 });
});

it('B27: names of Object.prototype are jobs, steps and workflows like others, also on disk', async () => {
  const out = temporaryFolder();
  const { registry } = await train(['B27', 'proto.json'], { out });
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  for (const known of [registry, openRegistry(out)]) {
    expect(known.keys).toEqual(['hasOwnProperty']);
    const { steps, pipelines } = known.model('hasOwnProperty');
    expect(Object.keys(steps)).toEqual(['__proto__', 'constructor']);
    const byName = new Map(Object.entries(steps));
    expect(byName.get('constructor')?.metrics.duration_seconds?.a).toBe(600);
    expect(byName.get('__proto__')?.metrics.duration_seconds?.a).toBe(300);
    expect(byName.get('__proto__')?.requirements).toEqual({
      ncpu: null,
      mem_mb: 4096,
      time_seconds: null,
      gpu: null,
    });
    // The dependency is on the job that is called toString, whose step is __proto__.
    expect(Object.keys(pipelines)).toEqual(['hasOwnProperty']);
    const timeline = own(pipelines, 'hasOwnProperty')?.timeline ?? {};
    expect(own(timeline, 'constructor')?.after).toEqual(['__proto__']);
  }
});

it('B27: a merged mapping brings in a name, not a prototype', async () => {
  const { models } = await train(['B27', 'merge.yaml']);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  expect(Object.keys(models[0]?.steps ?? {})).toEqual(['valueOf']);
  expect(models[0]?.steps.valueOf).toMatchObject({ n_samples: 1, metrics: { duration_seconds: { a: 600 } } });
});

it('B28: every workflow name has its own file inside the folder, and its own model', async () => {
  const above = temporaryFolder();
  const out = join(above, 'models');
  await train(['B28', 'runs'], { out, identity: 'pipeline' });
  expect(readdirSync(above)).toEqual(['models']);
  expect(readdirSync(dirname(above)).filter((name) => name.includes('escape'))).toEqual([]);
  const names: { pipeline_name: string }[] = JSON.parse(readFileSync(casePath('B28', 'names.json'), 'utf8'));
  const registry = openRegistry(out);
  // The run without a name is taken for the first of the pipelines that are all alike.
  const [nameless, guessed] = [4, 12];
  expect([...registry.keys].sort()).toEqual(
    names
      .map(({ pipeline_name }) => pipeline_name)
      .filter((_, i) => i !== nameless)
      .sort(),
  );
  for (const [i, { pipeline_name }] of names.entries()) {
    if (i === nameless || i === guessed) continue;
    expect(registry.model(pipeline_name).steps.align?.metrics.duration_seconds?.a).toBe(100 + i);
  }
  const files = readdirSync(out).map((file) => file.toLowerCase());
  expect(new Set(files).size).toBe(names.length - 1 + 1); // and the index
});

it('B33: a cached job, with neither time nor samples, is no measurement', async () => {
  const { models } = await train(['B33'], { identity: 'pipeline' });
  expect(models[0]?.steps.b).toMatchObject({
    n_samples: 2,
    metrics: { duration_seconds: { kind: 'constant', a: 3600, n: 1 } },
  });
  expect(models[0]?.quality.steps.b?.n_without_duration).toBe(1);
});

it("B33: the pause of a resumed run is a lag before the step it paused, and no one's duration", async () => {
  const { models } = await train(['B33', 'resumed.json'], { identity: 'pipeline' });
  const steps = Object.values(models[0]?.steps ?? {});
  const work = steps.reduce((sum, { metrics }) => sum + (metrics.duration_seconds?.a ?? 0), 0);
  expect(work).toBe(18_000);
  const timeline = Object.values(models[0]?.pipelines.demo?.timeline ?? {});
  expect(timeline.map(({ lag_seconds }) => lag_seconds)).toEqual([5, 0, 86_400, 0, 0]);
});

it('B35: only the last attempt is a sample; what an earlier one used up to its death is a lower bound', async () => {
  const { n_samples, metrics, failures } = await align('B35');
  expect(n_samples).toBe(4);
  expect(metrics.memory_rss_mb_max).toMatchObject({ kind: 'constant', a: 3850, y: { max: 6100 } });
  expect(metrics.duration_seconds).toMatchObject({ a: 1800 });
  expect(failures).toMatchObject({ n_failed: 1, n_oom: 1, max_mem_mb_at_oom: 4050 });
});

it("B40: jobs shorter than the monitor's interval neither win the fit nor lower the rest", async () => {
  const { metrics } = await align('B40');
  expect(metrics.duration_seconds).toMatchObject({ kind: 'constant', a: 40 });
  expect(metrics.memory_rss_mb_max).toMatchObject({ kind: 'constant', a: 2000 });
  expect(metrics.cpu_percent_max).toMatchObject({ kind: 'constant', a: 99, n: 4 });
});

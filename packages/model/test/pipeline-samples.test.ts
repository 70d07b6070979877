import { aJob, aRun, type BuiltJob, cohortRun, expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import type { PipelineSamples } from '../src/format/workflow-model.ts';
import { pipelineFacts } from '../src/training/pipeline-facts.ts';
import { learnSamples } from '../src/training/pipeline-samples.ts';
import type { SampleSizes } from '../src/training/sample-sizes.ts';
import { gather, modelOf } from './training.ts';

async function sizesOf(...jobs: BuiltJob[]): Promise<SampleSizes | undefined> {
  const { table, runs } = await gather([aRun({ pipeline: 'p', jobs })]);
  return [...pipelineFacts(table, runs, new Set()).sampleSizes.values()][0];
}

const read = (id: string, inputBytes?: number, facts: object = {}) =>
  aJob({ id, snippet: id.slice(0, 1), ...(inputBytes === undefined ? {} : { inputBytes }), ...facts });

it('the samples of a run are the inputs of its entry step', async () => {
  const join = read('j', 3e6, { dependencies: ['a1', 'a2', 'a3'] });
  expect(await sizesOf(read('a1', 3e6), read('a2', 9e6), read('a3', 5e6), join)).toEqual({
    n: 3,
    largest: 9e6,
    typical: 5e6,
    total: 17e6,
    sizes: [3e6, 9e6, 5e6],
  });
});

it('steps that read the same samples are counted once', async () => {
  const both = [read('a1', 4e6), read('a2', 6e6), read('b1', 4e6), read('b2', 6e6)];
  expect(await sizesOf(...both)).toMatchObject({ n: 2, total: 10e6 });
});

it('a sample of unknown size counts as a typical one', async () => {
  expect(await sizesOf(read('a1', 4e6), read('a2', 6e6), read('a3'))).toMatchObject({
    n: 3,
    typical: 5e6,
    total: 15e6,
    sizes: [4e6, 6e6],
  });
});

it('a run of one sample has one size', async () => {
  expect(await sizesOf(read('a1', 4e6))).toMatchObject({ n: 1, largest: 4e6, typical: 4e6, total: 4e6 });
});

const sizes = (...all: number[]): SampleSizes => ({
  n: all.length,
  largest: Math.max(...all),
  typical: all.toSorted((a, b) => a - b)[(all.length - 1) / 2] as number,
  total: all.reduce((sum, size) => sum + size, 0),
  sizes: all,
});

it('counts are summed up, sizes kept as multiples of the typical one of their run', () => {
  expect(learnSamples([sizes(2, 4, 8), sizes(5), sizes(10, 20, 10)])).toMatchObject({
    runs: 3,
    n: { min: 1, median: 3, max: 3 },
    largest_ratio: 2,
    ratios: [0.5, 1, 1, 1, 2, 2],
  });
});

it('runs of one sample each tell nothing of how sizes differ', () => {
  expect(learnSamples([sizes(2), sizes(5)])).toEqual({
    runs: 2,
    n: { min: 1, median: 1, max: 1 },
    largest_spread: 0,
    largest_weight: 1,
    typical_bytes: null,
    largest_ratio: 1,
    ratios: [],
  });
  expect(learnSamples([])).toBe(null);
});

it('where runs differ by size and their samples do not, the largest tells all', () => {
  const alike = [10, 20, 40, 80, 160].map((size) => sizes(size * 0.9, size, size * 1.1));
  expect(learnSamples(alike)).toMatchObject({ largest_weight: 1, typical_bytes: 40 });
});

it('where the typical size is always the same, what is usual counts too, but not more than the largest', () => {
  const usual = [11, 20, 40, 80, 160].map((largest) => sizes(5, 10, largest));
  expect(learnSamples(usual)).toMatchObject({ largest_weight: 0.5, typical_bytes: 10 });
  expect(learnSamples(usual.slice(1))?.largest_weight).toBe(1); // four runs are too few to tell
});

async function cohorts(spread: number): Promise<PipelineSamples | undefined> {
  const runs = Array.from({ length: 24 }, (_, number) =>
    cohortRun({ seed: number + 1, number, samples: 3 + 2 * number, spread }),
  );
  return (await modelOf(runs.map(({ run }) => run))).pipelines.cohort?.samples;
}

it('of lognormal sizes the spread of the largest is about their own, and the mean ratio is kept', async () => {
  const samples = await cohorts(0.4);
  expect(samples?.ratios).toHaveLength(20);
  expectClose(samples?.largest_spread, 0.4, { relative: 0.25 });
  const mean = (samples?.ratios ?? []).reduce((sum, ratio) => sum + ratio, 0) / 20;
  expectClose(mean, Math.exp(0.4 ** 2 / 2), { relative: 0.05 });
});

it('a spread wider than any is bounded', async () => {
  expect((await cohorts(3))?.largest_spread).toBe(1.2);
});

it('a model of the reference tells nothing of samples', async () => {
  const { run } = cohortRun({ seed: 1, samples: 4 });
  const { pipelines } = await modelOf([run], { method: 'reference' });
  expect(pipelines.cohort).not.toHaveProperty('samples');
  expect(JSON.stringify(pipelines)).not.toMatch(/once_a|span_growth|"base"/);
});

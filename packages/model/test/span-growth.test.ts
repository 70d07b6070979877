import { evaluateFamily } from '@prm/regression';
import { cohortRun, expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import type { Placement } from '../src/training/placements.ts';
import { learnSpanGrowth } from '../src/training/span-growth.ts';
import { modelOf } from './training.ts';

const COUNTS = [1, 2, 4, 6, 8, 12, 16, 24, 32, 48];

function placed(factor: (instances: number) => number, counts: readonly number[] = COUNTS): Placement[] {
  return counts.map((instances) => ({
    start: 0,
    end: 1,
    firstEnd: 1,
    instances,
    spanFactor: factor(instances),
  }));
}

it('instances that all run at a time take as long as one', () => {
  expect(learnSpanGrowth(placed(() => 1))).toEqual({ kind: 'constant', a: 1, b: 0, max_instances: 48 });
});

it('instances that wait for each other take as many times as long', () => {
  const growth = learnSpanGrowth(placed((n) => n));
  expect(growth?.kind).toBe('linear');
  expectClose([growth?.a, growth?.b], [0, 1], { absolute: 1e-9 });
});

it('a queue that lets eight run at a time is found', () => {
  const growth = learnSpanGrowth(placed((n) => Math.max(1, n / 8)));
  if (growth === null) throw new Error('no growth');
  expectClose(evaluateFamily(growth, 96), 12, { relative: 0.1 });
});

it('four different numbers of instances are too few, and a span of no time tells nothing', () => {
  expect(learnSpanGrowth(placed((n) => n, [1, 2, 4, 6, 6, 6]))).toBe(null);
  expect(learnSpanGrowth(placed((n) => (n === 1 ? Number.NaN : n), [1, 2, 4, 6, 8]))).toBe(null);
});

it('a span that shortens with more instances is a constant', () => {
  expect(learnSpanGrowth(placed((n) => 1 + 10 / n))?.kind).toBe('constant');
});

it('in a timeline it is that of steps that are run for each sample', async () => {
  const runs = COUNTS.map((samples, number) => cohortRun({ seed: number, number, samples, slots: 4 }).run);
  const { align, joint } = (await modelOf(runs)).pipelines.cohort?.timeline ?? {};
  expect(align).toMatchObject({
    once_a: 'sample',
    instances_per_sample: 1,
    span_growth: { max_instances: 48 },
  });
  expect(joint?.once_a).toBe('run');
  expect(joint).not.toHaveProperty('span_growth');
  expect(joint).not.toHaveProperty('instances_per_sample');
});

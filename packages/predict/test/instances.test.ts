import type { StepTiming } from '@prm/model';
import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { instancesOf } from '../src/instances.ts';

function timing(facts: Partial<StepTiming>): StepTiming {
  return {
    start_offset_seconds: 0,
    after: [],
    after_first: [],
    lag_seconds: 0,
    instances: 8,
    span_factor: 2,
    wall_span_seconds: null,
    n: 5,
    once_a: 'sample',
    instances_per_sample: 1,
    ...facts,
  };
}

it('a step that gathers, or of which nothing is known, keeps its usual instances', () => {
  const { once_a: _, instances_per_sample: __, ...unknown } = timing({});
  const usual = { instances: 8, spanFactor: 2 };
  expect(instancesOf(unknown, 50)).toEqual(usual);
  expect(instancesOf(timing({ once_a: 'run' }), 50)).toEqual(usual);
  expect(instancesOf(timing({}), null)).toEqual(usual);
  expect(instancesOf(timing({}), 8)).toEqual(usual);
});

it('a step that is run for each sample has its jobs for each', () => {
  expect(instancesOf(timing({ instances_per_sample: 24 }), 3).instances).toBe(72);
  expect(instancesOf(timing({ instances_per_sample: 0.5 }), 6).instances).toBe(3);
});

it('without a curve more instances take longer as those seen did', () => {
  expectClose(instancesOf(timing({}), 64).spanFactor, 4); // 8 took twice as long as one: 64 four times
  expect(instancesOf(timing({ span_factor: 1 }), 64).spanFactor).toBe(1);
  expect(instancesOf(timing({}), 1).spanFactor).toBe(1);
  expect(instancesOf(timing({ instances: 1, span_factor: 1 }), 64).spanFactor).toBe(1);
  expectClose(instancesOf(timing({ span_factor: 20 }), 16).spanFactor, 40);
});

it('a curve is followed, from one instance on', () => {
  const floor = { kind: 'floor', a: 0, b: 1 / 8, knee: 8, max_instances: 48 } as const;
  const of = (n: number) => instancesOf(timing({ span_growth: floor }), n).spanFactor;
  expect([of(1), of(8), of(16), of(96)]).toEqual([1, 1, 2, 12]);
  const low = { kind: 'constant', a: 0.9, b: 0, max_instances: 48 } as const;
  expect(instancesOf(timing({ span_growth: low }), 4).spanFactor).toBe(1);
});

it('beyond the most seen a curve grows no faster than instances do', () => {
  const steep = { kind: 'power', a: 1, b: 3, ln_a: 0, max_instances: 4 } as const;
  expectClose(instancesOf(timing({ span_growth: steep }), 8).spanFactor, 128);
});

import { aJob } from '@prm/testing';
import { expect, it } from 'vitest';
import { elapsedOf } from '../src/elapsed.ts';
import { runOf } from './models.ts';

function spans(...times: readonly (readonly [number | null, number | null])[]) {
  return elapsedOf(
    runOf(
      times.map(([started, completed], i) =>
        aJob({ id: `J${i}`, durationSeconds: null, started, completed }),
      ),
    ),
  );
}

it('elapsed is from the first start to the last end, idle what no job ran of it', () => {
  expect(spans([0, 100], [150, 200])).toEqual({ elapsed: 200, idle: 50 });
  expect(spans([150, 200], [0, 100], [400, 500])).toEqual({ elapsed: 500, idle: 250 });
});

it('overlapping and nested jobs leave no gap', () => {
  expect(spans([0, 100], [50, 300], [60, 70], [300, 310])).toEqual({ elapsed: 310, idle: 0 });
});

it('without a start and an end of one job nothing can be told', () => {
  expect(spans([null, 100], [50, null])).toEqual({ elapsed: null, idle: null });
});

it('a job that ends before it starts is passed over', () => {
  expect(spans([0, 100], [500, 200])).toEqual({ elapsed: 100, idle: 0 });
});

it('a job that started and was never seen to end may have run in the gap: that is no pause', () => {
  const run = runOf([
    aJob({ id: 'A', durationSeconds: 100 }),
    aJob({ id: 'B', status: 'running', durationSeconds: null, started: 100 }),
    aJob({ id: 'C', durationSeconds: 100, started: 4000 }),
  ]);
  expect(elapsedOf(run)).toEqual({ elapsed: 4100, idle: 0 });
});

import { fitRobustCurve } from '@prm/regression';
import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { boundRows } from '../src/bound-rows.ts';
import { predictJob } from '../src/predict-step.ts';
import type { PredictedBounds } from '../src/prediction.ts';
import { aStep } from './models.ts';

function boundsOf(n: number): PredictedBounds {
  return {
    n,
    upper: { '0.9': 20, '0.95': 30, '0.99': 40 },
    interval: { '0.5': [8, 12], '0.8': [6, 20], '0.9': [5, 30], '0.95': [4, 35] },
  };
}

it('bounds are listed by the share of jobs that keep them', () => {
  expect(boundRows(boundsOf(1000)).map(({ percent, below, within }) => [percent, below, within])).toEqual([
    [50, null, [8, 12]],
    [80, null, [6, 20]],
    [90, 20, [5, 30]],
    [95, 30, [4, 35]],
    [99, 40, null],
  ]);
});

it.each([
  [9, 19],
  [19, 39],
  [99, 199],
])('an upper bound at 90, 95, 99 %% takes 9, 19, 99 samples: %i', (n) => {
  const guesses = (of: number): boolean[] =>
    boundRows(boundsOf(of))
      .filter(({ below }) => below !== null)
      .map(({ belowIsGuess }) => belowIsGuess);
  const levels = [9, 19, 99];
  expect(guesses(n)).toEqual(levels.map((needed) => n < needed));
  expect(guesses(n - 1)).toEqual(levels.map((needed) => n - 1 < needed));
});

it('of two sides each takes as many as the half outside it: 3, 9, 19 and 39 samples', () => {
  const guesses = (n: number): boolean[] =>
    boundRows(boundsOf(n))
      .filter(({ within }) => within !== null)
      .map(({ withinIsGuess }) => withinIsGuess);
  for (const [i, needed] of [3, 9, 19, 39].entries()) {
    expect(guesses(needed)[i]).toBe(false);
    expect(guesses(needed - 1)[i]).toBe(true);
  }
});

it('bounds of a robust curve are told with the samples behind them; a curve without a spread has none', () => {
  const values = [90, 100, 110, 95, 105, 98, 102, 100, 120];
  const curve = fitRobustCurve(Array(9).fill(Number.NaN), values);
  const { duration_seconds: metric } = predictJob(aStep({ metrics: { duration_seconds: curve } }), {
    driverSizeBytes: null,
  });
  expect(metric?.value).toBe(100);
  expect(metric?.bounds?.n).toBe(9);
  const upper = curve.spread?.upper['0.9'] ?? 0;
  expectClose(metric?.bounds?.upper['0.9'], 100 * upper);
  const bare = fitRobustCurve([Number.NaN], [5]);
  expect(
    predictJob(aStep({ metrics: { duration_seconds: bare } }), { driverSizeBytes: null }).duration_seconds
      ?.bounds,
  ).toBeNull();
});

import { expect, it } from 'vitest';
import { learnRepetition } from '../src/training/repetition.ts';

function of(...counts: [samples: number, jobs: number][]) {
  return learnRepetition(counts.map(([samples, jobs]) => ({ samples, jobs })));
}

it('a step with a job a sample is run once a sample, a step with a job a run gathers', () => {
  expect(of([2, 2], [5, 5], [9, 9])).toEqual({ onceA: 'sample', jobs: 1 });
  expect(of([2, 1], [5, 1], [9, 1])).toEqual({ onceA: 'run', jobs: 1 });
});

it('jobs a sample, or a run, may be several, or less than one', () => {
  expect(of([2, 48], [3, 72], [1, 24])).toEqual({ onceA: 'sample', jobs: 24 });
  expect(of([2, 1], [8, 4], [16, 8])).toEqual({ onceA: 'sample', jobs: 0.5 }); // pairs
  expect(of([2, 24], [3, 24], [9, 24])).toEqual({ onceA: 'run', jobs: 24 });
});

it('a run with a job missing or too many does not change what it is', () => {
  expect(of([4, 4], [10, 9], [20, 21], [8, 8])).toEqual({ onceA: 'sample', jobs: 1 });
  expect(of([4, 1], [10, 2], [20, 1], [8, 1])).toEqual({ onceA: 'run', jobs: 1 });
});

it('a few runs of several samples are enough beside many of one', () => {
  expect(of([1, 1], [1, 1], [1, 1], [1, 1], [3, 3])?.onceA).toBe('sample');
  expect(of([1, 1], [1, 1], [1, 1], [1, 1], [3, 1])?.onceA).toBe('run');
});

it('where the number of samples never changes a whole number of jobs a sample tells', () => {
  expect(of([1, 1], [1, 1])?.onceA).toBe('sample');
  expect(of([24, 24], [24, 24])?.onceA).toBe('sample');
  expect(of([2, 4], [2, 4])).toEqual({ onceA: 'sample', jobs: 2 });
  expect(of([2, 1], [2, 1])).toEqual({ onceA: 'run', jobs: 1 });
  expect(of([2, 3], [2, 3])).toEqual({ onceA: 'run', jobs: 3 });
});

it('without a run nothing is known', () => {
  expect(learnRepetition([])).toBe(null);
});

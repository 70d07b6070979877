import { aJob } from '@prm/testing';
import { expect, it } from 'vitest';
import { evaluateRun } from '../src/evaluate-run.ts';
import { aConstant, aRegistry, aStep, aTimedStep, jobsOf, runOf } from './models.ts';

it('a step is summed over its jobs, its memory that of the job that used the most', () => {
  const { by_step } = evaluateRun(
    aRegistry({ align: aTimedStep(60, {}, 1000) }),
    runOf([
      aJob({ id: 'A', durationSeconds: 50, memMb: 900, requirements: { mem: '2gb' } }),
      aJob({ id: 'B', durationSeconds: 180, memMb: 1500, requirements: { mem: '4gb' } }),
      aJob({ id: 'C', durationSeconds: 60, requirements: { mem: '8gb' } }),
    ]),
  );
  expect(by_step).toEqual([
    {
      snippet: 'align',
      n_jobs: 3,
      n_flagged: 1,
      actual_seconds: 290,
      expected_seconds: 180,
      peak_memory_mb: 1500,
      expected_memory_mb: 1000,
      mem_mb: 4096,
    },
  ]);
});

it('steps that lost the most time stand first', () => {
  const registry = aRegistry({ a: aTimedStep(100), b: aTimedStep(100), c: aTimedStep(100) });
  const run = runOf([...jobsOf('a', [90]), ...jobsOf('b', [150, 150]), ...jobsOf('c', [190])]);
  expect(evaluateRun(registry, run).by_step.map(({ snippet }) => snippet)).toEqual(['b', 'c', 'a']);
});

it('what was not measured is null', () => {
  const registry = aRegistry({ a: aStep({ metrics: { cpu_percent_avg: aConstant(100) } }) });
  const run = runOf([aJob({ snippet: 'a', measured: { cpu_percent_avg: 90 } })]);
  expect(evaluateRun(registry, run).by_step).toEqual([
    {
      snippet: 'a',
      n_jobs: 1,
      n_flagged: 0,
      actual_seconds: null,
      expected_seconds: null,
      peak_memory_mb: null,
      expected_memory_mb: null,
      mem_mb: null,
    },
  ]);
});

it('the times of the steps add up to those of the run: durations that are not graded are not in them', () => {
  const registry = aRegistry({ align: aTimedStep(60) });
  const run = runOf([
    aJob({ id: 'A', durationSeconds: 60 }),
    aJob({ id: 'B', durationSeconds: null, completed: 6000 }),
  ]);
  const { by_step, actual_seconds, expected_seconds } = evaluateRun(registry, run);
  expect(by_step.reduce((sum, step) => sum + (step.actual_seconds ?? 0), 0)).toBe(actual_seconds);
  expect(by_step.reduce((sum, step) => sum + (step.expected_seconds ?? 0), 0)).toBe(expected_seconds);
});

import { parseRun, type Run } from '@prm/ingest';
import { trainModels } from '@prm/model';
import type { RuntimeMapping } from '@prm/testing';
import { expect, it } from 'vitest';
import { evaluateRun } from '../src/evaluate-run.ts';
import type { Evaluation } from '../src/evaluation.ts';
import { fortyOneJobs, syntheticRun } from './synthetic-runs.ts';

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

async function graderOf(
  training: readonly RuntimeMapping[],
): Promise<(mapping: RuntimeMapping) => Evaluation> {
  const { registry } = await trainModels(training);
  return (mapping) => evaluateRun(registry, parseRun(mapping) as Run);
}

it('of 200 ordinary runs, graded by what 200 others took, at most 5 % are neither normal nor fast', async () => {
  const grade = await graderOf(numbers(0, 200).map(syntheticRun));
  const evaluations = numbers(200, 400).map((number) => grade(syntheticRun(number)));
  const verdicts = evaluations.map(({ verdict }) => verdict);
  const count = (verdict: string) => verdicts.filter((one) => one === verdict).length;
  expect(count('normal') + count('fast')).toBeGreaterThanOrEqual(190);
  expect([count('slow'), count('unknown')]).toEqual([0, 0]);
  expect(evaluations.every(({ unmodelled }) => unmodelled.length === 0)).toBe(true);
});

it('a run that takes twice as long as it should is slow', async () => {
  const { registry } = await trainModels(numbers(0, 200).map(syntheticRun));
  for (const number of numbers(200, 220)) {
    const run = parseRun(syntheticRun(number)) as Run;
    const jobs = run.jobs.map(({ measurements, ...job }) => {
      const seconds = measurements.duration_seconds;
      return {
        ...job,
        measurements: { ...measurements, duration_seconds: seconds === null ? null : 2 * seconds },
      };
    });
    expect(evaluateRun(registry, { ...run, jobs }).verdict).toBe('slow');
  }
});

it('a run of 41 jobs in which the one step of 20 hours takes 60 is slow, and the step is named', async () => {
  const grade = await graderOf(numbers(0, 20).map((number) => fortyOneJobs(number)));
  for (const number of numbers(20, 30)) {
    const { verdict, causes, words } = grade(fortyOneJobs(number, { align: 3 }));
    expect(verdict).toBe('slow');
    expect(causes[0]).toMatchObject({ snippet: 'align', job_name: 'align_S1' });
    expect(words[0]).toMatch(/^Slow\b.*\balign\b/);
    expect(words[0]).not.toContain('mosdepth');
  }
});

it('one in which a step of a minute is three times too slow is not slow, and says so all the same', async () => {
  const grade = await graderOf(numbers(0, 20).map((number) => fortyOneJobs(number)));
  for (const number of numbers(20, 30)) {
    const { verdict, flagged_steps, words } = grade(fortyOneJobs(number, { mosdepth: 3 }));
    expect(['normal', 'fast', 'degraded']).toContain(verdict);
    expect(flagged_steps.map(({ job_name }) => job_name)).toContain('mosdepth_S1');
    expect(words.join('\n')).toMatch(/of 40 mosdepth jobs.*mosdepth_S1\b/);
  }
});

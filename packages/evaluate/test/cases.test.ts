import { readdirSync } from 'node:fs';
import { readRun, readRuns } from '@prm/ingest';
import { trainModels } from '@prm/model';
import { casePath, expectClose, notFinite } from '@prm/testing';
import { expect, it } from 'vitest';
import { evaluateRun } from '../src/evaluate-run.ts';
import type { Evaluation } from '../src/evaluation.ts';

/** Grades one file of a case by models of that and of others. */
async function graded(name: string, file: string, training: readonly string[] = [file]): Promise<Evaluation> {
  const { registry } = await trainModels(
    training.map((one) => casePath(name, one)),
    { minStepSamples: 1 },
  );
  return evaluateRun(registry, await readRun(casePath(name, file)));
}

it('B33: a run that was resumed after a day is not slow, and the pause is named', async () => {
  const evaluation = await graded('B33', 'resumed.json');
  expect(evaluation).toMatchObject({
    verdict: 'normal',
    actual_seconds: 18_000,
    expected_seconds: 18_000,
    elapsed_seconds: 104_400,
    idle_seconds: 86_400,
    causes: [],
    flagged_steps: [],
  });
  expect(evaluation.words.join(' ')).toMatch(/29 h .* 24 h no job ran/);
});

it('B33: a cached step was not measured: it is neither fast nor slow', async () => {
  const evaluation = await graded('B33', 'cached.json', ['resumed.json', 'cached.json']);
  expect(evaluation).toMatchObject({
    verdict: 'normal',
    n_graded: 1,
    actual_seconds: 3600,
    expected_seconds: 3600,
  });
  expect(evaluation.steps.map(({ snippet, metrics }) => [snippet, metrics.duration_seconds?.actual])).toEqual(
    [
      ['b', undefined],
      ['c', 3600],
    ],
  );
});

it('B40: of jobs shorter than the interval nothing is flagged, and their 0 % are not graded', async () => {
  const { steps, flagged_steps, performance_score } = await graded('B40', 'runtime.json');
  expect(flagged_steps).toEqual([]);
  expectClose(performance_score, 100);
  const of = (name: string) => steps.find((step) => step.name === name)?.metrics;
  expect(of('JOBALIG000')?.duration_seconds).toMatchObject({ actual: 40, predicted: 40, z: 0 });
  expect(of('JOBSHORT01')?.duration_seconds).toMatchObject({ actual: 0.5, predicted: 40 });
  expect(of('JOBSHORT02')?.duration_seconds).toMatchObject({ actual: 4, predicted: 40, z: null });
  for (const name of ['JOBSHORT01', 'JOBSHORT02']) expect(of(name)).not.toHaveProperty('cpu_percent_avg');
});

it('B37: jobs at the same time are graded one by one, the clock says less', async () => {
  expect(await graded('B37', 'runtime.json')).toMatchObject({
    verdict: 'normal',
    actual_seconds: 6000,
    elapsed_seconds: 4200,
    idle_seconds: 0,
  });
});

it('B16: a step that always took the same is graded by 5 % of that, not by nothing', async () => {
  const { verdict, performance_score, steps } = await graded('B16', 'runtime.json');
  expect(verdict).toBe('normal');
  expectClose(performance_score, 100);
  expect(new Set(steps.map(({ metrics }) => metrics.duration_seconds?.z))).toEqual(new Set([0]));
});

const folders = readdirSync(casePath(), { withFileTypes: true }).filter((entry) => entry.isDirectory());

it.each(folders.map(({ name }) => name).filter((name) => name !== 'B41'))(
  '%s: every run of it is graded by all of it, with finite numbers and words',
  async (name) => {
    const trained = await trainModels(casePath(name), { minStepSamples: 1, identity: 'pipeline' });
    for await (const { run } of readRuns(casePath(name))) {
      if (run === null) continue;
      const evaluation = evaluateRun(trained.registry, run);
      expect(notFinite(evaluation)).toEqual([]);
      expect(evaluation.words.join(' ')).not.toMatch(/\b(?:undefined|NaN|Infinity)\b/);
    }
  },
);

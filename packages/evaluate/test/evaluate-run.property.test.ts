import { parseRun, type Run } from '@prm/ingest';
import { trainModels } from '@prm/model';
import { anyRuns, extremeRuns, notFinite, type RuntimeMapping } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evaluateRun } from '../src/evaluate-run.ts';
import { gradedRuns } from './arbitraries.ts';

async function expectFinite(
  trained: readonly RuntimeMapping[],
  graded: readonly RuntimeMapping[],
): Promise<void> {
  const { registry } = await trainModels(trained, { minStepSamples: 1 });
  for (const mapping of graded) {
    const evaluation = evaluateRun(registry, parseRun(mapping) as Run);
    expect(notFinite(evaluation)).toEqual([]);
    expect(evaluation.words.join('\n')).not.toMatch(/\b(?:NaN|Infinity|undefined)\b/);
  }
}

it('every number of an evaluation is finite, whatever the runs', async () => {
  await fc.assert(
    fc.asyncProperty(anyRuns, anyRuns, async (trained, graded) => {
      await expectFinite(trained, [...trained, ...graded]);
    }),
    { numRuns: 150 },
  );
});

it('also where the largest numbers there are were measured', async () => {
  await fc.assert(
    fc.asyncProperty(extremeRuns, extremeRuns, async (trained, graded) => {
      await expectFinite(trained, [...trained, ...graded]);
    }),
    { numRuns: 150 },
  );
});

it('every job is in one list: graded, without a model, or not completed', () => {
  fc.assert(
    fc.property(gradedRuns, ({ registry, run }) => {
      const { steps, unmodelled, not_graded } = evaluateRun(registry, run);
      const names = [...steps, ...unmodelled, ...not_graded].map(({ name }) => name);
      expect(names.sort()).toEqual(run.jobs.map(({ id }) => id).sort());
      for (const { status } of not_graded) expect(status).not.toBe('completed');
    }),
  );
});

it('sums and counts agree with the jobs', () => {
  fc.assert(
    fc.property(gradedRuns, ({ registry, run }) => {
      const evaluation = evaluateRun(registry, run);
      const graded = evaluation.steps.flatMap(({ metrics }) => {
        const metric = metrics.duration_seconds;
        return metric === undefined || metric.z === null ? [] : [metric];
      });
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
      expect(evaluation.n_graded).toBe(graded.length);
      expect(evaluation.actual_seconds ?? 0).toBe(sum(graded.map(({ actual }) => actual)));
      expect(evaluation.expected_seconds ?? 0).toBe(sum(graded.map(({ predicted }) => predicted)));
      expect(evaluation.flagged_steps.map(({ name }) => name)).toEqual(
        evaluation.steps.filter(({ flags }) => flags.length > 0).map(({ name }) => name),
      );
      expect(sum(evaluation.by_step.map(({ n_jobs }) => n_jobs))).toBe(evaluation.steps.length);
      expect(sum(evaluation.by_step.map(({ n_flagged }) => n_flagged))).toBe(evaluation.flagged_steps.length);
      const { elapsed_seconds: elapsed, idle_seconds: idle } = evaluation;
      if (elapsed !== null && idle !== null) expect(idle).toBeLessThanOrEqual(elapsed);
    }),
  );
});

it('the same run in another order is the same evaluation', () => {
  fc.assert(
    fc.property(gradedRuns, ({ registry, run }) => {
      const turned = { ...run, jobs: run.jobs.toReversed() };
      expect(evaluateRun(registry, turned)).toEqual(evaluateRun(registry, run));
    }),
  );
});

it('a document survives JSON', () => {
  fc.assert(
    fc.property(gradedRuns, ({ registry, run }) => {
      const evaluation = evaluateRun(registry, run);
      expect(JSON.parse(JSON.stringify(evaluation))).toEqual(evaluation);
    }),
  );
});

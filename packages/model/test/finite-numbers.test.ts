import { aJob, anyRuns, extremeRuns, notFinite, runsOf } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { trainModels } from '../src/training/train-models.ts';

it('every number of a model is finite, whatever was measured', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyRuns, extremeRuns), async (runs) => {
      const { models, quality } = await trainModels(runs, { minStepSamples: 1 });
      expect(notFinite({ models, quality })).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it('a ratio of sizes that is too large for a number is no infinite one', async () => {
  // The entry step reads almost nothing; the step after it, once in three runs, almost everything there is.
  const runs = runsOf([1e300, 0, 0], (inputBytes) => ({
    pipeline: 'p',
    jobs: [
      aJob({ id: 'A', snippet: 'a', inputBytes: 1e-300 }),
      aJob({ id: 'B', snippet: 'b', inputBytes, dependencies: ['A'] }),
    ],
  }));
  const { models } = await trainModels(runs);
  expect(notFinite(models)).toEqual([]);
});

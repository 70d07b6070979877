import { trainModels } from '@prm/model';
import { anyRuns, extremeRuns, notFinite, type RuntimeMapping } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gpuReport } from '../src/gpu-report.ts';
import { predictRun } from '../src/predict-run.ts';
import { recommend } from '../src/recommend.ts';
import { sensitivityReport } from '../src/sensitivity-report.ts';

const anySize = fc.oneof(
  fc.double({ min: 1, max: 1e15, noNaN: true }),
  fc.constantFrom(Number.MIN_VALUE, 1, Number.MAX_VALUE),
);

async function expectFinite(runs: readonly RuntimeMapping[], inputSizeBytes: number): Promise<void> {
  const { registry, models } = await trainModels(runs, { minStepSamples: 1 });
  for (const model of models) {
    for (const pipeline of Object.keys(model.pipelines)) {
      const options = { inputSizeBytes, pipeline };
      const prediction = predictRun(registry, model.key, { ...options, gpuClass: 'gpu-80gb' });
      expect(notFinite([prediction, predictRun(registry, model.key, options)])).toEqual([]);
      expect(notFinite(recommend(registry, model.key, options))).toEqual([]);
    }
    expect(notFinite([recommend(registry, model.key), sensitivityReport(model), gpuReport(model)])).toEqual(
      [],
    );
  }
}

it('every number of every document is finite, whatever the runs and the size', async () => {
  await fc.assert(fc.asyncProperty(anyRuns, anySize, expectFinite), { numRuns: 150 });
});

it('also where the largest numbers there are were measured', async () => {
  await fc.assert(fc.asyncProperty(extremeRuns, anySize, expectFinite), { numRuns: 150 });
});

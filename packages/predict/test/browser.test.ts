import { fileURLToPath } from 'node:url';
import { registryOf } from '@prm/model';
import { aJob, aRun, loadAsInBrowser } from '@prm/testing';
import { expect, it } from 'vitest';
import type * as api from '../src/index.ts';
import { predictRun } from '../src/predict-run.ts';
import { modelOf } from './models.ts';

it('@prm/predict as built needs nothing of Node, and answers the same', async () => {
  const built = (await loadAsInBrowser(
    fileURLToPath(new URL('../dist/index.js', import.meta.url)),
  )) as unknown as typeof api;
  const registry = registryOf([
    await modelOf([aRun({ pipeline: 'p', jobs: [aJob({ inputBytes: 1e9, memMb: 500 })] })]),
  ]);
  const options = { inputSizeBytes: 2e9 };
  expect(JSON.stringify(built.predictRun(registry, 'p', options))).toBe(
    JSON.stringify(predictRun(registry, 'p', options)),
  );
  expect(built.recommend(registry, 'p').steps.align?.[0]?.suggested_text).toBe('768mb');
});

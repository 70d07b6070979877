import { readdirSync, readFileSync } from 'node:fs';
import { docExamples, readmeExample, readmeExports, runExample } from '@prm/testing';
import { expect, it } from 'vitest';
import * as api from '../src/index.ts';
import { isoText } from '../src/iso-text.ts';
import type { PowerPrediction } from '../src/predict-power-curve.ts';
import { pythonRound } from '../src/python-round.ts';

const folder = new URL('../src/', import.meta.url);
const examples = readdirSync(folder).flatMap((file) =>
  docExamples(readFileSync(new URL(file, folder), 'utf8')),
);
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

/** One step of 80 W and 2 GB for an hour. */
const prediction: PowerPrediction = {
  workflow: 'somatic',
  pipeline: 'tumor_only',
  pipelines: ['tumor_only'],
  input_size_bytes: 5e10,
  gpu_class: null,
  steps: {
    align: {
      metrics: { cpu_percent_avg: { value: 80 }, memory_rss_mb_avg: { value: 2048 } },
      power: {
        cpu_tdp_w: null,
        power_idle_w: null,
        power_loaded_w: null,
        gpu_class_w: null,
        uses_gpu: false,
      },
    },
  },
  timeline: {
    align: {
      start_seconds: 0,
      end_seconds: 3600,
      span_seconds: 3600,
      duration_seconds: 3600,
      instances: 1,
    },
  },
};
const names = { ...api, isoText, pythonRound, prediction };

it('the doc blocks of the main functions have an example', () => {
  const main = ['estimatePowerW', 'predictPowerCurve', 'shortWatts', 'isoText', 'pythonRound'];
  expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(main));
});

it.each(examples)('the example of $name gives what it says', async ({ lines }) => {
  await runExample(lines, names);
});

it("the README's example gives what it says", async () => {
  const lines = readmeExample(readme);
  expect(lines.length).toBeLessThanOrEqual(12);
  expect(await runExample(lines, names)).toBeGreaterThan(3);
});

it('the README names every export, and no other', () => {
  expect(readmeExports(readme).sort()).toEqual(Object.keys(api).sort());
});

it('the README names every code of a refusal', () => {
  const codes = readFileSync(new URL('errors.ts', folder), 'utf8').match(/power\/[a-z-]+/g) ?? [];
  expect(codes.length).toBeGreaterThan(3);
  for (const code of codes) expect(readme).toContain(`\`${code}\``);
});

it('the README has at most 60 lines', () => {
  expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});

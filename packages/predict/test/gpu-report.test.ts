import { aJob, type JobFacts, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import { gpuReport } from '../src/gpu-report.ts';
import { modelOf } from './models.ts';

const H100 = { gpu_memory_total_mb: 81_920, gpu_power_limit_w: 700, gpu_power_w_avg: 300 };
const A100 = { gpu_memory_total_mb: 40_960, gpu_power_limit_w: 400 };

async function report(facts: readonly JobFacts[], pipeline: string | null = null) {
  const runs = runsOf(facts, (one) => ({
    pipeline: 'p',
    jobs: [aJob(one), aJob({ id: 'C', snippet: 'cpu-only' })],
  }));
  return gpuReport(await modelOf(runs), { pipeline });
}

const jobs = (card: object, durationSeconds: number, n: number): JobFacts[] =>
  Array.from({ length: n }, () => ({ durationSeconds, measured: { ...card } }));

it('classes of a step come the fastest first, each as a multiple of the fastest', async () => {
  const { steps, ...rest } = await report([...jobs(A100, 200, 3), ...jobs(H100, 50, 3)]);
  expect(rest).toEqual({ format: 'prm/gpu', format_version: '1.0', workflow: 'p', pipeline: null });
  expect(Object.keys(steps)).toEqual(['align']); // the step that saw no card is not in it
  expect(steps.align).toMatchObject([
    { gpu_class: 'gpu-80gb-700w', display_name: 'H100 SXM', n: 3, ratio_to_fastest: 1, power_w: 300 },
    { gpu_class: 'gpu-40gb-400w', display_name: 'A100 SXM 40GB', n: 3, ratio_to_fastest: 4, power_w: null },
  ]);
});

it('a class with too few jobs has no ratio, and is not the fastest', async () => {
  const { steps } = await report([...jobs(A100, 200, 3), ...jobs(H100, 50, 2)]);
  expect(steps.align).toMatchObject([
    { gpu_class: 'gpu-40gb-400w', ratio_to_fastest: 1 },
    { gpu_class: 'gpu-80gb-700w', factor: 1, ratio_to_fastest: null },
  ]);
  expect((await report(jobs(H100, 50, 2))).steps.align).toMatchObject([{ ratio_to_fastest: null }]);
});

it('a pipeline the workflow does not have is refused', async () => {
  await expect(report(jobs(H100, 50, 3), 'typo')).rejects.toMatchObject({ code: 'model/unknown-pipeline' });
});

it('a ratio is a number also where a factor is next to nothing', async () => {
  const model = await modelOf(
    runsOf([...jobs(A100, 200, 3), ...jobs(H100, 50, 3)], (one) => ({ pipeline: 'p', jobs: [aJob(one)] })),
  );
  const align = model.steps.align as (typeof model.steps)[string];
  const gpu = Object.fromEntries(
    Object.entries(align.gpu).map(([name, card], i) => [name, { ...card, factor: i === 0 ? 5e-324 : 1 }]),
  );
  const { steps } = gpuReport({ ...model, steps: { align: { ...align, gpu } } });
  expect(steps.align?.map(({ ratio_to_fastest: ratio }) => ratio)).toEqual([1, Number.MAX_VALUE]);
});

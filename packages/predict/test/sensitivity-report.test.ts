import { aJob, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import { sensitivityReport } from '../src/sensitivity-report.ts';
import { modelOf } from './models.ts';

const sizes = [1, 2, 3, 4, 5, 6];

it('a metric is input sensitive when it is fitted against the size and its ranks follow it', async () => {
  const model = await modelOf(
    runsOf(sizes, (gb) => ({
      pipeline: 'p',
      jobs: [
        aJob({
          inputBytes: gb * 1e9,
          durationSeconds: 10 * gb,
          memMb: 500,
          measured: { cpu_percent_avg: 600 / gb },
        }),
      ],
    })),
  );
  const { steps, ...rest } = sensitivityReport(model);
  expect(rest).toEqual({ format: 'prm/sensitivity', format_version: '1.0', workflow: 'p', pipeline: null });
  expect(steps.align).toEqual({
    duration_seconds: { kind: 'linear', r2_loo: 1, spearman: 1, n: 6, input_sensitive: true },
    memory_rss_mb_max: { kind: 'constant', r2_loo: 0, spearman: null, n: 6, input_sensitive: false },
    // Falling with the size is following it too.
    cpu_percent_avg: { kind: 'power', r2_loo: 1, spearman: -1, n: 6, input_sensitive: true },
  });
});

it('a constant is not sensitive, however its ranks follow the size', async () => {
  const model = await modelOf(
    runsOf([1, 2, 3], (gb) => ({
      pipeline: 'p',
      jobs: [aJob({ inputBytes: gb * 1e9, durationSeconds: gb })],
    })),
  );
  expect(sensitivityReport(model).steps.align?.duration_seconds).toMatchObject({
    kind: 'constant',
    spearman: 1,
    input_sensitive: false,
  });
});

it('a rank correlation of 0.5 is enough, one below is not, whatever was fitted', async () => {
  const model = await modelOf(
    runsOf(sizes, (gb) => ({
      pipeline: 'p',
      jobs: [aJob({ inputBytes: gb * 1e9, durationSeconds: 10 * gb })],
    })),
  );
  const curve = model.steps.align?.metrics.duration_seconds;
  const withRanks = (spearman: number | null) =>
    sensitivityReport({
      ...model,
      steps: { align: { ...model.steps.align, metrics: { duration_seconds: { ...curve, spearman } } } },
    } as never).steps.align?.duration_seconds?.input_sensitive;
  expect([0.5, -0.5, 0.49, -0.49, null].map(withRanks)).toEqual([true, true, false, false, false]);
});

it('a pipeline limits the report to its steps; one the workflow does not have is refused', async () => {
  const model = await modelOf(
    runsOf(['p', 'q'], (pipeline) => ({ module: 'm', pipeline, jobs: [aJob({ snippet: `${pipeline}1` })] })),
  );
  expect(Object.keys(sensitivityReport(model).steps)).toEqual(['p1', 'q1']);
  expect(Object.keys(sensitivityReport(model, { pipeline: 'q' }).steps)).toEqual(['q1']);
  expect(() => sensitivityReport(model, { pipeline: 'typo' })).toThrow(
    expect.objectContaining({ code: 'model/unknown-pipeline' }),
  );
});

import { aJob, aRun, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import { qualityReport } from '../src/quality-report.ts';
import { modelOf } from './models.ts';

/** Pipeline p runs a, b and c, q runs b and an unnamed job; b fails in every run, c in one. */
async function report(pipeline: string | null = null) {
  const a = aJob({ id: 'A', snippet: 'a', inputBytes: 1e9 });
  const b = aJob({ id: 'B', snippet: 'b', status: 'failed' });
  const c = aJob({ id: 'C', snippet: 'c', status: 'failed' });
  const done = aJob({ id: 'D', snippet: 'b' });
  const unnamed = aJob({ id: 'U', snippet: null });
  const runs = runsOf(
    [
      ['p', [a, b, c]],
      ['q', [b, done, unnamed]],
      ['p', [a, b]],
    ] as const,
    ([name, jobs]) => ({ module: 'm', pipeline: name, jobs: [...jobs] }),
  );
  return qualityReport([await modelOf(runs, { minStepSamples: 2 })], { pipeline });
}

it('each count that is not 0 is a line with its meaning, the steps it is about, most first, and some of the jobs', async () => {
  const { format, format_version, workflows } = await report();
  expect([format, format_version]).toEqual(['prm/quality', '1.0']);
  const [workflow] = workflows;
  expect(workflow).toMatchObject({
    workflow: 'm',
    runs: { total: 3, partial: 2 },
    partial_runs: { p: 2, q: 0 },
    entry_steps: { p: ['a'], q: [] },
    steps_left_out: [
      { step: 'b', n_samples: 1 },
      { step: 'c', n_samples: 0 },
    ],
  });
  expect(workflow?.lines.map(({ count, n, steps }) => [count, n, Object.entries(steps)])).toEqual([
    ['n_unnamed_jobs', 1, []],
    [
      'n_not_completed',
      4,
      [
        ['b', 3],
        ['c', 1],
      ],
    ],
    ['n_without_driver', 1, [['b', 1]]],
  ]);
  expect(workflow?.lines[1]?.meaning).toContain('did not complete');
  expect(workflow?.lines[1]?.references).toHaveLength(4);
});

it('the steps of a count come with the most first, also against the order of their names', async () => {
  const jobs = (snippet: string, n: number) =>
    Array.from({ length: n }, (_, i) => aJob({ id: `${snippet}${i}`, snippet, status: 'failed' }));
  const model = await modelOf([
    aRun({ pipeline: 'p', jobs: [...jobs('a', 1), ...jobs('b', 3), ...jobs('c', 2)] }),
  ]);
  const [line] = qualityReport([model]).workflows[0]?.lines ?? [];
  expect(Object.keys(line?.steps ?? {})).toEqual(['b', 'c', 'a']);
});

it('a pipeline limits it to its own runs, its steps and their counts', async () => {
  const [workflow] = (await report('q')).workflows;
  expect(workflow?.partial_runs).toEqual({ q: 0 });
  expect(workflow?.entry_steps).toEqual({ q: [] });
  expect(workflow?.steps_left_out.map(({ step }) => step)).toEqual(['b']);
  expect(workflow?.lines.map(({ count, n, steps }) => [count, n, steps])).toEqual([
    ['n_not_completed', 3, { b: 3 }],
    ['n_without_driver', 1, { b: 1 }],
  ]);
  expect(workflow?.lines[0]?.references.map(({ step }) => step)).toEqual(['b', 'b', 'b']);
});

it('a pipeline that none of the workflows has is refused', async () => {
  await expect(report('typo')).rejects.toMatchObject({ code: 'model/unknown-pipeline' });
});

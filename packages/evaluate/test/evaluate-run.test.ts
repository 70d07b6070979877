import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRun, type Run } from '@prm/ingest';
import { openRegistry, registryOf, trainModels } from '@prm/model';
import { aJob, aRun, expectClose, runsOf } from '@prm/testing';
import { expect, it, onTestFinished } from 'vitest';
import { evaluateRun } from '../src/evaluate-run.ts';
import { aConstant, aRegistry, aStep, aTimedStep, jobsOf, runOf } from './models.ts';

it('a run, worked by hand', () => {
  // align: 2 h for 1 h, spread 10 %: z = 10, no points, weight 3600/3660. sort: as expected, 100 points, weight 60/3660.
  const registry = aRegistry({
    align: aTimedStep(3600, { mad: 0.1, n: 30, q95: 0.25, q99: 0.5 }),
    sort: aTimedStep(60),
  });
  const run = runOf([
    ...jobsOf('align', [7200], { inputBytes: 2e9, requirements: { time: '03:00:00' } }),
    ...jobsOf('sort', [60], { submitted: 7200 }),
  ]);
  const { words, ...evaluation } = evaluateRun(registry, run);
  const flag = {
    metric: 'duration_seconds',
    actual: 7200,
    predicted: 3600,
    usual_up_to: 4500,
    z: 10,
    beyond_p99: true,
    requirement: 10_800,
  };
  const align = { name: 'align1', job_name: 'align_S1', snippet: 'align' };
  const summary = { n_jobs: 1, peak_memory_mb: null, expected_memory_mb: null };
  expectClose(evaluation, {
    format: 'prm/evaluation',
    format_version: '1.0',
    workflow: 'somatic',
    pipeline: 'germline',
    verdict: 'slow',
    performance_score: (100 * 60) / 3660,
    n_graded: 2,
    actual_seconds: 7260,
    expected_seconds: 3660,
    usual_up_to_seconds: 4560,
    elapsed_seconds: 7260,
    idle_seconds: 0,
    places: [],
    causes: [{ ...align, excess_seconds: 3600 }],
    steps: [
      {
        ...align,
        driver_size_bytes: 2e9,
        gpu_class: null,
        environment_factor: 1,
        metrics: { duration_seconds: { actual: 7200, predicted: 3600, usual_up_to: 4500, z: 10 } },
        flags: [flag],
      },
      {
        name: 'sort1',
        job_name: 'sort_S1',
        snippet: 'sort',
        driver_size_bytes: null,
        gpu_class: null,
        environment_factor: 1,
        metrics: { duration_seconds: { actual: 60, predicted: 60, usual_up_to: 60, z: 0 } },
        flags: [],
      },
    ],
    by_step: [
      {
        snippet: 'align',
        ...summary,
        n_flagged: 1,
        actual_seconds: 7200,
        expected_seconds: 3600,
        mem_mb: null,
      },
      { snippet: 'sort', ...summary, n_flagged: 0, actual_seconds: 60, expected_seconds: 60, mem_mb: null },
    ],
    flagged_steps: [{ ...align, driver_size_bytes: 2e9, flags: [flag] }],
    unmodelled: [],
    not_graded: [],
  });
  expect(words.length).toBeGreaterThan(0);
});

it('jobs stand by completion, then id, those without a completion last', () => {
  const run = runOf([
    aJob({ id: 'D', durationSeconds: 60, completed: null }),
    aJob({ id: 'C', durationSeconds: 60 }),
    aJob({ id: 'B', durationSeconds: 60 }),
    aJob({ id: 'A', durationSeconds: 90 }),
  ]);
  const { steps } = evaluateRun(aRegistry({ align: aTimedStep(60) }), run);
  expect(steps.map(({ name }) => name)).toEqual(['B', 'C', 'A', 'D']);
});

it('causes are the five jobs that lost the most, a second and more, then by id', () => {
  const registry = aRegistry({ align: aTimedStep(100) });
  const seconds = [150, 101, 100.9, 130, 90, 120, 130, 140];
  const { causes } = evaluateRun(registry, runOf(jobsOf('align', seconds)));
  expect(causes.map(({ name, excess_seconds }) => [name, excess_seconds])).toEqual([
    ['align1', 50],
    ['align8', 40],
    ['align4', 30],
    ['align7', 30],
    ['align6', 20],
  ]);
  const few = evaluateRun(registry, runOf(jobsOf('align', seconds.slice(1, 3)))).causes;
  expect(few.map(({ name }) => name)).toEqual(['align1']);
});

it('completed jobs without a model are listed with the reason', () => {
  const registry = aRegistry({ align: aTimedStep(60) }, { leftOut: { rare: 2, once: 1 } });
  const run = runOf([
    ...['align', 'rare', 'once', 'new'].map((snippet) => aJob({ id: snippet, snippet })),
    aJob({ id: 'unnamed', snippet: null }),
  ]);
  const { unmodelled, n_graded } = evaluateRun(registry, run);
  expect(n_graded).toBe(1);
  expect(unmodelled.map(({ name, snippet, reason }) => [name, snippet, reason])).toEqual([
    ['new', 'new', 'a step that no training run had'],
    ['once', 'once', '1 sample, needs 3'],
    ['rare', 'rare', '2 samples, needs 3'],
    ['unnamed', null, 'its command names no snippet'],
  ]);
});

it('without a model every completed job is unmodelled, and the verdict unknown', () => {
  const run = runOf([aJob({ id: 'A' }), aJob({ id: 'B', status: 'failed' })]);
  expect(evaluateRun(registryOf([]), run)).toMatchObject({
    workflow: null,
    pipeline: 'germline',
    verdict: 'unknown',
    performance_score: null,
    n_graded: 0,
    actual_seconds: null,
    expected_seconds: null,
    usual_up_to_seconds: null,
    causes: [],
    steps: [],
    by_step: [],
    flagged_steps: [],
    unmodelled: [{ name: 'A', reason: 'no model of this workflow' }],
    not_graded: [{ name: 'B', status: 'failed' }],
  });
});

it('jobs that did not complete are listed, failed ones with why, their use and their request', () => {
  const requirements = { mem: '4gb', time: '01:00:00' };
  const run = runOf([
    aJob({ id: 'A', status: 'running', durationSeconds: null }),
    aJob({
      id: 'B',
      status: 'failed',
      durationSeconds: 1800,
      memMb: 3900,
      requirements,
      record: { error_msg: 'Job failed: Out of memory', name: 'align_S2' },
    }),
    aJob({
      id: 'C',
      status: 'cancelled',
      durationSeconds: null,
      record: { error_msg: 'Dependency failed: B' },
    }),
  ]);
  const none = {
    snippet: 'align',
    failure: null,
    peak_memory_mb: null,
    duration_seconds: null,
    mem_mb: null,
    time_seconds: null,
    advice: null,
  };
  const { not_graded, verdict, steps } = evaluateRun(aRegistry({ align: aTimedStep(60) }), run);
  expect(not_graded).toEqual([
    { ...none, name: 'A', job_name: null, status: 'running', error: null },
    {
      name: 'B',
      job_name: 'align_S2',
      snippet: 'align',
      status: 'failed',
      error: 'Job failed: Out of memory',
      failure: 'oom',
      peak_memory_mb: 3900,
      duration_seconds: 1800,
      mem_mb: 4096,
      time_seconds: 3600,
      advice: 'ran out of memory (used 3.8 GB of the 4 GB asked for); try mem 6gb',
    },
    { ...none, name: 'C', job_name: null, status: 'cancelled', error: 'Dependency failed: B' },
  ]);
  expect([verdict, steps]).toEqual(['unknown', []]);
});

it('a failed job without a message failed by something else', () => {
  const run = runOf([aJob({ status: 'failed', durationSeconds: null })]);
  expect(evaluateRun(aRegistry({}), run).not_graded[0]).toMatchObject({
    failure: 'other',
    error: null,
    advice: expect.stringContaining('look at its log'),
  });
});

it("a clock's duration is shown, and no part of score, sums or causes", () => {
  const run = runOf([
    aJob({ id: 'A', durationSeconds: 60 }),
    aJob({ id: 'B', durationSeconds: null, completed: 6000 }),
  ]);
  const evaluation = evaluateRun(aRegistry({ align: aTimedStep(60) }), run);
  expect(evaluation).toMatchObject({
    verdict: 'normal',
    performance_score: 100,
    n_graded: 1,
    actual_seconds: 60,
    expected_seconds: 60,
    causes: [],
    flagged_steps: [],
  });
  expect(evaluation.steps[1]?.metrics.duration_seconds).toEqual({
    actual: 6000,
    predicted: 60,
    usual_up_to: 60,
    z: null,
  });
});

it('memory that cannot be told from a short run is graded without a duration', () => {
  const registry = aRegistry({ align: aStep({ metrics: { memory_rss_mb_max: aConstant(100) } }) });
  const evaluation = evaluateRun(registry, runOf([aJob({ memMb: 400 })]));
  expect(evaluation).toMatchObject({ verdict: 'unknown', n_graded: 0, flagged_steps: [{ name: 'J1' }] });
});

it('only the last dump of a job is told of a completed one: its earlier failure is over', () => {
  const attempts = [
    { status: 'failed', error_msg: 'oom-kill', resource_consumption: { memory_rss_mb_max: 900 } },
  ];
  const run = runOf([aJob({ record: { previous_attempts: attempts, error_msg: 'stale' } })]);
  expect(evaluateRun(aRegistry({ align: aTimedStep(60) }), run)).toMatchObject({
    not_graded: [],
    n_graded: 1,
  });
});

it('a run that never was a file is graded by models that never were, or that lie on disk, alike', async () => {
  const rows = runsOf([1, 2, 3, 4, 5, 6], (gb) => ({
    module: 'somatic',
    pipeline: 'germline',
    jobs: [aJob({ inputBytes: gb * 1e9, durationSeconds: 100 * gb, memMb: 300 * gb })],
  }));
  const out = mkdtempSync(join(tmpdir(), 'prm-evaluate-'));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  async function* cursor() {
    for (const row of rows) yield row;
  }
  const { registry } = await trainModels(cursor());
  await trainModels(cursor(), { out });
  const mapping = aRun({
    number: 50,
    module: 'somatic',
    pipeline: 'germline',
    jobs: [aJob({ inputBytes: 8e9, durationSeconds: 2400, memMb: 2400 })],
  });
  const run = parseRun({ runtime_data: mapping }) as Run;
  const evaluation = evaluateRun(registry, run);
  expectClose(
    { expected: evaluation.expected_seconds, memory: evaluation.by_step[0]?.expected_memory_mb },
    { expected: 800, memory: 2400 },
    { relative: 1e-6 },
  );
  expect(evaluation).toMatchObject({ verdict: 'slow', causes: [{ snippet: 'align' }] });
  expect(evaluateRun(openRegistry(out), run)).toEqual(evaluation);
});

it('names like those of Object are ordinary steps', () => {
  const names = ['__proto__', 'constructor', 'toString'];
  const run = runOf(names.map((snippet, i) => aJob({ id: `J${i}`, snippet })));
  const steps = Object.fromEntries([
    ['__proto__', aTimedStep(60)],
    ['constructor', aTimedStep(60)],
  ]);
  const evaluation = evaluateRun(aRegistry(steps), run);
  expect(evaluation.by_step.map(({ snippet }) => snippet).sort()).toEqual(['__proto__', 'constructor']);
  expect(evaluation.unmodelled.map(({ snippet }) => snippet)).toEqual(['toString']);
});

it('neither the run nor the model is changed', () => {
  const registry = aRegistry({ align: aTimedStep(60) });
  const run = runOf([aJob({ id: 'B' }), aJob({ id: 'A', durationSeconds: 600 })]);
  const before = structuredClone([run, registry.model('somatic')]);
  evaluateRun(registry, run);
  expect([run, registry.model('somatic')]).toEqual(before);
});

it('a run of twenty thousand flagged jobs of two hundred steps takes no more than a moment', () => {
  const snippets = Array.from({ length: 200 }, (_, i) => `s${i}_`);
  const registry = aRegistry(Object.fromEntries(snippets.map((snippet) => [snippet, aTimedStep(60)])));
  const run = runOf(snippets.flatMap((snippet) => jobsOf(snippet, Array<number>(100).fill(600))));
  expect(evaluateRun(registry, run).flagged_steps).toHaveLength(20_000);
});

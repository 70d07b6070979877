import { aJob, aRun, type JobFacts, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import { modelOf } from './training.ts';

/** One run of jobs J0, J1, … */
function run(facts: readonly JobFacts[]): Record<string, unknown> {
  return aRun({ pipeline: 'p', jobs: facts.map((one, i) => aJob({ id: `J${i}`, ...one })) });
}

it('a model says what it is, whose it is and what wrote it', async () => {
  const model = await modelOf([run([{}])], { identity: 'pipeline' });
  expect(model).toMatchObject({
    format: 'prm/workflow-model',
    format_version: '1.0',
    key: 'p',
    identity_mode: 'pipeline',
    generator: { name: '@prm/model', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) },
  });
});

it('provenance lists every value once, sorted by code point', async () => {
  const paths = ['/b/registry/ns/mod:2', '/a/registry/ns/mod:10', '/b/registry/ns/mod:2'];
  const model = await modelOf(
    runsOf(paths, (module, i) => ({
      module,
      pipeline: ['q', 'p', 'p'][i] as string,
      metadata: { profile: ['z', 'Z', 'z'][i] },
      jobs: [aJob()],
    })),
  );
  expect(model.provenance).toEqual({
    module_paths: ['/a/registry/ns/mod:10', '/b/registry/ns/mod:2'],
    namespaces: ['ns'],
    versions: ['10', '2'],
    pipeline_names: ['p', 'q'],
    profiles: ['Z', 'z'],
  });
});

it('runs are counted: all, partial, and those with a run driver; the first submission and the last completion as written', async () => {
  const whole = [aJob({ id: 'A', snippet: 'a', inputBytes: 1e9 }), aJob({ id: 'B', snippet: 'b' })];
  const model = await modelOf(
    runsOf([whole, whole, whole.slice(0, 1), whole.slice(1)], (jobs) => ({ pipeline: 'p', jobs })),
  );
  expect(model.runs).toEqual({
    total: 4,
    partial: 2,
    with_run_driver: 3,
    first_at: '2026-01-01T08:00:00',
    last_at: '2026-01-04T08:01:00',
  });
});

it('the first and the last are told by time, not by the order or the end of runs', async () => {
  const at = (id: string, submitted: number, completed: number) =>
    aRun({ id, pipeline: 'p', jobs: [aJob({ id, submitted, started: submitted, completed })] });
  const model = await modelOf([at('a', 300, 400), at('b', 100, 900), at('c', 200, 500)]);
  expect(model.runs).toMatchObject({ first_at: '2026-01-01T08:01:40', last_at: '2026-01-01T08:15:00' });
});

it('of stamps of one moment the first by text is the first, and the last by text the last', async () => {
  const zoned = (id: string, submitted_at: string, completed_at: string) =>
    aRun({ id, pipeline: 'p', jobs: [aJob({ id, record: { submitted_at, completed_at } })] });
  const model = await modelOf([
    zoned('b', '2026-01-01T09:00:00+01:00', '2026-01-01T10:00:00+01:00'),
    zoned('a', '2026-01-01T08:00:00Z', '2026-01-01T09:00:00Z'),
    zoned('c', '2026-01-01T10:00:00+02:00', '2026-01-01T11:00:00+02:00'),
  ]);
  expect(model.runs).toMatchObject({
    first_at: '2026-01-01T08:00:00Z',
    last_at: '2026-01-01T11:00:00+02:00',
  });
});

it('a model of runs without a time has neither a first nor a last', async () => {
  const model = await modelOf([run([{ submitted: null, completed: null }])]);
  expect(model.runs).toMatchObject({ first_at: null, last_at: null });
});

it('a pipeline lists its steps, core steps and entry steps, and how many of its runs are partial', async () => {
  const a = aJob({ id: 'A', snippet: 'a', inputBytes: 1e9 });
  const b = aJob({ id: 'B', snippet: 'b', status: 'failed' });
  const model = await modelOf(runsOf([[a, b], [a], [a]], (jobs) => ({ pipeline: 'p', jobs })));
  expect(model.pipelines.p).toMatchObject({
    runs: 3,
    partial_runs: 0,
    steps: ['a', 'b'],
    core_steps: ['a'],
    entry_steps: ['a'],
  });
});

it("pipelines of one module share their steps' models", async () => {
  const model = await modelOf(runsOf(['p', 'q'], (pipeline) => ({ module: 'm', pipeline, jobs: [aJob()] })));
  expect(Object.keys(model.pipelines)).toEqual(['p', 'q']);
  expect(model.steps.align?.n_samples).toBe(2);
});

it('every loss is counted for its step and for the workflow', async () => {
  const attempt = { status: 'failed', resource_consumption: { duration_seconds: 7 } };
  const losses: Record<string, JobFacts> = {
    n_not_completed: { status: 'running' },
    n_leftover: { durationSeconds: 7, record: { previous_attempts: [attempt] } },
    n_short: { durationSeconds: 0.1, measured: { sample_count: 1 } },
    n_clock_skew: { durationSeconds: null, started: 10, completed: 5 },
    n_implausible: { memMb: 1e9 },
    n_mem_unclear: { requirements: { mem: '16' } },
    n_mem_unreadable: { requirements: { mem: 'much' } },
    n_time_number: { requirements: { time: 7200 } },
    n_time_unreadable: { requirements: { time: 'soon' } },
    n_driver_outliers: { inputBytes: 5 },
    n_driver_other_source: { inputBytes: 0, outputBytes: 1e9 },
  };
  const sized = Object.values(losses).map((facts) => ({ inputBytes: 1e9, ...facts }));
  const { quality } = await modelOf([run([...sized, { durationSeconds: null, inputBytes: 1e9 }, {}])]);
  const expected = {
    n_not_completed: 1,
    n_duplicate_jobs: 0,
    n_leftover: 1,
    n_short: 1,
    n_clock_skew: 1,
    // The one whose measurement was left over has the clock, and so has the one without any.
    n_clock_unused: 2,
    n_without_duration: 1, // the one whose clock went backwards
    n_implausible: 1,
    n_without_driver: 1,
    n_driver_outliers: 1,
    n_driver_other_source: 1,
    n_mem_unclear: 1,
    n_mem_unreadable: 1,
    n_time_number: 1,
    n_time_unreadable: 1,
  };
  expect(quality.steps).toEqual({ align: expected });
  expect(quality).toMatchObject({ ...expected, n_merged_dumps: 0, n_unnamed_jobs: 0, steps_left_out: [] });
  expect(quality.references.n_short).toEqual([{ run: '0', step: 'align', job: 'J2' }]);
});

it('other dumps of a run and the completed jobs they repeat are counted', async () => {
  const jobs = [aJob({ id: 'A' }), aJob({ id: 'B' })];
  const early = aRun({ id: 'r', pipeline: 'p', jobs });
  const late = aRun({ id: 'r', pipeline: 'p', jobs: [...jobs, aJob({ id: 'C', durationSeconds: 90 })] });
  const { quality, steps } = await modelOf([early, late]);
  expect(quality).toMatchObject({ n_merged_dumps: 1, n_duplicate_jobs: 2 });
  expect(quality.references.n_merged_dumps).toEqual([{ run: 'r', step: null, job: null }]);
  expect(steps.align?.n_samples).toBe(3);
});

it('a sample that stands in two runs counts once', async () => {
  const undated = aJob({ submitted: null, completed: null });
  const { quality, steps } = await modelOf([
    aRun({ id: 'a', pipeline: 'p', jobs: [undated] }),
    aRun({ id: 'b', pipeline: 'p', jobs: [undated] }),
  ]);
  expect(quality.n_duplicate_jobs).toBe(1);
  expect(quality.references.n_duplicate_jobs).toEqual([{ run: 'b', step: 'align', job: 'J1' }]);
  expect(steps.align?.n_samples).toBe(1);
});

it('jobs whose command runs no snippet are counted', async () => {
  const { quality, steps } = await modelOf([run([{}, { snippet: null }])]);
  expect(quality.n_unnamed_jobs).toBe(1);
  expect(Object.keys(steps)).toEqual(['align']);
});

it('at most 20 jobs are named a count', async () => {
  const { quality } = await modelOf([run(Array.from({ length: 30 }, () => ({})))]);
  expect(quality.n_without_driver).toBe(30);
  expect(quality.references.n_without_driver).toHaveLength(20);
  expect(quality.references).not.toHaveProperty('n_short');
});

it('a step without a completed job is listed among those left out, with its failures counted nowhere else', async () => {
  const model = await modelOf([run([{}, { snippet: 'b', status: 'failed' }])]);
  expect(model.quality.steps_left_out).toEqual([
    { step: 'b', n_samples: 0, needs: 1, reason: 'min_step_samples' },
  ]);
  expect(model.quality.steps.b).toMatchObject({ n_not_completed: 1 });
  expect(model.pipelines.p?.steps).toEqual(['align', 'b']);
});

import { aJob, aRun, type JobFacts, type RuntimeMapping, runsOf } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Backtest,
  type BacktestOptions,
  backtest,
  EvaluateError,
  type TestedValue,
} from '../src/index.ts';
import { aHistory } from './backtest-history.ts';
import { expectFinite } from './finite.ts';

/** Runs of one job each. */
function oneJobRuns(jobs: readonly JobFacts[], from = 0): RuntimeMapping[] {
  return jobs.map((job, i) =>
    aRun({ number: from + i, pipeline: 'p', jobs: [aJob({ id: `J${from + i}`, ...job })] }),
  );
}

const memory = (memMb: number, requirements: Record<string, unknown> = {}): JobFacts => ({
  memMb,
  durationSeconds: null,
  completed: null,
  requirements,
});

/** Five jobs that used 100 to 200 MB, their median 110, without an input. */
const trained = oneJobRuns([100, 100, 110, 120, 200].map((memMb) => memory(memMb)));

it('a small example by hand: models, rules and counts', async () => {
  const test = oneJobRuns([memory(100, { mem: '300mb' }), memory(121), memory(220, { mem: '440mb' })], 10);
  const document = await backtest(trained, { test });
  const scores = (name: keyof Backtest['methods']) => document.methods[name].pooled.memory_rss_mb_max;
  // Off by 10 %, 11/121 and 110/220.
  expect(document.pooled).toEqual(document.methods.robust.pooled);
  for (const name of ['robust', 'reference', 'median'] as const) {
    expect(scores(name)).toMatchObject({ n: 3, under_predicted: 200 / 3, n_bounded: 0 });
    expect(scores(name).mdape).toBeCloseTo(10, 9);
    expect(scores(name).step_mdape).toBeCloseTo(10, 9);
  }
  // 200 for 100, 121 and 220.
  expect(scores('largest').mdape).toBeCloseTo((100 * 79) / 121, 9);
  expect(scores('largest').under_predicted).toBeCloseTo(100 / 3, 9);
  // 300 for 100 and 440 for 220; the other asked for nothing.
  expect(scores('request')).toMatchObject({ n: 2, mdape: 150, step_mdape: null, under_predicted: 0 });
  expect(document).toMatchObject({
    format: 'prm/backtest',
    split: 'given',
    train_fraction: null,
    seed: null,
    parts: 1,
    n_documents: 8,
    n_runs: 8,
    n_test_jobs: 3,
    skipped: [],
    not_tested: {
      memory_rss_mb_max: { n_short: 0, n_clock: 0, n_not_measured: 0, n_without_model: 0 },
      duration_seconds: { n_short: 0, n_clock: 0, n_not_measured: 3, n_without_model: 0 },
    },
    worse_than_reference: [],
  });
  expect(document.workflows).toEqual([{ workflow: 'p', pooled: document.pooled, methods: document.methods }]);
  expect(document.steps).toEqual([
    {
      workflow: 'p',
      step: 'align',
      counts: {
        memory_rss_mb_max: { n_train: 5, n_test: 3, better: null },
        duration_seconds: { n_train: 0, n_test: 0, better: null },
      },
      pooled: document.pooled,
      methods: document.methods,
    },
  ]);
});

it('every tested value comes with what was predicted for it', async () => {
  const values: TestedValue[] = [];
  const test = oneJobRuns([memory(110, { mem: '1gb' }), memory(120.5)], 10);
  await backtest(trained, { test, onValue: (value) => values.push(value) });
  expect(values.map(({ run, job, actual, nTrain, isNew }) => ({ run, job, actual, nTrain, isNew }))).toEqual([
    { run: '10', job: 'J10', actual: 110, nTrain: 5, isNew: false },
    { run: '11', job: 'J11', actual: 120.5, nTrain: 5, isNew: true },
  ]);
  const [first, second] = values as [TestedValue, TestedValue];
  expect(Object.keys(first.guesses)).toEqual(['robust', 'reference', 'median', 'largest', 'request']);
  expect(Object.keys(second.guesses)).toEqual(['robust', 'reference', 'median', 'largest']);
  expect(first.guesses.median).toEqual({ value: 110, bounds: null });
  expect(first.guesses.request).toEqual({ value: 1024, bounds: null });
  const upper = first.guesses.robust?.bounds?.upper as Record<string, number>;
  expect(upper['0.9']).toBeLessThanOrEqual(upper['0.95'] as number);
});

it('a short or clock duration is never an actual, and is counted apart', async () => {
  const timed: JobFacts = { durationSeconds: 60, measured: { sample_count: 60 } };
  const short: JobFacts = { durationSeconds: 0.2, measured: { sample_count: 1 } };
  const clock: JobFacts = { durationSeconds: null, completed: 70 };
  const train = oneJobRuns(Array(6).fill(timed));
  const document = await backtest(train, { test: oneJobRuns([timed, short, short, clock], 10) });
  expect(document.pooled.duration_seconds).toMatchObject({ n: 1, mdape: 0 });
  expect(document.not_tested.duration_seconds).toEqual({
    n_short: 2,
    n_clock: 1,
    n_not_measured: 0,
    n_without_model: 0,
  });
  expect(document.not_tested.memory_rss_mb_max).toMatchObject({ n_not_measured: 4 });
  expect(document.summary).toMatch(
    "Not tested: 2 durations too short to be measured, 1 duration by the poll's clock.",
  );
});

it('a step, a metric or a workflow without a model is counted', async () => {
  const test = [
    ...oneJobRuns([memory(100), { ...memory(50), snippet: 'never_seen' }], 10),
    aRun({ number: 20, pipeline: 'another', jobs: [aJob({ id: 'K', ...memory(5) })] }),
  ];
  const document = await backtest(trained, { test });
  expect(document.pooled.memory_rss_mb_max.n).toBe(1);
  expect(document.not_tested.memory_rss_mb_max.n_without_model).toBe(2);
});

it('a test run without a name is known by its steps', async () => {
  const steps = ['a', 'b', 'c'];
  const jobs = (number: number) =>
    steps.map((snippet) => aJob({ id: `${snippet}${number}`, snippet, memMb: 100 }));
  const train = [1, 2, 3].map((number) => aRun({ number, pipeline: 'p', jobs: jobs(number) }));
  const { pooled, workflows } = await backtest(train, { test: [aRun({ number: 9, jobs: jobs(9) })] });
  expect(pooled.memory_rss_mb_max).toMatchObject({ n: 3, mdape: 0 });
  expect(workflows.map(({ workflow }) => workflow)).toEqual(['p']);
});

it('what is known before a run is given: its card, its place, its version', async () => {
  // A card on which everything takes ten times as long.
  const onCard = (watts: number, durationSeconds: number): JobFacts => ({
    durationSeconds,
    measured: { sample_count: 50, gpu_utilization_avg: 50, gpu_power_limit_w: watts },
  });
  const jobs = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? onCard(300, 100) : onCard(70, 1000)));
  const { pooled } = await backtest(oneJobRuns(jobs), { split: 'leave-run-out' });
  expect(pooled.duration_seconds.n).toBe(40);
  expect(pooled.duration_seconds.mdape).toBeLessThan(1e-6);
});

it('better says which model has the smaller error', async () => {
  const { steps } = await backtest(aHistory(60, 2));
  expect(steps).toHaveLength(15);
  for (const { counts, methods } of steps) {
    const { n_train, n_test, better } = counts.memory_rss_mb_max;
    expect([n_train, n_test]).toEqual([42, 18]);
    const own = methods.robust.pooled.memory_rss_mb_max.mdape as number;
    const other = methods.reference.pooled.memory_rss_mb_max.mdape as number;
    expect(better).toBe(own === other ? null : own < other ? 'robust' : 'reference');
  }
});

it.each(['random', 'time', 'leave-run-out'] as const)(
  '%s: the same whatever the order of the documents',
  async (split) => {
    const history = aHistory(12, 3);
    const told = async (mappings: readonly unknown[]) => {
      const values: TestedValue[] = [];
      const document = await backtest(mappings, { split, seed: 4, onValue: (value) => values.push(value) });
      return { document, values };
    };
    const one = await told(history);
    expect(await told(history.toReversed())).toEqual(one);
    expect(one.document.parts).toBe(split === 'leave-run-out' ? 5 : 1);
    if (split === 'leave-run-out') expect(one.document.n_test_jobs).toBe(180);
  },
);

it('every number is finite, whatever was measured', async () => {
  const size = fc.double({ min: 1e-3, max: 1e15, noNaN: true });
  const job = fc.record({
    memMb: fc.double({ min: 1e-3, max: 1e7, noNaN: true }),
    inputBytes: size,
    durationSeconds: fc.double({ min: 1e-3, max: 1e8, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(job, { minLength: 8, maxLength: 40 }),
      fc.constantFrom('random', 'time', 'leave-run-out'),
      async (jobs, split) => {
        const document = await backtest(oneJobRuns(jobs), { split });
        expectFinite(document);
        expect(JSON.parse(JSON.stringify(document))).toEqual(document);
      },
    ),
    { numRuns: 30 },
  );
});

it('progress goes through both phases, and never backwards', async () => {
  const seen: string[] = [];
  let last = { phase: '', done: -1 };
  await backtest(
    runsOf([1, 2, 3, 4, 5, 6], (memMb) => ({ pipeline: 'p', jobs: [aJob({ memMb })] })),
    {
      split: 'leave-run-out',
      onProgress: ({ phase, done, total }) => {
        if (phase === last.phase) expect(done).toBeGreaterThanOrEqual(last.done);
        else seen.push(phase);
        if (total !== null) expect(done).toBeLessThanOrEqual(total);
        last = { phase, done };
      },
    },
  );
  expect(seen).toEqual(['reading', 'fitting']);
});

it.each<[string, Partial<Record<keyof BacktestOptions, unknown>>, RegExp]>([
  ['split', { split: 'halves' }, /split is halves, expected random, time, leave-run-out/],
  ['fraction', { trainFraction: 1 }, /trainFraction is 1, expected a number between 0 and 1/],
  ['fraction that is none', { trainFraction: Number.NaN }, /trainFraction is NaN/],
  ['seed', { seed: 1.5 }, /seed is 1.5, expected a whole number/],
])('a bad %s is refused', async (_, options, message) => {
  const attempt = backtest(trained, options as BacktestOptions);
  await expect(attempt).rejects.toThrow(message);
  await expect(attempt).rejects.toMatchObject({ code: 'evaluate/bad-option' });
  await expect(attempt).rejects.toBeInstanceOf(EvaluateError);
});

it('without anything to test it says what was found', async () => {
  const code = 'evaluate/nothing-to-test';
  await expect(backtest([])).rejects.toMatchObject({ code, message: 'nothing to test: no run files found' });
  const single = backtest([aRun({ pipeline: 'p', jobs: [aJob()] })], { split: 'leave-run-out' });
  await expect(single).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/1 run read, 1 job left out/),
  });
});

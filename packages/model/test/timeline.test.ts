import { aJob, aRun, type BuiltJob, expectClose, type JobFacts } from '@prm/testing';
import { expect, it } from 'vitest';
import type { StepTiming } from '../src/format/workflow-model.ts';
import { modelOf } from './training.ts';

/** A job that ran from one second to another; its id begins with its step. The run begins at 0. */
function job(id: string, from: number, to: number, facts: JobFacts = {}): BuiltJob {
  return aJob({
    id,
    snippet: id.slice(0, 1),
    started: from,
    completed: to,
    durationSeconds: to - from,
    ...facts,
  });
}

/** One list of jobs a run. */
async function timelineOf(
  runs: readonly (readonly BuiltJob[])[],
  minStepSamples = 1,
): Promise<Record<string, StepTiming>> {
  const mappings = runs.map((jobs, number) => aRun({ number, pipeline: 'p', jobs }));
  return (await modelOf(mappings, { minStepSamples })).pipelines.p?.timeline ?? {};
}

async function timing(runs: readonly (readonly BuiltJob[])[], step: string): Promise<StepTiming> {
  return (await timelineOf(runs))[step] as StepTiming;
}

const after = (...dependencies: string[]): JobFacts => ({ dependencies });

it('the offset of a step is the median of its first starts, from the first submission', async () => {
  const run = (start: number) => [
    job('a1', start, start + 60, { submitted: 5 }),
    job('a2', start + 30, start + 99),
  ];
  const { start_offset_seconds, n } = await timing([run(10), run(20), run(90)], 'a');
  expect(start_offset_seconds).toBe(20); // a2 was submitted at 0
  expect(n).toBe(3);
});

it('without any submission the first start is the beginning', async () => {
  const jobs = [job('a1', 40, 60, { submitted: null }), job('b1', 70, 80, { submitted: null })];
  expect((await timing([jobs], 'b')).start_offset_seconds).toBe(30);
});

it('a submission of a job that did not complete begins the run too', async () => {
  const failed = job('z1', 5, 6, { submitted: -100, status: 'failed' });
  expect((await timing([[failed, job('a1', 40, 60)]], 'a')).start_offset_seconds).toBe(140);
});

it('a step comes after one that is over when it starts, in every run that has both', async () => {
  const inOrder = [job('a1', 0, 50), job('b1', 60, 90)];
  const overlapping = [job('a1', 0, 50), job('b1', 40, 90)];
  expect((await timing([inOrder, inOrder], 'b')).after).toEqual(['a']);
  expect((await timing([inOrder, overlapping], 'b')).after).toEqual([]);
  expect((await timing([inOrder, [job('b1', 0, 9)], [job('a1', 0, 9)]], 'b')).after).toEqual(['a']);
});

it("starting one second before the other's recorded end is still after it, more is not", async () => {
  expect((await timing([[job('a1', 0, 50), job('b1', 49, 90)]], 'b')).after).toEqual(['a']);
  expect((await timing([[job('a1', 0, 50), job('b1', 48.9, 90)]], 'b')).after).toEqual([]);
});

it('only a step that usually starts earlier can precede; of two that start together the first by name', async () => {
  // Both are over at once: each would be after the other.
  const timeline = await timelineOf([[job('a1', 0, 0.5), job('b1', 0, 0.5)]]);
  expect([timeline.a?.after, timeline.b?.after]).toEqual([[], ['a']]);
});

it('what usually starts earlier is told by the median start, not by one late run', async () => {
  const late = [job('a1', 900, 905)];
  expect((await timing([[job('a1', 0, 5), job('b1', 20, 30)], [job('a1', 0, 5)], late], 'b')).after).toEqual([
    'a',
  ]);
});

it('steps that no run has both of say nothing of each other', async () => {
  const common = job('c1', 500, 510);
  const runs = [[job('a1', 0, 10), common], [job('b1', 60, 70), common], [common]];
  expect((await timing(runs, 'b')).after).toEqual([]);
});

it('a step without a start or without an end in a run has no place in it', async () => {
  const known = [job('a1', 10, 20), job('b1', 10, 20)];
  const unknown = [
    job('a1', 0, 20, { started: null }),
    job('b1', 30, 40, { completed: null, durationSeconds: null }),
  ];
  const timeline = await timelineOf([known, unknown]);
  expect([timeline.a?.n, timeline.b?.n]).toEqual([1, 1]);
});

it('steps, and what each waits for, are listed in order of their names', async () => {
  const timeline = await timelineOf([[job('z1', 0, 10), job('a1', 5, 12), job('c1', 20, 30)]]);
  expect(Object.keys(timeline)).toEqual(['a', 'c', 'z']);
  expect(timeline.c?.after).toEqual(['a', 'z']);
  const chain = await timelineOf([
    [
      job('z1', 0, 10),
      job('z2', 0, 99),
      job('a1', 5, 12),
      job('a2', 5, 99),
      job('c1', 20, 30, after('z1', 'a1')),
    ],
  ]);
  expect(chain.c?.after_first).toEqual(['a', 'z']);
});

it('all instances count: the last end of the one, the first start of the other', async () => {
  const jobs = [job('a1', 0, 50), job('a2', 0, 70), job('b1', 60, 90), job('b2', 80, 90)];
  expect((await timing([jobs], 'b')).after).toEqual([]);
});

it('what follows from others is left out of after', async () => {
  const jobs = [job('a1', 0, 10), job('b1', 10, 20), job('c1', 20, 30), job('d1', 10, 15)];
  const timeline = await timelineOf([jobs]);
  expect(timeline.c?.after).toEqual(['b', 'd']);
  expect(timeline.b?.after).toEqual(['a']);
});

it('a recorded dependency of overlapping steps makes a chain: one instance is enough', async () => {
  const jobs = [
    job('a1', 0, 50),
    job('a2', 0, 100),
    job('b1', 55, 90, after('a1')),
    job('b2', 105, 140, after('a2')),
  ];
  const { after: waits, after_first, lag_seconds } = await timing([jobs], 'b');
  expect([waits, after_first, lag_seconds]).toEqual([[], ['a'], 5]);
});

it('a chain may start in the very moment that its first instance is over', async () => {
  const jobs = [job('a1', 0, 50), job('a2', 0, 100), job('b1', 50, 90, after('a1'))];
  expect((await timing([jobs], 'b')).after_first).toEqual(['a']);
});

it('one run that starts before any instance is over makes it no chain', async () => {
  const chain = [job('a1', 0, 50), job('a2', 0, 100), job('b1', 55, 90, after('a1'))];
  const odd = [job('a1', 0, 50), job('a2', 0, 100), job('b1', 40, 90, after('a1'))];
  expect(await timing([chain, odd], 'b')).toMatchObject({ after: ['a'], after_first: [] });
});

it('a dependency of steps that no run completed both of is one all the same', async () => {
  const failed = [job('a1', 0, 50), job('b1', 60, 70, { ...after('a1'), status: 'failed' })];
  const alone = [job('b1', 60, 70)];
  expect(await timing([failed, alone], 'b')).toMatchObject({ after: ['a'], after_first: [] });
});

it('chains are not reduced', async () => {
  const jobs = [
    job('a1', 0, 50),
    job('a2', 0, 100),
    job('b1', 55, 90, after('a1')),
    job('b2', 105, 140, after('a2')),
    job('c1', 95, 120, after('a1', 'b1')),
    job('c2', 145, 150, after('a2', 'b2')),
  ];
  expect((await timing([jobs], 'c')).after_first).toEqual(['a', 'b']);
});

it('without a recorded dependency overlapping steps are not chained', async () => {
  const jobs = [job('a1', 0, 50), job('a2', 0, 100), job('b1', 55, 90), job('b2', 105, 140)];
  expect(await timing([jobs], 'b')).toMatchObject({ after: [], after_first: [] });
});

it('a dependency on a job of the same step, or on one the run does not hold, says nothing', async () => {
  const jobs = [job('a1', 0, 50), job('a2', 50, 90, after('a1', 'gone'))];
  expect(await timing([jobs], 'a')).toMatchObject({ after: [], after_first: [], lag_seconds: 0 });
});

it('a recorded dependency holds against the clock, unless a run shows the opposite', async () => {
  // b starts before any a is over, by a clock that is wrong or a dependency on what else a does.
  const odd = [job('a1', 0, 50), job('b1', 20, 90, after('a1'))];
  expect(await timing([odd], 'b')).toMatchObject({ after: ['a'], after_first: [] });
  const together = [job('a1', 90, 150), job('b1', 20, 90, after('a1'))];
  expect(await timing([odd, odd, together], 'b')).toMatchObject({ after: ['a'], after_first: [] });
  const opposite = [job('a1', 100, 150), job('b1', 20, 90, after('a1'))];
  // The offsets keep their order: b starts at 20, a at 0.
  expect(await timing([odd, odd, opposite], 'b')).toMatchObject({ after: [], after_first: [] });
});

it('the lag is the median time from what it waits for to its start, at least 0', async () => {
  const run = (gap: number) => [job('a1', 0, 50), job('b1', 50 + gap, 99)];
  expect((await timing([run(2), run(7), run(30)], 'b')).lag_seconds).toBe(7);
  expect((await timing([run(-1), run(-0.5), run(3)], 'b')).lag_seconds).toBe(0);
});

it('a step that waits for nothing has its lag from the beginning of the run', async () => {
  expect((await timing([[job('a1', 12, 50)]], 'a')).lag_seconds).toBe(12);
});

it('the reference is the latest of those the run has; a run that has none of them is left out', async () => {
  const both = [job('a1', 0, 50), job('b1', 0, 40), job('c1', 60, 70)];
  const onlyB = [job('b1', 0, 40), job('c1', 60, 70)];
  const none = [job('c1', 900, 950)];
  const { after: waits, lag_seconds } = await timing([both, onlyB, none], 'c');
  expect(waits).toEqual(['a', 'b']);
  expect(lag_seconds).toBe(15); // of 10 and 20
});

it('instances are the median number of completed jobs a run', async () => {
  const run = (n: number) => Array.from({ length: n }, (_, i) => job(`a${i}`, 0, 10));
  const failed = job('a9', 0, 10, { status: 'failed' });
  expect((await timing([run(1), run(2), run(4)], 'a')).instances).toBe(2);
  expect((await timing([run(2), [...run(2), failed]], 'a')).instances).toBe(2);
  expect((await timing([run(1), run(4)], 'a')).instances).toBe(2.5);
});

it('the span factor is the span of all instances over the usual one, at least 1', async () => {
  // Four jobs, two at a time: 0–10, 0–12, 12–22, 12–24; the usual takes 11.
  const jobs = [job('a1', 0, 10), job('a2', 0, 12), job('a3', 12, 22), job('a4', 12, 24)];
  expectClose((await timing([jobs], 'a')).span_factor, 24 / 11);
  expect((await timing([[job('a1', 0, 10)]], 'a')).span_factor).toBe(1);
});

it('of several runs the span factor is the median', async () => {
  const run = (factor: number) => [job('a1', 0, 10), job('a2', 10 * (factor - 1), 10 * factor)];
  expect((await timing([run(2), run(3), run(9)], 'a')).span_factor).toBe(3);
});

it('where no instance has both a start and an end nothing is known of the factor', async () => {
  const jobs = [job('a1', 0, 99, { completed: null }), job('a2', 0, 40, { started: null })];
  expect((await timing([jobs], 'a')).span_factor).toBe(1);
});

it('runs whose instances usually take no time say nothing of the span', async () => {
  const instant = [job('a1', 0, 0), job('a2', 30, 30)];
  const run = [job('a1', 0, 10), job('a2', 10, 20)];
  expect((await timing([instant, run], 'a')).span_factor).toBe(2);
  expect((await timing([instant], 'a')).span_factor).toBe(1);
});

it('a step without a duration curve keeps its span, the median of last end less first start', async () => {
  const run = (n: number) => [...[1, 2, 3].map((i) => job(`a${i}`, 0, 10)), job('b1', 10, 10 + n)];
  const timeline = await timelineOf([run(30), run(50)], 3);
  expect(timeline.b?.wall_span_seconds).toBe(40);
  expect(timeline.a?.wall_span_seconds).toBeNull();
});

it('a span is never negative, also of jobs whose clock went backwards', async () => {
  const backwards = job('a1', 50, 20, { durationSeconds: null });
  expect((await timing([[backwards]], 'a')).wall_span_seconds).toBeGreaterThanOrEqual(0);
});

it('partial and resumed runs do not count where there are others', async () => {
  const whole = [job('a1', 0, 10), job('b1', 20, 30)];
  const partial = [job('a1', 500, 510)];
  const attempt = { record: { previous_attempts: [{ status: 'failed' }] } };
  const resumed = [job('a1', 0, 10), job('b1', 9000, 9010, attempt)];
  expect(await timing([whole, partial, resumed], 'b')).toMatchObject({ n: 1, lag_seconds: 10 });
  expect(await timing([whole, partial, resumed], 'a')).toMatchObject({ n: 1, start_offset_seconds: 0 });
});

it('where all runs are partial or resumed, all count', async () => {
  const attempt = { record: { previous_attempts: [{ status: 'failed' }] } };
  const resumed = [job('a1', 0, 10), job('b1', 9000, 9010, attempt)];
  expect(await timing([resumed, [job('a1', 4, 10)]], 'a')).toMatchObject({ n: 2, start_offset_seconds: 2 });
});

it('jobs that only an early dump holds have no place on the timeline', async () => {
  // The dump that stands for the run does not hold a2.
  const early = aRun({ id: 'r', pipeline: 'p', jobs: [job('a1', 0, 10), job('a2', 0, 10)] });
  const late = aRun({ id: 'r', pipeline: 'p', jobs: [job('a1', 0, 10), job('b1', 20, 30)] });
  const model = await modelOf([early, late]);
  expect(model.steps.a?.n_samples).toBe(2);
  expect(model.pipelines.p?.timeline.a?.instances).toBe(1);
});

it('a run without a time has no place either', async () => {
  const undated = aJob({ id: 'a1', snippet: 'a', submitted: null, completed: null });
  expect(await timelineOf([[undated]])).toEqual({});
});

it('each pipeline of a model has its own timeline', async () => {
  const model = await modelOf([
    aRun({ number: 0, pipeline: 'p', module: 'm', jobs: [job('a1', 0, 10), job('b1', 10, 20)] }),
    aRun({ number: 1, pipeline: 'q', module: 'm', jobs: [job('b1', 70, 80)] }),
  ]);
  expect(model.pipelines.p?.timeline.b).toMatchObject({ after: ['a'], start_offset_seconds: 10 });
  expect(model.pipelines.q?.timeline.b).toMatchObject({ after: [], start_offset_seconds: 70 });
});

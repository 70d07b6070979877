import { registryOf } from '@prm/model';
import { aJob } from '@prm/testing';
import { expect, it } from 'vitest';
import { evaluateRun } from '../../src/evaluate-run.ts';
import { aConstant, aModel, aRegistry, aStep, aTimedStep, jobsOf, runOf } from '../models.ts';

const HOUR = 3600;

/** align should take 15 h, sort and call 3 h each in 20 jobs: 21 h in all, usually up to 26 h. */
const cohort = aRegistry({
  align: aTimedStep(15 * HOUR, { mad: 0.1, n: 30, q95: 4 / 15 }),
  sort: aTimedStep(0.15 * HOUR, { mad: 0.2, n: 30, q95: 1 / 6 }),
  call: aTimedStep(0.15 * HOUR, { mad: 0.2, n: 30, q95: 1 / 6 }),
});

function cohortRun(alignHours: number, otherHours: number) {
  return runOf([
    ...jobsOf('align', [alignHours * HOUR], { inputBytes: 2e9 }),
    ...jobsOf('sort', Array<number>(20).fill((otherHours / 40) * HOUR)),
    ...jobsOf('call', Array<number>(20).fill((otherHours / 40) * HOUR)),
  ]);
}

function firstWords(...[registry, run]: Parameters<typeof evaluateRun>): string {
  return evaluateRun(registry, run).words[0] as string;
}

it('a slow run: what it took, what was expected, what is usual, and which step caused how much of the rest', () => {
  const words = firstWords(cohort, cohortRun(55, 7));
  expect(words).toMatch(/^Slow\b/);
  expect(words).toContain('took 62 h');
  expect(words).toContain('expected 21 h (usual up to 26 h)');
  expect(words).toMatch(/41 h.*align 40 h|align.*40 h of the 41 h/);
  expect(words).toContain('other steps normal');
});

it('a normal run says no more than what it took and what was expected', () => {
  expect(firstWords(cohort, cohortRun(15, 6))).toBe(
    'Normal: the jobs took 21 h; expected 21 h (usual up to 26 h).',
  );
});

it('a normal run that took longer than usual names the step too', () => {
  const registry = aRegistry({ align: aTimedStep(HOUR, { mad: 0.2 }), sort: aTimedStep(HOUR, { mad: 0.2 }) });
  const words = firstWords(registry, runOf([...jobsOf('align', [1.1 * HOUR]), ...jobsOf('sort', [HOUR])]));
  expect(words).toMatch(/^Normal: .*\balign (?:caused )?6 min/);
});

it('a degraded run names its steps, those of a tenth of what was lost and more', () => {
  const words = firstWords(cohort, cohortRun(18, 8));
  expect(words).toMatch(/^Degraded\b/);
  expect(words).toContain('took 26 h');
  for (const part of [/align (?:caused )?3 h/, /sort (?:caused )?1 h/, /call (?:caused )?1 h/])
    expect(words).toMatch(part);
  const few = firstWords(cohort, cohortRun(18, 6.4));
  expect(few).toMatch(/align (?:caused )?3 h/);
  expect(few).not.toMatch(/sort|call/);
});

it('jobs that are flagged in other steps are not called normal', () => {
  const registry = aRegistry({ align: aTimedStep(20 * HOUR), qc: aTimedStep(60) });
  const run = runOf([...jobsOf('align', [60 * HOUR]), ...jobsOf('qc', [600, 60, 60])]);
  const { words } = evaluateRun(registry, run);
  expect(words[0]).not.toContain('other steps normal');
  expect(words.slice(1).join(' ')).toContain('qc');
});

it('steps of which only memory is flagged are not called normal either', () => {
  const registry = aRegistry({ align: aTimedStep(20 * HOUR), qc: aTimedStep(60, {}, 1000) });
  const run = runOf([...jobsOf('align', [60 * HOUR]), ...jobsOf('qc', [60], { memMb: 9000 })]);
  expect(firstWords(registry, run)).not.toContain('other steps normal');
});

it('where there are no other steps, nothing is said of them', () => {
  const registry = aRegistry({ align: aTimedStep(20 * HOUR) });
  expect(firstWords(registry, runOf(jobsOf('align', [60 * HOUR])))).not.toContain('other steps');
});

it('a late job is a cause, also where the other jobs of its step made up for it', () => {
  const registry = aRegistry({ align: aTimedStep(10 * HOUR) });
  const run = runOf(jobsOf('align', [21 * HOUR, HOUR, HOUR]));
  const evaluation = evaluateRun(registry, run);
  expect(evaluation).toMatchObject({ verdict: 'degraded', causes: [{ job_name: 'align_S1' }] });
  expect(evaluation.words[0]).not.toContain('No step took longer than expected');
  expect(evaluation.words[0]).toContain('align');
});

it('where every one of many steps took longer, none of them a tenth of it, some are named all the same', () => {
  const names = Array.from({ length: 12 }, (_, i) => `step${i}`);
  const registry = aRegistry(Object.fromEntries(names.map((name) => [name, aTimedStep(HOUR)])));
  const { verdict, words } = evaluateRun(registry, runOf(names.flatMap((name) => jobsOf(name, [3 * HOUR]))));
  expect(verdict).toBe('slow');
  expect(words[0]).not.toContain('No step took longer than expected');
  expect(words[0]).toMatch(/step\d/);
});

it('what one job gained does not hide what another lost', () => {
  const registry = aRegistry({ call: aTimedStep(10 * HOUR, { mad: 0.5 }), merge: aTimedStep(10 * HOUR) });
  const run = runOf([...jobsOf('call', [18 * HOUR, HOUR]), ...jobsOf('merge', [12 * HOUR])]);
  const { verdict, causes, words } = evaluateRun(registry, run);
  expect([verdict, causes[0]?.snippet]).toEqual(['degraded', 'call']);
  expect(words[0]).toContain('call');
});

it('a run that lost less than the monitor tells apart names the step all the same', () => {
  const evaluation = evaluateRun(aRegistry({ align: aTimedStep(5) }), runOf(jobsOf('align', [5.9])));
  expect(evaluation.verdict).toBe('degraded');
  expect(evaluation.words[0]).toContain('align');
});

it('fast never stands beside a flag without saying so', () => {
  const registry = aRegistry({ align: aTimedStep(20 * HOUR), qc: aTimedStep(60) });
  const run = runOf([...jobsOf('align', [15 * HOUR]), ...jobsOf('qc', [600])]);
  const evaluation = evaluateRun(registry, run);
  expect(evaluation).toMatchObject({ verdict: 'fast', flagged_steps: [{ snippet: 'qc' }] });
  expect(evaluation.words[0]).toMatch(/^Fast, with 1 job flagged:/);
  const two = evaluateRun(registry, runOf([...jobsOf('align', [15 * HOUR]), ...jobsOf('qc', [600, 600])]));
  expect(two.words[0]).toContain('2 jobs flagged');
});

it('a pause is told: how long, and that it is not graded', () => {
  const run = runOf([
    aJob({ id: 'A', durationSeconds: 2 * HOUR }),
    aJob({ id: 'B', durationSeconds: 3 * HOUR, submitted: 26 * HOUR }),
  ]);
  const { words } = evaluateRun(aRegistry({ align: aTimedStep(2.5 * HOUR, { mad: 0.3 }) }), run);
  expect(words[0]).toMatch(/^Normal/);
  expect(words[1]).toBe(
    '29 h from the first start to the last end, of which 24 h no job ran; that time is not graded.',
  );
});

it('a pause of less than a minute, or than a tenth of the run, is not worth telling', () => {
  const registry = aRegistry({ align: aTimedStep(100) });
  const wordsOf = (pause: number, seconds: number) =>
    evaluateRun(
      registry,
      runOf([
        aJob({ id: 'A', durationSeconds: seconds }),
        aJob({ id: 'B', durationSeconds: seconds, submitted: seconds + pause }),
      ]),
    ).words.join(' ');
  expect(wordsOf(59, 100)).not.toContain('no job ran');
  expect(wordsOf(60, 100)).toContain('no job ran');
  expect(wordsOf(60, 300)).not.toContain('no job ran');
});

it('unknown says what is missing: samples', () => {
  const registry = aRegistry({}, { leftOut: { align: 2, sort: 1 } });
  const run = runOf([...jobsOf('align', [60, 60]), ...jobsOf('sort', [60])]);
  expect(firstWords(registry, run)).toBe(
    'Unknown: no job could be graded (align: 2 samples, needs 3; sort: 1 sample, needs 3).',
  );
});

it('unknown says what is missing: a model', () => {
  expect(firstWords(registryOf([]), runOf([aJob()]))).toBe(
    'Unknown: no model of pipeline germline has been trained.',
  );
});

it('unknown says what is missing: a choice, where several models know the pipeline', () => {
  const registry = registryOf([
    aModel({ align: aTimedStep(60) }),
    aModel({ align: aTimedStep(60) }, { key: 'other' }),
  ]);
  const words = firstWords(registry, runOf([aJob()], { module: 'moved' }));
  expect(words).not.toContain('no model of pipeline germline has been trained');
  expect(words).toMatch(/other.*somatic/);
});

it('unknown says what is missing: a name, where a run has none and its steps are those of no pipeline', () => {
  const run = runOf([aJob({ snippet: 'new' })], { metadata: { pipeline_name: undefined }, module: 'moved' });
  const words = firstWords(aRegistry({ align: aTimedStep(60) }), run);
  expect(words).toMatch(/^Unknown: /);
  expect(words).not.toContain('sig-');
});

it('unknown says what is missing: durations', () => {
  const byMemory = aRegistry({ align: aStep({ metrics: { memory_rss_mb_max: aConstant(100) } }) });
  expect(firstWords(byMemory, runOf([aJob({ memMb: 90 })]))).toBe(
    'Unknown: no job has a duration that can be compared with the trained ones.',
  );
});

it('unknown says what is missing: a job that completed', () => {
  const registry = aRegistry({ align: aTimedStep(60) });
  const failed = (n: number) =>
    runOf(Array.from({ length: n }, (_, i) => aJob({ id: `J${i}`, status: 'failed' })));
  expect(firstWords(registry, failed(3))).toBe('Unknown: none of its 3 jobs completed.');
  expect(firstWords(registry, failed(1))).not.toContain('none of its 1 job');
});

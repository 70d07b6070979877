import { aJob } from '@prm/testing';
import { expect, it } from 'vitest';
import { evaluateRun } from '../../src/evaluate-run.ts';
import { aRegistry, aTimedStep, jobsOf, runOf } from '../models.ts';

const GB = 1024 ** 3;
const HOUR = 3600;

/** What is said of flags: all but the headline. */
function flagWords(...[registry, run]: Parameters<typeof evaluateRun>): string[] {
  return evaluateRun(registry, run).words.slice(1);
}

it('memory: what was used of what was asked for, and how many times the expected', () => {
  const registry = aRegistry({ align: aTimedStep(60, {}, 1843) });
  const run = runOf([aJob({ memMb: 6246, inputBytes: 2 * GB, requirements: { mem: '8gb' } })]);
  const [words] = flagWords(registry, run) as [string];
  expect(words).toContain('align');
  expect(words).toMatch(
    /peak memory 6\.1 (GB )?of the 8 GB asked for: 3\.4 × the 1\.8 GB expected for a 2 GB input\./i,
  );
});

it('memory of a job that asked for nothing, at no known size', () => {
  const registry = aRegistry({ align: aTimedStep(60, {}, 1024) });
  expect(flagWords(registry, runOf([aJob({ memMb: 3072 })]))[0]).toMatch(
    /peak memory 3 GB: 3 × the 1 GB expected\.$/i,
  );
});

it('memory near its limit is said with what to do, and stands first', () => {
  const registry = aRegistry({ align: aTimedStep(HOUR, {}, 1843), sort: aTimedStep(60, {}, 1024) });
  const run = runOf([
    ...jobsOf('align', [3 * HOUR], { memMb: 9000 }),
    ...jobsOf('sort', [60], { memMb: 3500, requirements: { mem: '4gb' } }),
  ]);
  const words = flagWords(registry, run);
  expect(words[0]).toMatch(/sort.*Near its limit: see prm recommend\.$/);
  expect(words[1]).toMatch(/align.*took 3 h/);
  expect(words[2]).toMatch(/align.*memory/i);
});

it('time: what it took, what was expected, what is usual', () => {
  const registry = aRegistry({ align: aTimedStep(20 * HOUR, { q95: 0.25 }) });
  const run = runOf(jobsOf('align', [60 * HOUR], { inputBytes: 92 * GB }));
  expect(flagWords(registry, run)[0]).toMatch(
    /align.* took 60 h, expected 20 h \(usual up to 25 h\) for a 92 GB input\.$/,
  );
});

it('many jobs of a step are one sentence, with the worst of them by name', () => {
  const registry = aRegistry({ mosdepth: aTimedStep(600) });
  const seconds = Array.from({ length: 40 }, (_, i) => (i < 12 ? 1800 + 60 * i : 600));
  const words = flagWords(registry, runOf(jobsOf('mosdepth', seconds)));
  expect(words).toHaveLength(1);
  expect(words[0]).toContain('12 of 40 mosdepth jobs');
  expect(words[0]).toContain('mosdepth_S12');
  expect(words[0]).toContain('took 41 min, expected 10 min');
});

it('one of several jobs of a step is told by name', () => {
  const registry = aRegistry({ mosdepth: aTimedStep(600) });
  const words = flagWords(registry, runOf(jobsOf('mosdepth', [600, 600, 1800])));
  expect(words[0]).toContain('1 of 3 mosdepth jobs (mosdepth_S3)');
});

it('a job without a friendly name is told by its id', () => {
  const registry = aRegistry({ align: aTimedStep(60) });
  const run = runOf(['A', 'B'].map((id) => aJob({ id, durationSeconds: id === 'A' ? 600 : 60 })));
  expect(flagWords(registry, run)[0]).toContain('(A)');
});

it('steps stand by the time they lost, memory after time', () => {
  const registry = aRegistry({ a: aTimedStep(60, {}, 100), b: aTimedStep(HOUR), c: aTimedStep(60) });
  const run = runOf([
    ...jobsOf('a', [60], { memMb: 90_000 }),
    ...jobsOf('c', Array<number>(10).fill(600)),
    ...jobsOf('b', [3 * HOUR]),
  ]);
  expect(flagWords(registry, run).map((words) => /\b([abc])\b/.exec(words)?.[1])).toEqual(['b', 'c', 'a']);
});

it.each([
  [8, 'an 8 GB'],
  [8.2, 'an 8.2 GB'],
  [80, 'an 80 GB'],
  [812, 'an 812 GB'],
  [11, 'an 11 GB'],
  [18, 'an 18 GB'],
  [1.8, 'a 1.8 GB'],
  [110, 'a 110 GB'],
  [180, 'a 180 GB'],
  [50, 'a 50 GB'],
])('the article of an input of %d GB follows how it is read aloud', (size, words) => {
  const registry = aRegistry({ align: aTimedStep(20 * HOUR, { q95: 0.25 }) });
  const [line] = flagWords(
    registry,
    runOf(jobsOf('align', [60 * HOUR], { inputBytes: Math.round(size * GB) })),
  );
  expect(line).toContain(` for ${words} input.`);
});

import { aJob } from '@prm/testing';
import { expect, it } from 'vitest';
import { evaluateRun } from '../../src/evaluate-run.ts';
import { aRegistry, aTimedStep, jobsOf, runOf } from '../models.ts';

const registry = aRegistry({ align: aTimedStep(60) }, { leftOut: { rare: 2 } });
const done = aJob({ id: 'done' });

function wordsOf(...jobs: Parameters<typeof runOf>[0]): string[] {
  return evaluateRun(registry, runOf([done, ...jobs])).words.slice(1);
}

function failed(n: number, snippet: string | null, error: string, memMb?: (i: number) => number) {
  return Array.from({ length: n }, (_, i) =>
    aJob({
      id: `F${i}`,
      snippet,
      status: 'failed',
      durationSeconds: null,
      requirements: { mem: '8gb' },
      ...(memMb === undefined ? {} : { memMb: memMb(i) }),
      record: { error_msg: error, name: `${snippet}_S${i + 1}` },
    }),
  );
}

it('a failed job is shown with its error, the kind of failure, its peak against its request, and what to try', () => {
  expect(wordsOf(...failed(1, 'align', 'Job failed: Out of memory', () => 7782))).toEqual([
    'align (align_S1) failed "Job failed: Out of memory": ran out of memory (used 7.6 GB of the 8 GB asked for); try mem 11gb.',
  ]);
});

it('failed jobs of one step that need the same are one sentence', () => {
  const [words, ...more] = wordsOf(...failed(12, 'align', 'Exit code: 1'));
  expect(words).toMatch(/^12 align jobs failed "Exit code: 1": /);
  expect(more).toEqual([]);
});

it('also where each of them used another amount of memory', () => {
  const words = wordsOf(...failed(12, 'align', 'Job failed: Out of memory', (i) => 7000 + 90 * i));
  expect(words).toHaveLength(1);
  expect(words[0]).toContain('12 align jobs');
});

it('an error is told on one line and not at length; half a character is none', () => {
  const [words] = wordsOf(...failed(1, 'align', `first\n\n  seconds${'🧬'.repeat(200)}`)) as [string];
  expect(words).toContain('"first seconds🧬');
  expect([...words].length).toBeLessThan(260);
  expect(words).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
});

it('failed jobs that name no step are counted in proper words', () => {
  expect(wordsOf(...failed(1, null, 'Exit code: 1'))[0]).toMatch(/^a job without a step \(.*\) failed /i);
  expect(wordsOf(...failed(2, null, 'Exit code: 1'))[0]).toMatch(/^2 jobs without a step failed /);
});

it('jobs that did not run to an end are counted by status', () => {
  const status = (id: string, of: string) => aJob({ id, status: of, durationSeconds: null });
  expect(wordsOf(status('A', 'running'))).toEqual(['1 job did not run to an end: 1 running.']);
  expect(
    wordsOf(status('A', 'pending'), status('B', 'cancelled'), status('C', 'pending'), status('D', 'running')),
  ).toEqual(['4 jobs did not run to an end: 2 pending, 1 cancelled and 1 running.']);
});

it('jobs without a model are told by step, with what is missing', () => {
  expect(wordsOf(...jobsOf('rare', [60, 60]), ...jobsOf('new', [60]))).toEqual([
    'Not compared: 1 job of new (a step that no training run had) and 2 jobs of rare (2 samples, needs 3).',
  ]);
});

it('jobs without a model that name no step are counted in proper words', () => {
  const [words] = wordsOf(...['A', 'B'].map((id) => aJob({ id, snippet: null })));
  expect(words).toContain('its command names no snippet');
  expect(words).not.toContain('2 jobs of a job');
});

it('failures stand before flags, what was not compared last', () => {
  const words = wordsOf(
    ...failed(1, 'align', 'Exit code: 1'),
    ...jobsOf('align', [600]),
    ...jobsOf('rare', [60]),
  );
  expect(words.map((line) => /failed|took|Not compared/.exec(line)?.[0])).toEqual([
    'failed',
    'took',
    'Not compared',
  ]);
});

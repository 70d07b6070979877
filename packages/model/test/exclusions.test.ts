import { mergeDumps, RunTable, readRuns } from '@prm/ingest';
import { aJob, aRun } from '@prm/testing';
import { expect, it } from 'vitest';
import { type Exclusion, findExcluded, parseExclusions } from '../src/training/exclusions.ts';

async function excluded(mappings: readonly unknown[], entries: readonly string[]): Promise<Exclusion> {
  const table = new RunTable();
  for await (const { run, digests } of readRuns(mappings)) if (run !== null) table.add(run, digests);
  return findExcluded(table, await mergeDumps(table), entries);
}

it.each([
  ['', []],
  ['RUN17', ['RUN17']],
  ['RUN17\nRUN18\n', ['RUN17', 'RUN18']],
  ['RUN17\r\nRUN18\rRUN19', ['RUN17', 'RUN18', 'RUN19']],
  ['  \tRUN17  \n\n \n', ['RUN17']],
  ['# all of it\n#RUN17\nRUN18 # a broken node\nRUN19\t#x', ['RUN18', 'RUN19']],
  ['run#3\nalign@1.2#b', ['run#3', 'align@1.2#b']],
  ['a run with blanks', ['a run with blanks']],
])('a list holds an entry a line, without comments and blank lines: %j', (text, entries) => {
  expect(parseExclusions(text)).toEqual(entries);
});

const versioned = (number: number, version: string | null, more: object = {}) =>
  aRun({
    number,
    module: `/reg/registry/lab/mod${version === null ? '' : `:${version}`}`,
    jobs: [aJob({ id: `A${number}`, snippet: 'align' }), aJob({ id: `S${number}`, snippet: 'sort' })],
    ...more,
  });

it('a run is named by its id, else its hash, else its name', async () => {
  const runs = [
    versioned(0, null, { metadata: { run_id: 17, run_hash: 'h', run_name: 'n' } }),
    versioned(1, null, { id: null, metadata: { run_hash: 'h', run_name: 'n' } }),
    versioned(2, null, { id: null, metadata: { run_name: 'n' } }),
  ];
  expect([...(await excluded(runs, ['17'])).runs]).toEqual([0]);
  expect([...(await excluded(runs, ['h'])).runs]).toEqual([1]);
  expect([...(await excluded(runs, ['n'])).runs]).toEqual([2]);
});

it('a job is named by its id, in every run that has it', async () => {
  const runs = [versioned(0, null), versioned(1, null)];
  const { runs: none, jobs, nJobs, unknown } = await excluded(runs, ['S1', 'A0', 'A1']);
  expect([none.size, nJobs, unknown]).toEqual([0, 3, []]);
  expect([...jobs].map(([run, rows]) => [run, rows.size])).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

it('step@version names all jobs of a step in the runs of a version', async () => {
  const runs = [versioned(0, '1.2'), versioned(1, '1.3'), versioned(2, null)];
  const { jobs, nJobs } = await excluded(runs, ['align@1.2']);
  expect([[...jobs.keys()], nJobs]).toEqual([[0], 1]);
});

it('what names nothing is told, whatever it is called', async () => {
  const runs = [versioned(0, '1.2')];
  const entries = ['nope', 'align@9', 'align@', '@1.2', 'align', '__proto__', 'constructor', 'A0'];
  const { nJobs, unknown } = await excluded(runs, entries);
  expect(nJobs).toBe(1);
  expect(unknown).toEqual(['@1.2', '__proto__', 'align', 'align@', 'align@9', 'constructor', 'nope']);
});

it('a job of a run that is excluded is known, and not counted again', async () => {
  const runs = [versioned(0, '1.2', { metadata: { run_id: 17 } })];
  const { runs: gone, jobs, nJobs, unknown } = await excluded(runs, ['17', 'A0', 'sort@1.2']);
  expect([gone.size, jobs.size, nJobs, unknown]).toEqual([1, 0, 0, []]);
});

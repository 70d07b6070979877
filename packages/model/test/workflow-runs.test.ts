import { aJob, aRun, type RunFacts, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import { pipelineSignature } from '../src/training/detect-pipeline.ts';
import { gather } from './training.ts';

/** Run ids in canonical order. */
async function order(mappings: readonly unknown[]): Promise<(string | null)[]> {
  return (await gather(mappings)).runs.map(({ row }) => row.text);
}

function named(facts: Partial<RunFacts>): unknown {
  return aRun({ pipeline: 'p', jobs: [aJob()], ...facts });
}

it('runs are ordered by their latest completion, wherever they come in the source', async () => {
  const runs = [
    named({
      id: 'late',
      jobs: [aJob({ id: 'A', durationSeconds: 10 }), aJob({ id: 'B', durationSeconds: 900 })],
    }),
    named({ id: 'early', jobs: [aJob({ id: 'C', durationSeconds: 600 })] }),
    named({ id: 'between', jobs: [aJob({ id: 'D', durationSeconds: 700 })] }),
  ];
  expect(await order(runs)).toEqual(['early', 'between', 'late']);
});

it('runs that ended together are ordered by run id, as text', async () => {
  const runs = ['9', '10', 'b', 'B'].map((id, i) => named({ id, jobs: [aJob({ id: `J${i}` })] }));
  expect(await order(runs)).toEqual(['10', '9', 'B', 'b']);
});

it('a run is called by its id, else its hash, else its name', async () => {
  const metadata = { run_hash: 'hash', run_name: 'name' };
  expect(await order([named({ id: 'id', metadata })])).toEqual(['id']);
  expect(await order([named({ id: null, metadata })])).toEqual(['hash']);
  expect(await order([named({ id: null, metadata: { run_name: 'name' } })])).toEqual(['name']);
});

it('runs that ended together and are called the same are ordered by their smallest job id', async () => {
  const runs = ['C', 'A', 'B'].map((id) =>
    named({ id: 'same', jobs: [aJob({ id: `${id}2` }), aJob({ id: `${id}1` })] }),
  );
  const { table, runs: ordered } = await gather(runs);
  expect(ordered.map(({ row }) => table.id(row.firstJob))).toEqual(['A1', 'B1', 'C1']);
});

it('what is missing comes last: a run without a completion, and of equal times one without a name', async () => {
  const runs = [
    named({ id: 'a', jobs: [aJob({ id: 'J1', completed: null })] }),
    named({ id: null, jobs: [aJob({ id: 'J2' })] }),
    named({ id: 'z', jobs: [aJob({ id: 'J3' })] }),
  ];
  expect(await order(runs)).toEqual(['z', null, 'a']);
});

it('runs are gathered under the module by default, and under pipeline or registry reference when asked', async () => {
  const runs = runsOf(['p', 'q'], (pipeline) => ({
    pipeline,
    module: '/data/registry/sci/somatic:20260701',
    jobs: [aJob()],
  }));
  expect([...(await gather(runs)).byKey.keys()]).toEqual(['somatic']);
  expect([...(await gather(runs, 'pipeline')).byKey.keys()]).toEqual(['p', 'q']);
  expect([...(await gather(runs, 'registry')).byKey.keys()]).toEqual(['sci/somatic:20260701']);
});

it('without a module the pipeline is the key', async () => {
  const runs = runsOf(['p', 'q'], (pipeline) => ({ pipeline, jobs: [aJob()] }));
  expect([...(await gather(runs)).byKey.keys()]).toEqual(['p', 'q']);
});

it('a nameless run belongs to the pipeline whose named runs, taken together, had its snippets', async () => {
  const steps = (letters: string) => [...letters].map((snippet) => aJob({ id: snippet, snippet }));
  // Neither named run alone is like abcd enough (2 of 4 each), their union is.
  const runs = [
    aRun({ number: 0, pipeline: 'p', jobs: steps('ab') }),
    aRun({ number: 1, pipeline: 'p', jobs: steps('cd') }),
    aRun({ number: 2, jobs: steps('abcd') }),
    aRun({ number: 3, jobs: steps('xy') }),
  ];
  const { byKey } = await gather(runs);
  expect(byKey.get('p')).toHaveLength(3);
  expect(byKey.get(pipelineSignature(new Set('xy')))).toHaveLength(1);
});

it('a run without a step is counted and left out', async () => {
  const runs = [named({ number: 0 }), named({ number: 1, jobs: [aJob({ snippet: null })] })];
  const { runs: kept, unnamedRuns } = await gather(runs);
  expect(kept).toHaveLength(1);
  expect(unnamedRuns).toBe(1);
});

it('the same sample in two runs that are no dumps of each other is a duplicate of the first', async () => {
  // Without stamps nothing tells that the documents are of one run.
  const undated = aJob({ id: 'J1', submitted: null, completed: null });
  const other = aJob({ id: 'J1', submitted: null, completed: null, durationSeconds: 61 });
  const { duplicates, runs } = await gather([
    named({ id: 'a', jobs: [undated] }),
    named({ id: 'b', jobs: [undated] }),
    named({ id: 'c', jobs: [other] }),
  ]);
  expect(runs).toHaveLength(3);
  expect([...duplicates]).toEqual([runs[1]?.row.firstJob]);
});

it('only completed jobs without a time of completion can be such duplicates', async () => {
  const running = aJob({ id: 'J1', submitted: null, status: 'running' });
  expect((await gather(['a', 'b'].map((id) => named({ id, jobs: [running] })))).duplicates.size).toBe(0);
});

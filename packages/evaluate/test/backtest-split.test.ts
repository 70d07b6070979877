import { type CollectedRuns, collectRuns, type GatheredRuns, gatherRuns } from '@prm/model';
import { aJob, aRun, type BuiltJob, type RuntimeMapping } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkedSplit, SPLITS, type SplitKind } from '../src/backtest/options.ts';
import { splitRuns } from '../src/backtest/split-runs.ts';

interface Gathered {
  readonly runs: CollectedRuns;
  readonly gathered: GatheredRuns;
}

async function gather(mappings: readonly unknown[]): Promise<Gathered> {
  const runs = await collectRuns(mappings);
  return { runs, gathered: await gatherRuns(runs.table, runs.merged, 'pipeline') };
}

/** Ids of the jobs of every part, in training and in test. */
async function idsOf(
  mappings: readonly unknown[],
  split: SplitKind,
  more: { readonly trainFraction?: number; readonly seed?: number } = {},
): Promise<{ train: string[]; test: string[] }[]> {
  const { runs, gathered } = await gather(mappings);
  const plan = splitRuns(runs, gathered, checkedSplit({ split, ...more }));
  return Array.from({ length: plan.parts }, (_, i) => {
    const { train, table, test } = plan.part(i);
    const kept = train.merged.flatMap(({ run, extraJobs }) => {
      const { firstJob, endJob } = train.table.runs[run] as (typeof train.table.runs)[number];
      return [...Array.from({ length: endJob - firstJob }, (_, j) => firstJob + j), ...extraJobs];
    });
    return {
      train: kept.map((job) => train.table.id(job)).sort(),
      test: test.flatMap(({ jobs }) => jobs.map((job) => table.id(job))).sort(),
    };
  });
}

/** Runs of two pipelines; ids are `run/step/instance`. */
const someRuns: fc.Arbitrary<RuntimeMapping[]> = fc
  .array(
    fc.record({
      pipeline: fc.constantFrom('p', 'q'),
      steps: fc.array(fc.constantFrom('align', 'sort', 'call'), { minLength: 1, maxLength: 6 }),
      fails: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((facts) =>
    facts.map(({ pipeline, steps, fails }, number) =>
      aRun({
        number,
        pipeline,
        jobs: steps.map(
          (snippet, i): BuiltJob =>
            aJob({
              id: `${number}/${snippet}/${i}`,
              snippet,
              status: fails && i === 0 ? 'failed' : 'completed',
            }),
        ),
      }),
    ),
  );

const runOf = (id: string): string => id.split('/')[0] as string;

it.each(SPLITS)('%s: no job is in both, none is lost, and only completed ones are tested', async (split) => {
  await fc.assert(
    fc.asyncProperty(someRuns, fc.integer({ min: -5, max: 5 }), async (mappings, seed) => {
      const all = mappings.flatMap((mapping) => Object.keys(mapping).filter((key) => !key.startsWith('__')));
      for (const { train, test } of await idsOf(mappings, split, { seed })) {
        expect(new Set([...train, ...test]).size).toBe(train.length + test.length);
        for (const id of test) expect(isFailed(mappings, id)).toBe(false);
        // A run that is left out takes its failed jobs along.
        const lost = all.filter((id) => !train.includes(id) && !test.includes(id));
        for (const id of lost) expect(split !== 'random' && isFailed(mappings, id)).toBe(true);
      }
    }),
  );
});

function isFailed(mappings: readonly RuntimeMapping[], id: string): boolean {
  return mappings.some((mapping) => (mapping[id] as { status?: string } | undefined)?.status === 'failed');
}

it.each(SPLITS)('%s: the order of the documents says nothing', async (split) => {
  await fc.assert(
    fc.asyncProperty(
      someRuns.chain((mappings) =>
        fc.tuple(fc.constant(mappings), fc.shuffledSubarray(mappings, { minLength: mappings.length })),
      ),
      async ([mappings, shuffled]) => {
        expect(await idsOf(shuffled, split)).toEqual(await idsOf(mappings, split));
      },
    ),
    { numRuns: 40 },
  );
});

it.each(['time', 'leave-run-out'] as const)('%s: runs stay whole', async (split) => {
  await fc.assert(
    fc.asyncProperty(someRuns, async (mappings) => {
      for (const { train, test } of await idsOf(mappings, split)) {
        const trained = new Set(train.map(runOf));
        for (const id of test) expect(trained.has(runOf(id))).toBe(false);
      }
    }),
  );
});

it('leave-run-out tests every completed job exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(someRuns, async (mappings) => {
      const tested = (await idsOf(mappings, 'leave-run-out')).flatMap(({ test }) => test);
      const completed = mappings.flatMap((mapping) =>
        Object.entries(mapping).flatMap(([id, record]) =>
          (record as { status?: string }).status === 'completed' ? [id] : [],
        ),
      );
      expect(tested.sort()).toEqual(completed.sort());
    }),
  );
});

it('random trains on its share of the jobs of every step of every pipeline', async () => {
  await fc.assert(
    fc.asyncProperty(
      someRuns,
      fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      async (mappings, trainFraction) => {
        const parts = await idsOf(mappings, 'random', { trainFraction });
        const counts = new Map<string, { n: number; test: number }>();
        const tested = new Set(parts.flatMap(({ test }) => test));
        for (const mapping of mappings) {
          const { pipeline_name: pipeline } = mapping.__pipeline_metadata__ as { pipeline_name: string };
          for (const [id, record] of Object.entries(mapping)) {
            if ((record as { status?: string }).status !== 'completed') continue;
            const key = `${pipeline} ${id.split('/')[1]}`;
            const count = counts.get(key) ?? { n: 0, test: 0 };
            counts.set(key, { n: count.n + 1, test: count.test + (tested.has(id) ? 1 : 0) });
          }
        }
        for (const { n, test } of counts.values()) expect(test).toBe(n - Math.round(n * trainFraction));
      },
    ),
  );
});

it('time trains on the earliest runs of every workflow', async () => {
  const runs = [3, 1, 0, 2].map((number) =>
    aRun({ number, pipeline: 'p', jobs: [aJob({ id: `run ${number}` })] }),
  );
  expect(await idsOf(runs, 'time', { trainFraction: 0.5 })).toEqual([
    { train: ['run 0', 'run 1'], test: ['run 2', 'run 3'] },
  ]);
});

it('dumps of one run are one run: the copy of a job that is tested is not trained on', async () => {
  const early = aRun({ number: 1, pipeline: 'p', jobs: [aJob({ id: 'A' })] });
  const late = aRun({
    number: 1,
    pipeline: 'p',
    jobs: [aJob({ id: 'A' }), aJob({ id: 'B', durationSeconds: 500 })],
  });
  const others = [2, 3, 4, 5].map((number) =>
    aRun({ number, pipeline: 'p', jobs: [aJob({ id: `C${number}` })] }),
  );
  for (let seed = 0; seed < 10; seed++) {
    const [part] = await idsOf([early, late, ...others], 'random', { trainFraction: 0.5, seed });
    expect([...(part?.train ?? []), ...(part?.test ?? [])].sort()).toEqual([
      'A',
      'B',
      'C2',
      'C3',
      'C4',
      'C5',
    ]);
  }
});

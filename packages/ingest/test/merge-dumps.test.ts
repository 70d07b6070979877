import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  contentDigest,
  jobsOf,
  type MergedRun,
  mergeDumps,
  parseRun,
  type RunRow,
  RunTable,
  readRuns,
  recordDigests,
  runDigests,
  sampleKey,
  settleTies,
} from '../src/index.ts';
import { digestsOf } from '../src/source/digests.ts';
import { runtimeMapping } from './arbitraries.ts';
import { aFile } from './support.ts';

type Mapping = Record<string, unknown>;

function tableOf(mappings: readonly Mapping[]): RunTable {
  const table = new RunTable();
  for (const mapping of mappings) {
    const run = parseRun(mapping);
    const digests = digestsOf(mapping);
    if (run !== null) table.add(run, digests);
  }
  return table;
}

const merge = (...mappings: Mapping[]): Promise<MergedRun[]> => mergeDumps(tableOf(mappings));

const DAY = '2026-05-04T';
const job = (more: Mapping = {}): Mapping => ({
  command: 'pype snippets --log /l align',
  status: 'completed',
  ...more,
});
const ended = (hour: number, more: Mapping = {}): Mapping =>
  job({ completed_at: `${DAY}${hour}:00:00`, ...more });
const running = (more: Mapping = {}): Mapping =>
  job({ status: 'running', submitted_at: `${DAY}09:00:00`, ...more });

it.each<[string, Mapping, Mapping, boolean]>([
  ['an id and its submission', { A: running() }, { A: running({ status: 'failed' }) }, true],
  [
    'an id and its completion',
    { A: ended(10, { submitted_at: 'x' }) },
    { A: ended(10, { submitted_at: 'y' }) },
    true,
  ],
  ['one id among others', { A: running(), B: job() }, { C: job(), A: running() }, true],
  [
    'a moment written in another zone',
    { A: running() },
    { A: running({ submitted_at: `${DAY}11:00:00+02:00` }) },
    true,
  ],
  ['a stamp that is no time', { A: job({ submitted_at: 'x' }) }, { A: job({ submitted_at: 'x' }) }, true],
  ['an id alone', { A: ended(10) }, { A: ended(11) }, false],
  ['a time alone', { A: running() }, { B: running() }, false],
  ['an id without stamps', { A: job() }, { A: job() }, false],
  [
    'an empty stamp',
    { A: job({ submitted_at: '', completed_at: null }) },
    { A: job({ submitted_at: '', completed_at: null }) },
    false,
  ],
  ['a start', { A: job({ started_at: 'x' }) }, { A: job({ started_at: 'x' }) }, false],
  [
    'a submission that is the other’s completion',
    { A: job({ submitted_at: 'x' }) },
    { A: job({ completed_at: 'x' }) },
    false,
  ],
  [
    'stamps a microsecond apart',
    { A: running() },
    { A: running({ submitted_at: `${DAY}09:00:00.000001` }) },
    false,
  ],
  [
    'a number and the time it is in seconds',
    { A: job({ submitted_at: '1777885200' }) },
    { A: running() },
    false,
  ],
])('documents that share %s: dumps of one run?', async (_, one, other, isOneRun) => {
  expect(await merge(one, other)).toHaveLength(isOneRun ? 1 : 2);
});

it('dumps are brought together through others', async () => {
  const [run, ...rest] = await merge(
    { A: ended(10), B: running() },
    { C: ended(11) },
    { A: ended(10), C: ended(11) },
  );
  expect(rest).toEqual([]);
  expect(run).toMatchObject({ mergedDumps: 2, run: 2, duplicateJobs: 2, extraJobs: [] });
});

it.each<[string, Mapping, Mapping]>([
  [
    'the latest completion',
    { A: running(), B: ended(12), C: job(), D: job(), E: job() },
    { A: running(), B: ended(13) },
  ],
  ['a completion at all', { A: running(), C: job(), D: job() }, { A: running(), B: ended(10) }],
  [
    'then more completed jobs',
    { A: ended(10), B: running(), C: running(), D: running() },
    { A: ended(10), B: job() },
  ],
  ['then more jobs', { A: ended(10) }, { A: ended(10), B: running() }],
])('the dump with %s stands for the run', async (_, less, more) => {
  for (const [mappings, run] of [
    [[less, more], 1],
    [[more, less], 0],
  ] as const) {
    expect(await merge(...mappings)).toEqual([expect.objectContaining({ run, mergedDumps: 1 })]);
  }
});

it('the last tie is settled by the larger digest of the mapping', async () => {
  const dumps = Array.from({ length: 6 }, (_, x) => ({ A: ended(10, { x }) }));
  const largest = dumps.map(contentDigest).sort().at(-1);
  for (const order of [dumps, dumps.toReversed()]) {
    const [merged] = await merge(...order);
    expect(contentDigest(order[(merged as MergedRun).run])).toBe(largest);
    expect(merged).toMatchObject({ mergedDumps: 5, duplicateJobs: 5, extraJobs: [] });
  }
});

it('completed jobs that only the others hold stay samples', async () => {
  const early = { A: ended(10), B: ended(11), C: running({ status: 'failed' }), D: running() };
  const late = { A: ended(10), C: ended(14, { submitted_at: `${DAY}09:00:00` }) };
  const table = tableOf([early, late]);
  const [merged, ...rest] = await mergeDumps(table);
  expect(rest).toEqual([]);
  expect(merged).toEqual({ run: 1, extraJobs: [1], mergedDumps: 1, duplicateJobs: 1 });
  expect(table.id(1)).toBe('B');
});

it('an extra job is counted once, however many dumps hold it', async () => {
  const early = { A: ended(10), B: ended(11) };
  const [merged] = await merge(early, early, early, { A: ended(10), C: ended(12) });
  expect(merged).toEqual({ run: 3, extraJobs: [1], mergedDumps: 3, duplicateJobs: 5 });
});

it.each<[string, Mapping, boolean]>([
  ['the same', {}, true],
  ['another memory', { resource_consumption: { duration_seconds: 5, memory_rss_mb_max: 7 } }, true],
  ['another name', { name: 'x' }, true],
  ['another completion', { completed_at: `${DAY}10:00:01` }, false],
  ['another command', { command: 'pype snippets --log /l align --x' }, false],
  ['another duration', { resource_consumption: { duration_seconds: 6 } }, false],
  ['another driver', { data_sizes: { input_size_bytes: 9 } }, false],
])('of two records of one job with %s: the same sample?', async (_, more, isSame) => {
  const record = ended(10, {
    submitted_at: 'x',
    resource_consumption: { duration_seconds: 5 },
    data_sizes: { input_size_bytes: 8 },
  });
  const table = tableOf([{ A: record }, { A: { ...record, ...more } }, { B: record }]);
  expect(sampleKey(table, 0) === sampleKey(table, 1)).toBe(isSame);
  expect(sampleKey(table, 0)).not.toBe(sampleKey(table, 2));
  const [merged] = await mergeDumps(tableOf([{ A: record }, { A: { ...record, ...more } }]));
  expect(merged).toMatchObject(isSame ? { duplicateJobs: 1 } : { duplicateJobs: 0 });
  expect(merged?.extraJobs).toHaveLength(isSame ? 0 : 1);
});

it('a run without a twin is left as it is, and nothing merges to nothing', async () => {
  expect(await merge({ A: ended(10) })).toEqual([
    { run: 0, extraJobs: [], mergedDumps: 0, duplicateJobs: 0 },
  ]);
  expect(await merge()).toEqual([]);
});

it('runs come in the order of their first dump', async () => {
  const merged = await merge(
    { A: ended(10) },
    { B: ended(10) },
    { C: ended(10) },
    { B: ended(10), A2: ended(12) },
    { A: ended(10), A3: ended(12) },
  );
  expect(merged.map(({ run }) => run)).toEqual([4, 3, 2]);
});

it('jobsOf gives the rows of a run', () => {
  const table = tableOf([{ A: job() }, { B: job(), C: job() }]);
  expect([jobsOf(table, 0), jobsOf(table, 1)]).toEqual([[0], [1, 2]]);
});

/** Everything that was merged, by content alone. */
async function mergedContentOf(mappings: readonly Mapping[]): Promise<unknown[]> {
  const table = tableOf(mappings);
  const merged = await mergeDumps(table);
  const contents = merged.map(async ({ run, extraJobs, mergedDumps, duplicateJobs }) => [
    await runDigests([(table.runs[run] as RunRow).digests]),
    (await recordDigests(extraJobs.map((row) => table.digestSource(row)))).sort(),
    mergedDumps,
    duplicateJobs,
  ]);
  return (await Promise.all(contents)).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

it('any order of the documents gives the same merged runs', async () => {
  const permuted = fc
    .array(runtimeMapping, { maxLength: 8 })
    .chain((mappings) =>
      fc.tuple(fc.constant(mappings), fc.shuffledSubarray(mappings, { minLength: mappings.length })),
    );
  await fc.assert(
    fc.asyncProperty(permuted, async ([mappings, shuffled]) => {
      expect(await mergedContentOf(shuffled)).toEqual(await mergedContentOf(mappings));
    }),
    { numRuns: 300 },
  );
});

it('no completed job is lost or made up by merging', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(runtimeMapping, { maxLength: 8 }), async (mappings) => {
      const table = tableOf(mappings);
      const merged = await mergeDumps(table);
      expect(merged.reduce((sum, { mergedDumps }) => sum + 1 + mergedDumps, 0)).toBe(table.runs.length);
      const all = new Set(
        Array.from({ length: table.jobCount }, (_, row) => row)
          .filter((row) => table.isCompleted(row))
          .map((row) => sampleKey(table, row)),
      );
      const kept = merged.flatMap(({ run, extraJobs }) => [
        ...jobsOf(table, run).filter((row) => table.isCompleted(row)),
        ...extraJobs,
      ]);
      expect(new Set(kept.map((row) => sampleKey(table, row)))).toEqual(all);
    }),
    { numRuns: 300 },
  );
});

// ---------------------------------------------------------------------------------------- settleTies

it('settleTies sorts, and asks for a digest only where the comparison leaves a tie', async () => {
  const asked: string[] = [];
  const digestsOf = async (items: readonly string[]): Promise<readonly string[]> => {
    asked.push(...items);
    return items;
  };
  const byLength = (a: string, b: string): number => a.length - b.length;
  expect(
    await settleTies([['ccc', 'b', 'bb', 'dddd', 'aa'], ['x'], ['z', 'y']], byLength, digestsOf),
  ).toEqual([['b', 'aa', 'bb', 'ccc', 'dddd'], ['x'], ['y', 'z']]);
  expect(asked.sort()).toEqual(['aa', 'bb', 'y', 'z']);
  const descending = await settleTies([['bb', 'cc', 'aa']], byLength, digestsOf, 'descending');
  expect(descending).toEqual([['cc', 'bb', 'aa']]);
  expect(await settleTies([[], []], byLength, digestsOf)).toEqual([[], []]);
  expect(asked).toHaveLength(7);
});

it('settleTies does not change what it is given', async () => {
  const items = Object.freeze([3, 1, 2]);
  expect(
    await settleTies(
      [items],
      (a, b) => a - b,
      async () => [],
    ),
  ).toEqual([[1, 2, 3]]);
});

// --------------------------------------------------------------------------------------------- speed

it('many dumps of one run that tie are merged in time that grows with their number', async () => {
  const line = (x: number): string => JSON.stringify({ A: ended(10, { x, note: 'y'.repeat(2000) }) });
  const path = aFile('dumps.ndjson', Array.from({ length: 2000 }, (_, i) => `${line(i)}\n`).join(''));
  const table = new RunTable();
  for await (const { run, digests } of readRuns(path)) if (run) table.add(run, digests);
  expect(await mergeDumps(table)).toHaveLength(1);
}, 60_000);

it('tens of thousands of runs that hang together are merged in seconds', async () => {
  const table = new RunTable();
  const digests = { run: '', records: new Map<string, string>() };
  for (let i = 0; i < 30_000; i++) {
    const run = parseRun({
      [`J${i}`]: running({ submitted_at: `a${i}` }),
      [`J${i + 1}`]: running({ submitted_at: `a${i + 1}` }),
    });
    if (run) table.add(run, digests);
  }
  expect(await mergeDumps(table)).toHaveLength(1);
}, 30_000);

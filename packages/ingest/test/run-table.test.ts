import fc from 'fast-check';
import { expect, it } from 'vitest';
import { textHash } from '../src/dumps/text-hash.ts';
import {
  contentDigest,
  type DigestSource,
  METRICS,
  parseRun,
  type Run,
  RunTable,
  recordDigests,
  runText,
} from '../src/index.ts';
import { runtimeMapping } from './arbitraries.ts';

const digests: DigestSource = { run: 'run', records: new Map() };

function tableOf(...mappings: Record<string, unknown>[]): RunTable {
  const table = new RunTable();
  for (const mapping of mappings) table.add(parseRun(mapping) as Run, digests);
  return table;
}

const job = (more: Record<string, unknown> = {}) => ({
  command: 'pype snippets --log /l align',
  status: 'completed',
  ...more,
});

it('every column reads back what the job held', () => {
  fc.assert(
    fc.property(fc.array(runtimeMapping, { maxLength: 6 }), (mappings) => {
      const runs = mappings.map(parseRun).filter((run) => run !== null);
      const table = new RunTable();
      for (const run of runs) table.add(run, digests);
      const jobs = runs.flatMap((run) => run.jobs.map((one) => ({ run, one })));
      expect(table.jobCount).toBe(jobs.length);
      for (const [row, { run, one }] of jobs.entries()) {
        const numbers = [table.submittedSeconds(row), table.startedSeconds(row), table.completedSeconds(row)];
        expect(numbers).toEqual(
          [one.submitted, one.started, one.completed].map((stamp) => stamp?.seconds ?? Number.NaN),
        );
        expect(METRICS.map((_, i) => table.metric(row, i))).toEqual(
          METRICS.map((metric) => one.measurements[metric] ?? Number.NaN),
        );
        const firstJob = row - run.jobs.indexOf(one);
        const known = one.dependencies
          .map((id) => run.jobs.findIndex((other) => other.id === id))
          .filter((i) => i >= 0);
        expect({
          id: table.id(row),
          snippet: table.snippet(row),
          status: table.status(row),
          isCompleted: table.isCompleted(row),
          hasPreviousAttempts: table.hasPreviousAttempts(row),
          durationSource: table.durationSource(row),
          driverSizeBytes: table.driverSizeBytes(row),
          driverSource: table.driverSource(row),
          inputSizeBytes: table.inputSizeBytes(row),
          commandHash: table.commandHash(row),
          inputForm: table.inputForm(row),
          writesArgument: table.writesArgument(row),
          requirements: table.requirements(row),
          gpuClass: table.gpuClass(row),
          power: table.power(row),
          losses: table.losses(row),
          failures: table.failures(row),
          dependencies: table.dependencies(row),
          recordsDependencies: table.recordsDependencies(row),
          submittedKey: table.stampKey(row, 'submitted'),
          completedKey: table.stampKey(row, 'completed'),
        }).toEqual({
          id: one.id,
          snippet: one.snippet,
          status: one.status,
          isCompleted: one.status === 'completed',
          hasPreviousAttempts: one.hasPreviousAttempts,
          durationSource: one.durationSource,
          driverSizeBytes: one.driverSizeBytes ?? Number.NaN,
          driverSource: one.driverSource,
          inputSizeBytes: one.inputSizeBytes ?? Number.NaN,
          commandHash: textHash(one.command),
          inputForm: one.inputForm,
          writesArgument: one.writesArgument,
          requirements: one.requirements,
          gpuClass: one.gpuClass,
          power: one.power,
          losses: one.losses,
          failures: one.failures,
          dependencies: known.map((i) => firstJob + i),
          recordsDependencies: one.dependencies.length > 0,
          submittedKey: one.submitted && (one.submitted.seconds ?? one.submitted.text),
          completedKey: one.completed && (one.completed.seconds ?? one.completed.text),
        });
      }
    }),
    { numRuns: 300 },
  );
});

it('a row of a run keeps its facts and where its jobs are', () => {
  const metadata = {
    pipeline_name: 'p',
    profile: 'base',
    run_hash: 'h',
    run_name: 'n',
    queue_system: 'slurm',
  };
  const environment = { PYPE_MODULES: '/d/registry/ns/name:1' };
  const mapping = {
    B: job({ submitted_at: '2026-05-04T10:00:01', completed_at: '2026-05-04T11:00:00' }),
    A: job({ submitted_at: '2026-05-04T10:00:00', completed_at: '2026-05-04T12:00:00' }),
    C: { ...job(), status: 'failed', submitted_at: 'soon' },
    __pipeline_metadata__: metadata,
    __pipeline_environment__: environment,
  };
  const table = tableOf({ X: job() }, mapping);
  expect(table.runs[1]).toEqual({
    modulePath: '/d/registry/ns/name:1',
    registry: { namespace: 'ns', name: 'name', version: '1' },
    pipelineName: 'p',
    profile: 'base',
    queueSystem: 'slurm',
    environment: { queue_system: 'slurm', profile: 'base' },
    text: runText(parseRun(mapping) as Run),
    firstJob: 1,
    endJob: 4,
    completedJobs: 2,
    firstSubmitted: { text: '2026-05-04T10:00:00', seconds: 1_777_888_800 },
    lastCompleted: { text: '2026-05-04T12:00:00', seconds: 1_777_896_000 },
    digests,
  });
  expect(table.runs[0]).toMatchObject({
    text: null,
    firstSubmitted: null,
    lastCompleted: null,
    firstJob: 0,
    endJob: 1,
  });
});

it('of equal moments the first text is the earliest, the last the latest', () => {
  const texts = ['2026-05-04T10:00:00Z', '2026-05-04T12:00:00+02:00', '2026-05-04T10:00:00'];
  for (const order of [texts, texts.toReversed()]) {
    const table = tableOf(
      Object.fromEntries(order.map((text, i) => [`J${i}`, job({ submitted_at: text, completed_at: text })])),
    );
    expect(table.runs[0]?.firstSubmitted?.text).toBe('2026-05-04T10:00:00');
    expect(table.runs[0]?.lastCompleted?.text).toBe('2026-05-04T12:00:00+02:00');
  }
});

it('dependencies are rows of the same run, also when another run has the same ids', () => {
  const mapping = {
    A: job(),
    B: job({ dependencies: ['A', 'gone'] }),
    C: job({ dependencies: ['gone'] }),
    D: job({ dependencies: ['D', 'B'] }),
  };
  const table = tableOf(mapping, mapping);
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((row) => table.dependencies(row))).toEqual([
    [],
    [0],
    [],
    [3, 1],
    [],
    [4],
    [],
    [7, 5],
  ]);
  expect([0, 1, 2, 3].map((row) => table.recordsDependencies(row))).toEqual([false, true, true, true]);
});

it('the digest of a job is asked of its own run', async () => {
  const table = new RunTable();
  for (let i = 0; i < 5; i++) {
    const ids = Array.from({ length: i + 1 }, (_, k) => [`J${k}`, job()]);
    table.add(parseRun(Object.fromEntries(ids)) as Run, {
      run: '',
      records: new Map(ids.map(([id]) => [id as string, `${i}/${id}`])),
    });
  }
  const expected = [0, 1, 2, 3, 4].flatMap((i) => Array.from({ length: i + 1 }, (_, k) => `${i}/J${k}`));
  expect(await recordDigests(expected.map((_, row) => table.digestSource(row)))).toEqual(expected);
});

it('thousands of runs are kept in little', () => {
  const table = new RunTable();
  const mapping = Object.fromEntries(
    Array.from({ length: 50 }, (_, i) => [
      `J${i}`,
      job({ data_sizes: { input_size_bytes: i + 1 }, dependencies: ['J0'] }),
    ]),
  );
  const run = parseRun(mapping) as Run;
  for (let i = 0; i < 2000; i++) table.add(run, { run: contentDigest(i), records: new Map() });
  expect(table.jobCount).toBe(100_000);
  expect([table.id(99_999), table.inputSizeBytes(99_999), table.dependencies(99_999)]).toEqual([
    'J9',
    10,
    [99_950],
  ]);
});

/** Everything a table tells of a job, dependencies by id. */
function told(table: RunTable, row: number): unknown {
  return {
    id: table.id(row),
    snippet: table.snippet(row),
    status: table.status(row),
    stamps: [table.submittedSeconds(row), table.startedSeconds(row), table.completedSeconds(row)],
    keys: [table.stampKey(row, 'submitted'), table.stampKey(row, 'completed')],
    metrics: METRICS.map((_, i) => table.metric(row, i)),
    duration: table.durationSource(row),
    driver: [table.driverSizeBytes(row), table.driverSource(row), table.inputSizeBytes(row)],
    input: [table.inputForm(row), table.writesArgument(row)],
    command: table.commandHash(row),
    requirements: table.requirements(row),
    gpu: table.gpuClass(row),
    power: table.power(row),
    losses: table.losses(row),
    failures: table.failures(row),
    attempts: table.hasPreviousAttempts(row),
    records: table.recordsDependencies(row),
    digest: table.digestSource(row),
  };
}

it('a filtered copy tells of the jobs it keeps what the table tells, and keeps every run', () => {
  fc.assert(
    fc.property(fc.array(runtimeMapping, { maxLength: 6 }), fc.nat(), (mappings, mask) => {
      const runs = mappings.map(parseRun).filter((run) => run !== null);
      const table = new RunTable();
      for (const run of runs) table.add(run, digests);
      const keep = (row: number): boolean => ((mask >> (row % 31)) & 1) === 1;
      const { table: copy, rows } = table.filter(keep);
      const kept = Array.from({ length: table.jobCount }, (_, row) => row).filter(keep);
      expect([...rows].filter((row) => row >= 0)).toEqual(kept.map((_, i) => i));
      expect(copy.jobCount).toBe(kept.length);
      for (const row of kept) {
        const there = rows[row] as number;
        expect(told(copy, there)).toEqual(told(table, row));
        const known = table.dependencies(row).filter(keep);
        expect(copy.dependencies(there)).toEqual(known.map((one) => rows[one]));
      }
      expect(copy.runs.map(({ text }) => text)).toEqual(table.runs.map(({ text }) => text));
      for (const [i, { firstJob, endJob, completedJobs }] of copy.runs.entries()) {
        const { firstJob: first, endJob: end } = table.runs[i] as (typeof table.runs)[number];
        expect(endJob - firstJob).toBe(kept.filter((row) => row >= first && row < end).length);
        const completed = Array.from({ length: endJob - firstJob }, (_, j) => firstJob + j);
        expect(completedJobs).toBe(completed.filter((row) => copy.isCompleted(row)).length);
      }
    }),
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { casePath } from '@prm/testing';
import { expect, it } from 'vitest';
import {
  type Job,
  mergeDumps,
  parseCommand,
  parseRun,
  type Run,
  type RunDocument,
  RunTable,
} from '../src/index.ts';
import { parseInputSize } from '../src/units/index.ts';
import { errorOf, readAll, readOne } from './support.ts';

async function runOf(...parts: string[]): Promise<Run> {
  const { run, error } = await readOne(casePath(...parts));
  expect(error).toBe(null);
  return run as Run;
}

const idsOf = (run: Run): string[] => run.jobs.map(({ id }) => id);
const durationsOf = (run: Run): (number | null)[] =>
  run.jobs.map(({ measurements }) => measurements.duration_seconds);
const jobOf = (run: Run, id: string): Job => run.jobs.find((job) => job.id === id) as Job;
const snippetsOf = (run: Run): (string | null)[] => run.jobs.map(({ snippet }) => snippet);

it('B01: ids that look like numbers stay as they are written, and dependencies find them', async () => {
  const run = await runOf('B01', 'pipeline_runtime.yaml');
  expect(idsOf(run)).toEqual(['0123456789', '12E5000000', '99E7000000']);
  const edges = run.jobs.flatMap(({ id, dependencies }) => dependencies.map((from) => `${from} -> ${id}`));
  expect(edges).toHaveLength(2);
  for (const { dependencies } of run.jobs) for (const id of dependencies) expect(idsOf(run)).toContain(id);
  expect(durationsOf(run).sort()).toEqual([1200, 300, 600]);
});

it('B02: a clock time that YAML made a number is seconds and told, text without colons is minutes', async () => {
  const run = await runOf('B02', 'runtime.json');
  const told = run.jobs.map(({ name, requirements, losses }) => [
    name,
    requirements?.time_seconds,
    losses.includes('n_time_number'),
  ]);
  expect(told).toEqual([
    ['a', 36_000, true],
    ['b', 5400, false],
    ['c', 5400, true],
    ['d', 3600, false],
  ]);
  expect((await runOf('B02', 'raw.yaml')).jobs[0]?.requirements?.time_seconds).toBe(36_000);
});

it('B05: memory in every spelling, and what is none is counted', async () => {
  const run = await runOf('B05', 'runtime.json');
  const bytes = run.jobs.map(({ requirements }) => (requirements?.mem_mb ?? Number.NaN) * 1024 ** 2);
  expect(bytes.slice(0, 11)).toEqual(Array(11).fill(4_294_967_296));
  expect(bytes.slice(11, 13)).toEqual([3_758_096_384, 4_194_304_000]);
  expect(bytes[13]).toBeCloseTo(4_398_046_511.104, 3);
  expect(run.jobs.slice(14).map(({ requirements, losses }) => [requirements?.mem_mb, losses])).toEqual([
    [null, ['n_mem_unreadable']],
    [null, ['n_mem_unreadable']],
  ]);
});

it('B05: sizes of the command line', () => {
  for (const text of ['50gb', '50GB', '50g', '50G', '50GiB', '50 GB', '53687091200']) {
    expect(parseInputSize(text), text).toBe(53_687_091_200);
  }
  expect(parseInputSize('1.5gb')).toBe(1_610_612_736);
  for (const text of ['1,5gb', '50xb', '', '1e400gb', '0']) {
    const error = errorOf(() => parseInputSize(text));
    expect(error.code).toBe('ingest/bad-size');
    expect(error.message).toContain(JSON.stringify(text));
  }
});

it('B07: memory without a unit is unclear, unless it can only be bytes', async () => {
  const run = await runOf('B07', 'runtime.json');
  expect(run.jobs.map(({ name, requirements, losses }) => [name, requirements?.mem_mb, losses])).toEqual([
    ['a', null, ['n_mem_unclear']],
    ['b', null, ['n_mem_unclear']],
    ['c', 4096, []],
    ['d', null, ['n_mem_unclear']],
  ]);
});

it('B10: stamps are taken as written, quoted or not, whatever the zone of the machine', async () => {
  const zone = process.env.TZ;
  try {
    for (const name of ['UTC', 'America/New_York', 'Asia/Kolkata']) {
      process.env.TZ = name;
      const [job] = (await runOf('B10', 'pipeline_runtime.yaml')).jobs;
      expect(job?.measurements.duration_seconds, name).toBe(3600);
      expect((job?.started?.seconds ?? 0) - (job?.submitted?.seconds ?? 0)).toBe(10);
      expect(job?.started?.text).toBe('2026-05-04 10:00:00');
      expect(job?.started?.seconds).toBe(Date.UTC(2026, 4, 4, 10) / 1000);
    }
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

it('B14: a job of no size has no driver, and one of one sample no measured duration', async () => {
  const run = await runOf('B14', 'runtime.json');
  expect(jobOf(run, 'JOBZERO001')).toMatchObject({
    driverSizeBytes: null,
    driverSource: null,
    durationSource: 'monitor',
  });
  expect(jobOf(run, 'JOBALIG000')).toMatchObject({ durationSource: 'short', driverSizeBytes: 1024 ** 3 });
});

it.each(['runtime.json', 'same.yaml'])(
  'B21: %s: NaN and infinities are missing, the jobs stand',
  async (file) => {
    const run = await runOf('B21', file);
    expect(run.jobs).toHaveLength(6);
    const [first, second] = [jobOf(run, 'JOBNAN0001'), jobOf(run, 'JOBNAN0002')];
    expect([first, second].map(({ measurements }) => measurements.duration_seconds)).toEqual([540, 540]);
    expect(first.measurements).toMatchObject({ cpu_percent_avg: null, memory_rss_mb_max: 2000 });
    expect(second.measurements).toMatchObject({ cpu_percent_avg: 95, memory_rss_mb_max: null });
  },
);

it('B21: both files are the same run', async () => {
  expect(await runOf('B21', 'same.yaml')).toEqual(await runOf('B21', 'runtime.json'));
});

it('B22: sizes beyond 2^53 are read, ids of long digits stay different', async () => {
  const run = await runOf('B22', 'runtime.json');
  for (const { driverSizeBytes, measurements } of run.jobs) {
    expect(((driverSizeBytes ?? 0) / 2 ** 53) * 1000).toBeCloseTo(measurements.duration_seconds ?? 0, 6);
  }
  const { jobs } = await runOf('B22', 'ids.yaml');
  expect(jobs.map(({ queueId }) => queueId)).toEqual(['12345678901234567890', '12345678901234567891']);
  expect(jobs.map(({ batchId }) => batchId)).toEqual(['9007199254740993', '9007199254740992']);
});

it('B23: of files cut short the whole ones are read, the others named, the empty ones counted', async () => {
  const documents = await readAll(casePath('B23'));
  const became = ({ run, error }: RunDocument): unknown =>
    error?.code ?? (run === null ? 'not a run' : run.jobs.length);
  expect(
    Object.fromEntries(
      documents.map((document) => [relative(casePath('B23'), document.where), became(document)]),
    ),
  ).toEqual({
    'run_a/cut.json': 'ingest/not-parsable',
    'run_b/cut_in_quote.yaml': 'ingest/not-parsable',
    'run_c/pipeline_runtime.yaml': 3,
    'run_d/pipeline_runtime.yaml': 'not a run',
    'run_e/pipeline_runtime.yaml': 3,
    'run_f/null.yaml': 'not a run',
    'run_g/list.json': 'ingest/not-a-mapping',
    'run_h/zeros.json': 'ingest/not-parsable',
  });
  const cut = documents.find(({ where }) => where.includes('run_c'))?.run as Run;
  expect(cut.pipelineName).toBe(null);
  expect(durationsOf(cut).sort()).toEqual([180, 300, null]);
  expect(cut.jobs.map(({ status }) => status)).toEqual(['completed', 'completed', null]);
});

it('B24: five encodings of one run read alike, the sixth is refused by name', async () => {
  const documents = await readAll(casePath('B24'));
  const read = documents.filter(({ run }) => run !== null);
  expect(read).toHaveLength(5);
  for (const { run } of read) {
    expect(run?.jobs).toHaveLength(4);
    expect(run?.jobs.map((job) => [job.id, job.measurements, job.driverSizeBytes])).toEqual(
      read[0]?.run?.jobs.map((job) => [job.id, job.measurements, job.driverSizeBytes]),
    );
    expect(run?.jobs[0]?.id).toBe('JOBALIG000');
  }
  const refused = documents.filter(({ error }) => error !== null);
  expect(refused.map(({ where, error }) => [relative(casePath('B24'), where), error?.code])).toEqual([
    ['latin1.json', 'ingest/not-text'],
  ]);
});

it('B24: they are dumps of one run', async () => {
  const table = new RunTable();
  for (const { run, digests } of await readAll(casePath('B24'))) if (run !== null) table.add(run, digests);
  expect(await mergeDumps(table)).toEqual([
    expect.objectContaining({ mergedDumps: 4, duplicateJobs: 16, extraJobs: [] }),
  ]);
});

it.each([
  ['dup.yaml', 2],
  ['dup.json', 1],
])('B26: %s: of an id that occurs twice the last stands, and it is named', async (file, jobs) => {
  const { run, notes } = await readOne(casePath('B26', file));
  expect(run?.jobs).toHaveLength(jobs);
  const align = jobOf(run as Run, 'JOBX000001');
  expect([align.snippet, align.status, align.measurements.duration_seconds]).toEqual([
    'align',
    'completed',
    600,
  ]);
  expect(notes).toEqual([{ code: 'ingest/duplicate-id', message: expect.stringContaining('JOBX000001') }]);
});

it('B26: two_docs.yaml is refused by name, not read in half', async () => {
  const { where, run, error } = await readOne(casePath('B26', 'two_docs.yaml'));
  expect([where, run, error?.code]).toEqual([
    casePath('B26', 'two_docs.yaml'),
    null,
    'ingest/several-documents',
  ]);
});

it('B27: names of Object.prototype are ordinary ones, and nothing is polluted', async () => {
  const before = Object.getOwnPropertyNames(Object.prototype);
  const run = await runOf('B27', 'proto.json');
  const merged = await runOf('B27', 'merge.yaml');
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
  expect(({} as Record<string, unknown>).polluted).toBe(undefined);
  expect(
    run.jobs.map((job) => [job.id, job.snippet, job.measurements.duration_seconds, job.dependencies]),
  ).toEqual([
    ['constructor', 'constructor', 600, ['toString']],
    ['toString', '__proto__', 300, []],
  ]);
  expect(run.pipelineName).toBe('hasOwnProperty');
  expect(jobOf(run, 'toString').requirements).toMatchObject({ ncpu: null, mem_mb: 4096 });
  expect([idsOf(merged), snippetsOf(merged)]).toEqual([['JOBP000001'], ['valueOf']]);
});

it('B27: a table of such names holds them', async () => {
  const table = new RunTable();
  const { run, digests } = await readOne(casePath('B27', 'proto.json'));
  table.add(run as Run, digests);
  expect([table.id(0), table.id(1), table.dependencies(0), table.snippet(1)]).toEqual([
    'constructor',
    'toString',
    [1],
    '__proto__',
  ]);
});

it('B28: names of workflows are kept to the letter', async () => {
  const listed = JSON.parse(readFileSync(casePath('B28', 'names.json'), 'utf8')) as {
    pipeline_name: string;
  }[];
  const names = listed.map((one) => one.pipeline_name);
  const documents = await readAll(casePath('B28', 'runs'));
  expect(documents.map(({ run }) => run?.pipelineName ?? '')).toEqual(names);
  expect(documents.map(({ run }) => run?.jobs[0]?.measurements.duration_seconds)).toEqual(
    names.map((_, i) => 100 + i),
  );
});

it('B31: the step of every command', async () => {
  const commands = JSON.parse(readFileSync(casePath('B31', 'commands.json'), 'utf8')) as {
    command: string;
    step: string | null;
  }[];
  for (const { command, step } of commands) expect(parseCommand(command).snippet, command).toBe(step);
  const run = await runOf('B31', 'runtime.json');
  expect(run.jobs).toHaveLength(commands.length);
  expect(snippetsOf(run).filter((snippet) => snippet === 'align')).toHaveLength(8);
  const known = run.jobs.filter((job) => commands.some(({ command }) => command === job.command));
  expect(known).toHaveLength(10);
  for (const job of known)
    expect(job.snippet).toBe(commands.find(({ command }) => command === job.command)?.step);
});

it('B33: a record of no samples and no time is no measurement, and the files are two runs', async () => {
  const documents = await readAll(casePath('B33'));
  const [cached, resumed] = documents.map(({ run }) => run as Run);
  const b = (cached as Run).jobs.find(({ snippet }) => snippet === 'b') as Job;
  expect([b.measurements.duration_seconds, b.losses]).toEqual([null, ['n_without_duration']]);
  expect(durationsOf(resumed as Run)).toEqual(Array(5).fill(3600));
});

it('B35: a job of three attempts is one, and what killed the others is kept', async () => {
  const run = await runOf('B35', 'runtime.json');
  const job = jobOf(run, 'JOBALIG003');
  expect(job.measurements).toMatchObject({ duration_seconds: 1800, memory_rss_mb_max: 6100 });
  expect(job.hasPreviousAttempts).toBe(true);
  expect(job.failures).toEqual([{ kind: 'oom', memMb: 4050, timeSeconds: 1200 }]);
  expect(run.jobs).toHaveLength(4);
});

it('B37: a peak memory of 0 is missing, an average of 0 is not', async () => {
  const run = await runOf('B37', 'runtime.json');
  expect(
    run.jobs.map(({ measurements }) => [measurements.memory_rss_mb_max, measurements.memory_rss_mb_avg]),
  ).toEqual([
    [2560, 2048],
    [null, 0],
    [null, 0],
  ]);
  expect(run.jobs.map(({ power }) => power.cpuTdpW)).toEqual([100, 100, 100]);
});

it('B40: what one sample or none says is not taken for a duration or a rate', async () => {
  const run = await runOf('B40', 'runtime.json');
  const [one, none] = [jobOf(run, 'JOBSHORT01'), jobOf(run, 'JOBSHORT02')];
  expect([one.durationSource, one.measurements.duration_seconds, one.measurements.cpu_percent_max]).toEqual([
    'short',
    0.5,
    null,
  ]);
  expect([
    none.durationSource,
    none.measurements.duration_seconds,
    none.measurements.cpu_percent_max,
  ]).toEqual(['clock', 4, null]);
});

it('every file of every case is read or refused by name, and nothing else', async () => {
  const folders = readdirSync(casePath()).filter((name) => name.startsWith('B'));
  expect(folders).toHaveLength(22);
  for (const { where, run, error } of await readAll(casePath())) {
    if (error === null) expect(run === null || run.jobs.length > 0, where).toBe(true);
    else expect(error.message, where).toMatch(/^[^\n]{10,300}$/);
  }
});

it('parsed and read are one thing', async () => {
  const path = casePath('B05', 'runtime.json');
  expect(parseRun(JSON.parse(readFileSync(path, 'utf8')))).toEqual((await readOne(path)).run);
});

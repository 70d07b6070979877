import { expect, it } from 'vitest';
import type { Job } from '../src/index.ts';
import { parseJob } from '../src/job/parse-job.ts';
import { jobOf } from './support.ts';

const STARTED = '2026-05-04T10:00:00.500000';
const COMPLETED = '2026-05-04T10:10:00.750000';
const stamps = { submitted_at: '2026-05-04T09:59:50', started_at: STARTED, completed_at: COMPLETED };
const completed = { status: 'completed', ...stamps };

it('a full record as Bio-Pype writes it is read', () => {
  const job = jobOf({
    ...completed,
    command: "PYPE_SNIPPET_REQUIREMENTS='{}' /opt/bin/pype --profile base snippets --log /l align --input a",
    name: 'align_S1',
    batch_id: 'BATCH00001',
    queue_id: '12345678',
    pid: 4711,
    dependencies: ['0123456789'],
    requirements: { ncpu: 4, mem: '8gb', time: '04:00:00' },
    data_sizes: { input_size_bytes: 2e9, output_size_bytes: 1e9, input_size_human: '1.86 GB', ratio: 0.5 },
    resource_consumption: {
      duration_seconds: 598.25,
      sample_count: 598,
      cpu_percent_avg: 380.5,
      cpu_percent_max: 400,
      memory_rss_mb_avg: 1500,
      memory_rss_mb_max: 2000.5,
      io_read_mb_s_avg: 1.5,
      io_write_mb_s_avg: 0,
      cpu_tdp_w: 100,
      power_idle_w: 20,
      power_loaded_w: 90,
    },
  });
  expect(job).toEqual({
    id: 'A',
    name: 'align_S1',
    command: "PYPE_SNIPPET_REQUIREMENTS='{}' /opt/bin/pype --profile base snippets --log /l align --input a",
    snippet: 'align',
    status: 'completed',
    queueId: '12345678',
    batchId: 'BATCH00001',
    submitted: { text: '2026-05-04T09:59:50', seconds: 1_777_888_790 },
    started: { text: STARTED, seconds: 1_777_888_800.5 },
    completed: { text: COMPLETED, seconds: 1_777_889_400.75 },
    measurements: {
      duration_seconds: 598.25,
      memory_rss_mb_max: 2000.5,
      memory_rss_mb_avg: 1500,
      cpu_percent_avg: 380.5,
      cpu_percent_max: 400,
      io_read_mb_s_avg: 1.5,
      io_write_mb_s_avg: 0,
      gpu_utilization_avg: null,
      gpu_memory_mb_max: null,
      gpu_power_w_avg: null,
      output_size_bytes: 1e9,
    },
    durationSource: 'monitor',
    driverSizeBytes: 2e9,
    driverSource: 'input',
    inputSizeBytes: 2e9,
    inputForm: null,
    writesArgument: false,
    requirements: { ncpu: 4, mem_mb: 8192, time_seconds: 14_400, gpu: null },
    gpuClass: null,
    failures: [],
    errorMessage: null,
    dependencies: ['0123456789'],
    hasPreviousAttempts: false,
    power: { cpuTdpW: 100, idleW: 20, loadedW: 90 },
    losses: [],
  } satisfies Job);
});

it('a record of nothing but a command is a job of which all else is missing', () => {
  const { losses, ...job } = jobOf({});
  const { measurements, power, ...rest } = job;
  expect(Object.values({ ...measurements, ...power }).every((value) => value === null)).toBe(true);
  expect(rest).toMatchObject({
    status: null,
    submitted: null,
    driverSizeBytes: null,
    requirements: null,
    dependencies: [],
  });
  expect(losses).toEqual(['n_not_completed']);
});

it.each([null, 5, ['pype'], {}])('a command that is %j is kept as an empty one', (command) => {
  expect(jobOf({ command })).toMatchObject({ command: '', snippet: null });
});

// ---------------------------------------------------------------------------------------- duration

it.each<[string, Record<string, unknown>, number | null, Job['durationSource']]>([
  ['of the monitor', { duration_seconds: 598.25 }, 598.25, 'monitor'],
  ['of the clock without consumption', {}, 600.25, 'clock'],
  ['of the clock for a duration of 0', { duration_seconds: 0, sample_count: 0 }, 600.25, 'clock'],
  ['of the clock for a negative duration', { duration_seconds: -5 }, 600.25, 'clock'],
  ['of the clock for one that is no number', { duration_seconds: '598' }, 600.25, 'clock'],
  ['of the clock for NaN', { duration_seconds: Number.NaN, sample_count: 1 }, 600.25, 'clock'],
  ['of half the interval for one sample', { duration_seconds: 0.0005, sample_count: 1 }, 0.5, 'short'],
  ['of half the interval for one sample at 0', { duration_seconds: 0, sample_count: 1 }, 0.5, 'short'],
  ['of the monitor for one sample at the interval', { duration_seconds: 1, sample_count: 1 }, 1, 'monitor'],
  ['of the monitor for two samples within it', { duration_seconds: 0.9, sample_count: 2 }, 0.9, 'monitor'],
  ['of the monitor without a count', { duration_seconds: 0.0005 }, 0.0005, 'monitor'],
])('the duration is that %s', (_, consumption, seconds, source) => {
  const job = jobOf({ ...completed, resource_consumption: consumption });
  expect(job.measurements.duration_seconds).toBe(seconds);
  expect(job.durationSource).toBe(source);
  expect(job.losses.includes('n_short')).toBe(source === 'short');
});

it.each<[string, Record<string, unknown> | undefined, number]>([
  ['', undefined, 0.5],
  ['', { PYPE_MONITOR_INTERVAL: '4.0' }, 2],
  ['', { PYPE_MONITOR_INTERVAL: 4 }, 2],
  ['PYPE_MONITOR_INTERVAL=8 ', { PYPE_MONITOR_INTERVAL: '4.0' }, 4],
  ['PYPE_MONITOR_INTERVAL=8 ', undefined, 4],
  ['', { PYPE_MONITOR_INTERVAL: 'soon' }, 0.5],
  ['', { PYPE_MONITOR_INTERVAL: 0 }, 0.5],
  ['', { PYPE_MONITOR_INTERVAL: '-4' }, 0.5],
])(
  'the interval of the monitor is that of the command %j, else of the environment %j, else 1 s',
  (prefix, environment, half) => {
    const job = jobOf(
      {
        command: `${prefix}pype snippets --log /l align`,
        resource_consumption: { duration_seconds: 0.1, sample_count: 1 },
      },
      environment,
    );
    expect(job.measurements.duration_seconds).toBe(half);
  },
);

it('a negative difference of the clock is skew: missing, and counted where the clock was needed', () => {
  const backwards = { ...completed, started_at: COMPLETED, completed_at: STARTED };
  expect(jobOf(backwards)).toMatchObject({
    durationSource: null,
    losses: ['n_clock_skew', 'n_without_duration'],
  });
  const measured = jobOf({ ...backwards, resource_consumption: { duration_seconds: 5 } });
  expect(measured).toMatchObject({ durationSource: 'monitor', losses: [] });
});

it('a job whose start is its end has no duration by the clock', () => {
  expect(jobOf({ ...completed, started_at: COMPLETED })).toMatchObject({
    durationSource: null,
    losses: ['n_without_duration'],
  });
});

it.each([{ started_at: undefined }, { completed_at: undefined }, { started_at: 'soon' }, { started_at: '' }])(
  'without one of the stamps there is no clock: %j',
  (missing) => {
    expect(jobOf({ ...completed, ...missing }).measurements.duration_seconds).toBe(null);
  },
);

it('stamps of one zone and of another are compared as moments', () => {
  const job = jobOf({
    status: 'completed',
    started_at: '2026-05-04T10:00:00+02:00',
    completed_at: '2026-05-04T08:30:00Z',
  });
  expect(job.measurements.duration_seconds).toBe(1800);
});

it('a stamp that is no time is kept as text', () => {
  expect(jobOf({ submitted_at: 'yesterday' }).submitted).toEqual({ text: 'yesterday', seconds: null });
  expect(jobOf({ submitted_at: '' }).submitted).toBe(null);
  expect(jobOf({ submitted_at: null }).submitted).toBe(null);
});

// ------------------------------------------------------------------------------------------ driver

it.each<[Record<string, unknown>, number | null, Job['driverSource'], number | null]>([
  [{ input_size_bytes: 10, output_size_bytes: 20 }, 10, 'input', 10],
  [{ input_size_bytes: 0, output_size_bytes: 20 }, 20, 'output', null],
  [{ output_size_bytes: 20 }, 20, 'output', null],
  [{ input_size_bytes: null, output_size_bytes: 20 }, 20, 'output', null],
  [{ input_size_bytes: -5, output_size_bytes: 20 }, 20, 'output', null],
  [{ input_size_bytes: Number.NaN, output_size_bytes: 20 }, 20, 'output', null],
  [{ input_size_bytes: 0, output_size_bytes: 0 }, null, null, null],
  [{ input_size_bytes: '10' }, null, null, null],
  [{}, null, null, null],
  [{ input_size_bytes: 2 ** 53 + 2 }, 2 ** 53 + 2, 'input', 2 ** 53 + 2],
])('the driver of %j is %j (%s)', (sizes, driver, source, input) => {
  expect(jobOf({ data_sizes: sizes })).toMatchObject({
    driverSizeBytes: driver,
    driverSource: source,
    inputSizeBytes: input,
  });
});

// ---------------------------------------------------------------------------------------- attempts

const consumption = { duration_seconds: 5, memory_rss_mb_max: 100 };
const sizes = { input_size_bytes: 7, output_size_bytes: 3 };

it('what an earlier attempt holds too was left over from it: missing, and counted', () => {
  const job = jobOf({
    ...completed,
    resource_consumption: consumption,
    data_sizes: sizes,
    previous_attempts: [
      { status: 'failed', resource_consumption: { memory_rss_mb_max: 100, duration_seconds: 5 } },
      { status: 'failed', data_sizes: { output_size_bytes: 3, input_size_bytes: 7 } },
    ],
  });
  expect(job.measurements).toMatchObject({
    duration_seconds: 600.25,
    memory_rss_mb_max: null,
    output_size_bytes: null,
  });
  expect(job.driverSizeBytes).toBe(null);
  expect(job.durationSource).toBe('clock');
  expect(job.losses).toEqual(['n_leftover', 'n_leftover']);
});

it('what differs in one value from an earlier attempt, or is empty, is its own', () => {
  const job = jobOf({
    ...completed,
    resource_consumption: consumption,
    data_sizes: {},
    previous_attempts: [{ resource_consumption: { ...consumption, duration_seconds: 6 }, data_sizes: {} }],
  });
  expect(job.measurements.memory_rss_mb_max).toBe(100);
  expect(job.losses).toEqual([]);
});

it.each([[[]], [null], ['x'], [[5, null, 'x']], [{ attempt: 1 }]])(
  'previous_attempts of %j are none',
  (previousAttempts) => {
    expect(jobOf({ previous_attempts: previousAttempts }).hasPreviousAttempts).toBe(false);
  },
);

it('a failed job failed at its own requirement', () => {
  const job = jobOf({
    status: 'failed',
    error_msg: 'Job failed: Out of memory',
    requirements: { mem: '4gb', time: '01:00:00' },
  });
  expect(job.failures).toEqual([{ kind: 'oom', memMb: 4096, timeSeconds: 3600 }]);
  expect(job.errorMessage).toBe('Job failed: Out of memory');
  expect(job.losses).toEqual(['n_not_completed']);
});

it('a failed job without requirements, or without a limit of time, failed at none', () => {
  expect(jobOf({ status: 'failed' }).failures).toEqual([{ kind: 'other', memMb: null, timeSeconds: null }]);
  expect(
    jobOf({ status: 'failed', error_msg: 'Timeout', requirements: { time: 'UNLIMITED' } }).failures,
  ).toEqual([{ kind: 'timeout', memMb: null, timeSeconds: null }]);
});

it('of an earlier failed attempt, what it used is a lower bound of the limit', () => {
  const job = jobOf({
    ...completed,
    requirements: { mem: '8gb' },
    previous_attempts: [
      {
        status: 'failed',
        error_msg: 'Job failed: Out of memory',
        resource_consumption: { memory_rss_mb_max: 4050, duration_seconds: 1200 },
      },
      { status: 'failed', error_msg: 'Timeout', started_at: STARTED, completed_at: COMPLETED },
      { status: 'failed', error_msg: 'Exit code: 1' },
      {
        status: 'cancelled',
        error_msg: 'Killed by signal 9',
        resource_consumption: { memory_rss_mb_max: 9000 },
      },
      { status: 'completed', resource_consumption: { memory_rss_mb_max: 9000 } },
    ],
  });
  expect(job.failures).toEqual([
    { kind: 'oom', memMb: 4050, timeSeconds: 1200 },
    { kind: 'timeout', memMb: null, timeSeconds: 600.25 },
    { kind: 'other', memMb: null, timeSeconds: null },
  ]);
  expect(job.hasPreviousAttempts).toBe(true);
});

it('an earlier attempt and the last one both count', () => {
  const job = jobOf({
    status: 'failed',
    error_msg: 'Timeout',
    requirements: { time: '01:00:00' },
    previous_attempts: [{ status: 'failed', error_msg: 'oom' }],
  });
  expect(job.failures.map(({ kind }) => kind)).toEqual(['oom', 'timeout']);
});

it('clock skew is no lower bound of a failed attempt', () => {
  const job = jobOf({
    previous_attempts: [
      { status: 'failed', error_msg: 'Timeout', started_at: COMPLETED, completed_at: STARTED },
    ],
  });
  expect(job.failures[0]?.timeSeconds).toBe(null);
});

it('what is not believed of a job is not believed of a failed attempt', () => {
  const bounds = (used: Record<string, unknown>): unknown => {
    const attempt = { status: 'failed', error_msg: 'oom', resource_consumption: used };
    const { memMb, timeSeconds } = jobOf({ previous_attempts: [attempt] }).failures[0] ?? {};
    return [memMb, timeSeconds];
  };
  expect(bounds({ memory_rss_mb_max: 1e9, duration_seconds: 1e12 })).toEqual([null, null]);
  expect(bounds({ memory_rss_mb_max: -5, duration_seconds: -5 })).toEqual([null, null]);
  expect(bounds({ memory_rss_mb_max: 0, duration_seconds: 0 })).toEqual([null, null]);
});

// ------------------------------------------------------------------------------------------ status

it('a completed job has no error message: it is stale', () => {
  expect(jobOf({ status: 'completed', error_msg: 'Exit code: 1' })).toMatchObject({
    errorMessage: null,
    failures: [],
  });
});

it.each([
  'pending',
  'submitted',
  'running',
  'failed',
  'cancelled',
  'Completed',
  'COMPLETED',
  'done',
  '',
  null,
  true,
])('a job of status %j is no sample: what is odd in its measurements is no loss', (status) => {
  const job = jobOf({
    status,
    ...stamps,
    started_at: COMPLETED,
    completed_at: STARTED,
    requirements: { mem: 16 },
  });
  expect(job.losses).toEqual(['n_not_completed', 'n_mem_unclear']);
  expect(job.status).toBe(status === true ? 'true' : status || null);
});

it('a killed job has a start and no end', () => {
  const job = jobOf({ status: 'cancelled', started_at: STARTED, error_msg: 'Killed by signal 9' });
  expect(job).toMatchObject({ completed: null, durationSource: null, failures: [] });
});

// ----------------------------------------------------------------------------------------- oddities

it.each<[unknown, string[]]>([
  [
    ['A', 'B'],
    ['A', 'B'],
  ],
  [[], []],
  [
    [12, 'x', null, {}, ''],
    ['12', 'x'],
  ],
  [null, []],
  ['A', []],
  [{ A: 1 }, []],
])('dependencies of %j are %j', (listed, ids) => {
  expect(jobOf({ dependencies: listed }).dependencies).toEqual(ids);
});

it.each(['resource_consumption', 'data_sizes', 'requirements', 'previous_attempts'])(
  'a %s that is no mapping is missing',
  (key) => {
    for (const value of [null, 5, 'x', [], [1]]) {
      expect(jobOf({ ...completed, [key]: value }).losses, String(value)).toEqual([]);
    }
  },
);

it('text stays text: a name of digits, ids as numbers', () => {
  expect(jobOf({ name: '007', queue_id: 12, batch_id: 'B' })).toMatchObject({
    name: '007',
    queueId: '12',
    batchId: 'B',
  });
});

it('what Object.prototype has is not in a record', () => {
  const record = JSON.parse(
    '{"command":"pype snippets --log /l align","__proto__":{"status":"completed"}}',
  ) as Record<string, unknown>;
  expect(jobOf(record).status).toBe(null);
  expect(({} as Record<string, unknown>).status).toBe(undefined);
});

it('parseJob gives the environment of the command too', () => {
  const { environment } = parseJob('A', { command: 'PYPE_MODULES=/m pype snippets --log /l align' }, null);
  expect([...environment]).toEqual([['PYPE_MODULES', '/m']]);
});

it('a job is not changed by reading it', () => {
  const record = {
    command: 'pype snippets --log /l a',
    status: 'completed',
    data_sizes: sizes,
    previous_attempts: [{ data_sizes: sizes }],
  };
  const before = structuredClone(record);
  parseJob('A', record, null);
  expect(record).toEqual(before);
});

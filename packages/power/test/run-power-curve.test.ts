import { readFileSync } from 'node:fs';
import { casePath } from '@prm/testing';
import { expect, it } from 'vitest';
import { PowerError } from '../src/errors.ts';
import { type PowerOptions, type RunRecords, runPowerCurve } from '../src/run-power-curve.ts';
import { aRecord, at } from './runs.ts';

function readCase(...path: string[]): Record<string, unknown> {
  return JSON.parse(readFileSync(casePath(...path), 'utf8')) as Record<string, unknown>;
}

function energies(records: RunRecords, options: PowerOptions = {}): number[] {
  return runPowerCurve(records, options).curve.map(({ energy_wh }) => energy_wh);
}

function errorOf(make: () => unknown): PowerError {
  try {
    make();
  } catch (error) {
    if (error instanceof PowerError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const full = { cpu: 100 };
/** 50 W for 20 minutes, then the end. */
const job = aRecord([{ minutes: 0, cpu: 50 }, { minutes: 20 }]);

it('B37: three bins, the last one a mean over all of it, and not one more for a job that ends on an edge', () => {
  const { curve, total_energy_wh } = runPowerCurve(readCase('B37', 'runtime.json'));
  expect(curve).toEqual([
    { t: '2026-05-04T10:15:00', power_w: 125.8, energy_wh: 62.875 },
    { t: '2026-05-04T10:45:00', power_w: 125.8, energy_wh: 62.875 },
    { t: '2026-05-04T11:15:00', power_w: 20, energy_wh: 10 },
  ]);
  expect(total_energy_wh).toBeCloseTo(135.75, 9);
});

it.each([1, 7, 30, 60, 1440])('B37: the energy is the same in bins of %d minutes', (binMinutes) => {
  const { curve } = runPowerCurve(readCase('B37', 'runtime.json'), { binMinutes });
  const energy = curve.reduce((sum, { energy_wh }) => sum + energy_wh, 0);
  const powerTime = curve.reduce((sum, { power_w }) => sum + (power_w * binMinutes) / 60, 0);
  expect(Math.abs(energy - 135.75)).toBeLessThan(1e-6 * curve.length);
  expect(Math.abs(powerTime - 135.75)).toBeLessThanOrEqual((0.05 * curve.length * binMinutes) / 60 + 1e-9);
});

it('B33: a pause of a day is empty bins, and 500 Wh in the others', () => {
  const { curve, total_energy_wh, pipeline } = runPowerCurve(readCase('B33', 'resumed.json'));
  expect(curve).toHaveLength(58);
  const busy = curve.filter(({ energy_wh }) => energy_wh > 0);
  expect(busy).toHaveLength(10);
  for (const { power_w, energy_wh } of busy) expect([power_w, energy_wh]).toEqual([100, 50]);
  expect(curve.filter(({ power_w }) => power_w === 0)).toHaveLength(48);
  expect(total_energy_wh).toBe(500);
  expect(pipeline).toBe('demo');
});

it('the document says what it is of', () => {
  const records = { A: job, __pipeline_metadata__: { pipeline_name: 'germline' } };
  expect(runPowerCurve(records, { binMinutes: 20, carbonIntensity: 240 })).toEqual({
    format: 'prm/power',
    format_version: '1.0',
    workflow: null,
    pipeline: 'germline',
    input_size_bytes: null,
    gpu_class: null,
    bin_minutes: 20,
    curve: [{ t: '2026-05-04T10:10:00', power_w: 50, energy_wh: 16.666667 }],
    total_energy_wh: (50 * 1200) / 3600,
    total_co2_g: ((50 * 1200) / 3600 / 1000) * 240,
    warnings: [],
  });
});

it('bins are 30 minutes wide unless said otherwise, and begin with the first interval', () => {
  const records = { A: aRecord([{ minutes: 7, ...full }, { minutes: 40 }]) };
  const { curve, bin_minutes } = runPowerCurve(records);
  expect(bin_minutes).toBe(30);
  expect(curve.map(({ t }) => t)).toEqual([at(22), at(52)]);
});

it("a point's power holds until the next point; that of the last is never used", () => {
  const points = [
    { minutes: 0, cpu: 100 },
    { minutes: 10, cpu: 50, memGb: 4, gpuW: 30 },
    { minutes: 20, cpu: 99, gpuW: 700 },
  ];
  expect(energies({ A: aRecord(points) }, { binMinutes: 10 })).toEqual([16.666667, 13.583333]);
});

it('jobs at the same time are added up, the idle power of each of them too', () => {
  const bounds = { power_idle_w: 60, power_loaded_w: 210 };
  const idle = aRecord([{ minutes: 0, cpu: 0 }, { minutes: 60 }], bounds);
  expect(runPowerCurve({ A: idle, B: idle }, { binMinutes: 60 }).curve[0]?.power_w).toBe(120);
});

it('idle and loaded power hold only when both were recorded', () => {
  const points = [{ minutes: 0, cpu: 50 }, { minutes: 60 }];
  const powerWith = (consumption: Record<string, unknown>) =>
    runPowerCurve({ A: aRecord(points, consumption) }, { binMinutes: 60 }).curve[0]?.power_w;
  expect(powerWith({ power_idle_w: 60, cpu_tdp_w: 180 })).toBe(90);
  expect(powerWith({ power_loaded_w: 210 })).toBe(50);
  expect(powerWith({ power_idle_w: 60, power_loaded_w: 210, cpu_tdp_w: 180 })).toBe(135);
});

it('points out of order are sorted, so that nothing counts twice', () => {
  const points = [
    { minutes: 0, cpu: 100 },
    { minutes: 30, cpu: 50 },
    { minutes: 60, cpu: 20 },
    { minutes: 90, cpu: 0 },
  ];
  const inOrder = energies({ A: aRecord(points) });
  expect(inOrder).toEqual([50, 25, 10]);
  const shuffled = [2, 0, 3, 1].map((i) => points[i] as (typeof points)[number]);
  expect(energies({ A: aRecord(shuffled) })).toEqual(inOrder);
});

it('of points out of order those without a time are left out, the others joined', () => {
  const points = [{ cpu: 100 }, { minutes: 30, cpu: 50 }, { minutes: 0, cpu: 100 }, { minutes: 60 }];
  expect(energies({ A: aRecord(points) })).toEqual([50, 25]);
});

it('a point without a time parts its neighbours where the others are in order', () => {
  const points = [{ minutes: 0, cpu: 100 }, { cpu: 100 }, { minutes: 60, cpu: 50 }, { minutes: 120 }];
  const { curve } = runPowerCurve({ A: aRecord(points) }, { binMinutes: 60 });
  expect(curve).toEqual([{ t: at(90), power_w: 50, energy_wh: 50 }]);
});

it.each(['cpu', 'memGb', 'gpuW'])('an interval whose %s is no number is dropped', (key) => {
  for (const odd of ['100', [100], {}]) {
    const points = [
      { minutes: 0, cpu: 100 },
      { minutes: 30, cpu: 100, [key]: odd },
      { minutes: 60, cpu: 50 },
      { minutes: 90 },
    ];
    expect(energies({ A: aRecord(points) })).toEqual([50, 0, 25]);
  }
});

it('NaN and infinity are missing values: they draw nothing', () => {
  const points = [
    { minutes: 0, cpu: 100, memGb: Number.NaN, gpuW: Number.POSITIVE_INFINITY },
    { minutes: 30 },
  ];
  expect(energies({ A: aRecord(points) })).toEqual([50]);
});

const summary = {
  duration_seconds: 1800,
  cpu_percent_avg: 80,
  memory_rss_mb_avg: 4096,
  gpu_power_w_avg: 18.5,
};

it('a job of one point counts with its means from that point on', () => {
  const { curve } = runPowerCurve({ A: aRecord([{ minutes: 7, cpu: 1 }], summary) });
  expect(curve).toEqual([{ t: at(22), power_w: 100, energy_wh: 50 }]);
});

it('a job of no point counts with its means from its start on', () => {
  const record: Record<string, unknown> = { ...aRecord([], summary), started_at: at(7) };
  const expected = [{ t: at(22), power_w: 100, energy_wh: 50 }];
  expect(runPowerCurve({ A: record }).curve).toEqual(expected);
  const { resource_timeline: _, ...withoutTimeline } = record;
  expect(runPowerCurve({ A: withoutTimeline }).curve).toEqual(expected);
  expect(runPowerCurve({ A: { ...record, resource_timeline: [{ cpu: 5 }] } }).curve).toEqual(expected);
});

it('a job whose points leave no interval counts with its means', () => {
  const points = [
    { minutes: 7, cpu: 'x' },
    { minutes: 8, cpu: 'x' },
    { minutes: 9, cpu: 'x' },
  ];
  expect(runPowerCurve({ A: aRecord(points, summary) }).curve).toEqual([
    { t: at(22), power_w: 100, energy_wh: 50 },
  ]);
});

it.each([
  ['without a start', aRecord([], summary)],
  ['without a duration', { ...aRecord([], { cpu_percent_avg: 80 }), started_at: at(0) }],
  ['of duration 0', { ...aRecord([], { ...summary, duration_seconds: 0 }), started_at: at(0) }],
  ['whose means are no numbers', { ...aRecord([], { ...summary, cpu_percent_avg: 'x' }), started_at: at(0) }],
  ['that is a number', 5],
  ['without anything', { command: 'x' }],
])('a job %s is left out', (_, record) => {
  expect(energies({ A: record, B: job }, { binMinutes: 20 })).toEqual([16.666667]);
});

it('members that begin with __ and earlier attempts are no jobs', () => {
  const records = { A: { ...job, previous_attempts: [job] }, __other__: job };
  expect(energies(records, { binMinutes: 20 })).toEqual([16.666667]);
});

it('a run without power has an empty curve', () => {
  for (const records of [{}, new Map(), { A: { command: 'x' } }]) {
    expect(runPowerCurve(records)).toMatchObject({ curve: [], total_energy_wh: 0, pipeline: null });
  }
});

it('a bare mapping, one inside runtime_data and a Map give the same', () => {
  const records = { A: job, __pipeline_metadata__: { pipeline_name: 'p' } };
  const expected = runPowerCurve(records);
  expect(runPowerCurve({ runtime_data: records })).toEqual(expected);
  expect(runPowerCurve(new Map<string, unknown>(Object.entries(records)))).toEqual(expected);
});

it('a Map keeps the order of the file, also for ids that look like numbers, where an object cannot', () => {
  const of = (gpuW: number) => aRecord([{ minutes: 0, gpuW }, { minutes: 30 }]);
  const inFileOrder = [
    ['2', of(1e17)],
    ['10', of(40)],
    ['1', of(40)],
    ['0', of(-1e17)],
  ] as const;
  const [asMap, asObject] = [new Map(inFileOrder), Object.fromEntries(inFileOrder)];
  expect(energies(asMap)).not.toEqual(energies(asObject));
  expect(energies(new Map([...inFileOrder].sort()))).toEqual(
    energies(new Map(Object.entries(asObject).sort())),
  );
});

it('times with a zone are told as UTC, those without as written', () => {
  const points = [
    { t: '2026-05-04T10:00:00+02:00', cpu: 100 },
    { t: '2026-05-04T08:30:00Z', cpu: 0 },
  ];
  expect(runPowerCurve({ A: aRecord(points) }).curve).toEqual([
    { t: '2026-05-04T08:15:00', power_w: 100, energy_wh: 50 },
  ]);
});

it("nothing depends on the machine's zone", () => {
  const zone = process.env.TZ;
  const expected = runPowerCurve({ A: job });
  try {
    process.env.TZ = 'America/New_York';
    expect(new Date(2026, 4, 4).getTimezoneOffset()).toBe(240);
    expect(runPowerCurve({ A: job })).toEqual(expected);
  } finally {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  }
});

it('what is given is not changed', () => {
  const points = [{ minutes: 30, cpu: 50 }, { minutes: 0, cpu: 100 }, { minutes: 60 }];
  const records = { A: aRecord(points, summary) };
  const before = structuredClone(records);
  runPowerCurve(records);
  expect(records).toEqual(before);
});

it.each([0, -5, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
  'bins of %d minutes are refused',
  (binMinutes) => {
    const error = errorOf(() => runPowerCurve({ A: job }, { binMinutes }));
    expect(error.code).toBe('power/bad-bin-minutes');
    expect(error.message).toContain(`${binMinutes} minutes`);
    expect(errorOf(() => runPowerCurve({}, { binMinutes })).code).toBe('power/bad-bin-minutes');
  },
);

it.each([1e12, 1e300, Number.MAX_VALUE])(
  'bins of %d minutes, whose middle is no time, are refused',
  (binMinutes) => {
    expect(errorOf(() => runPowerCurve({ A: job }, { binMinutes })).code).toBe('power/bad-bin-minutes');
  },
);

it('more than a million bins are refused, with what would help', () => {
  const year = { ...aRecord([], { duration_seconds: 365 * 86_400, cpu_percent_avg: 1 }), started_at: at(0) };
  const error = errorOf(() => runPowerCurve({ A: year }, { binMinutes: 0.1 }));
  expect(error.code).toBe('power/too-many-bins');
  expect(error.message).toContain('5256000 bins of 0.1 minutes');
  expect(errorOf(() => runPowerCurve({ A: job }, { binMinutes: 1e-320 })).code).toBe('power/too-many-bins');
  expect(runPowerCurve({ A: year }, { binMinutes: 10 }).curve).toHaveLength(52_560);
});

it.each([null, 5, 'x', [], undefined])('%j is no mapping and is refused', (records) => {
  expect(errorOf(() => runPowerCurve(records as unknown as RunRecords)).code).toBe('power/not-a-mapping');
});

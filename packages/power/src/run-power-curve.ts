import { parseTimestamp } from '@prm/ingest/text';
import { type Bin, binPower, binSeconds, type PowerInterval } from './bin-power.ts';
import { carbonOf } from './carbon.ts';
import { PowerError } from './errors.ts';
import { estimatePowerW, type PowerSettings } from './estimate-power.ts';
import { areNumbers, asMapping, isMapping, isNumberOrNull, type Mapping, numberOrZero } from './fields.ts';
import { isoText } from './iso-text.ts';
import { POWER_FORMAT, type PowerCurve, type PowerPoint } from './power-document.ts';
import { pythonRound } from './python-round.ts';

/** Sums of more could be no number. */
const MOST_WATTS = 1e290;

/** How a curve is made. */
export interface PowerOptions {
  /** Width of a bin. Default 30. */
  readonly binMinutes?: number;
  /** Grams of CO2 equivalent a kWh: then the curve has a total of CO2. */
  readonly carbonIntensity?: number | null;
}

/** Records by job id, with their timelines: a runtime mapping, or its members in the order of the file. */
export type RunRecords = Mapping | ReadonlyMap<string, unknown>;

/**
 * The power curve of a recorded run, equal to Bio-Pype's own `pipeline_power_curve`: a point's power holds until the
 * next point; a job with fewer than two points counts with its mean over its duration.
 *
 * @param records with `resource_timeline`s; `{ runtime_data: … }` is unwrapped. Bio-Pype adds up in the order of the
 *   file, which a Map keeps for any id
 * @throws PowerError `power/bad-bin-minutes`, `power/too-many-bins`, `power/not-a-mapping`
 * @see https://pypi.org/project/bio-pype/2.0.99rc9/ pype/utils/carbon.py, pipeline_power_curve
 * @example
 * const job = { resource_timeline: [{ t: '2026-05-04T10:00:00', cpu: 100 }, { t: '2026-05-04T10:30:00' }] };
 * runPowerCurve({ A1: job }).curve // [{ t: '2026-05-04T10:15:00', power_w: 100, energy_wh: 50 }]
 */
export function runPowerCurve(records: RunRecords, options: PowerOptions = {}): PowerCurve<string> {
  const { binMinutes = 30, carbonIntensity = null } = options;
  const width = binSeconds(binMinutes);
  const members = membersOf(records);
  const intervals = members
    .flatMap(([id, record]) => (isJob(id, record) ? jobIntervals(record) : []))
    .filter(({ powerW }) => Math.abs(powerW) < MOST_WATTS);
  const start = intervals.reduce(
    (earliest, interval) => Math.min(earliest, interval.start),
    Number.POSITIVE_INFINITY,
  );
  const bins = intervals.length === 0 ? [] : binPower(intervals, start, width);
  const energyWh = intervals.reduce(
    (sum, { start: from, end, powerW }) => sum + (powerW * (end - from)) / 3600,
    0,
  );
  const metadata = asMapping(members.find(([key]) => key === '__pipeline_metadata__')?.[1]);
  const name = metadata.pipeline_name;
  return {
    ...POWER_FORMAT,
    workflow: null,
    pipeline: typeof name === 'string' ? name : null,
    input_size_bytes: null,
    gpu_class: null,
    bin_minutes: binMinutes,
    curve: bins.map((bin, i) => pointOf(bin, isoText(start + (i + 0.5) * width))),
    total_energy_wh: energyWh,
    ...carbonOf(energyWh, carbonIntensity),
    warnings: [],
  };
}

/** A bin as it is printed. */
export function pointOf<T>({ powerW, energyWh }: Bin, t: T): PowerPoint<T> {
  return { t, power_w: pythonRound(powerW, 1), energy_wh: pythonRound(energyWh, 6) };
}

function membersOf(records: RunRecords): (readonly [string, unknown])[] {
  if (records instanceof Map) return [...records];
  if (!isMapping(records))
    throw new PowerError('power/not-a-mapping', 'expected a mapping of job id to job record');
  const inner = records.runtime_data;
  return Object.entries(isMapping(inner) ? inner : records);
}

function isJob(id: string, record: unknown): record is Mapping {
  return !id.startsWith('__') && isMapping(record);
}

function jobIntervals(job: Mapping): PowerInterval[] {
  const consumption = asMapping(job.resource_consumption);
  const settings = settingsOf(consumption);
  if (settings === null) return [];
  const timeline = job.resource_timeline;
  const points = inOrder((Array.isArray(timeline) ? timeline : []).map(asMapping));
  const between = betweenPoints(points, settings);
  return between.length > 0 ? between : fromSummary(job, consumption, points, settings);
}

interface TimedPoint {
  readonly at: number | null;
  readonly point: Mapping;
}

/** Points with their times; sorted, those without a time left out, where the file has them out of order. */
function inOrder(points: readonly Mapping[]): TimedPoint[] {
  const timed = points.map((point): TimedPoint => ({ at: parseTimestamp(point.t), point }));
  const known = timed.filter(({ at }) => at !== null) as (TimedPoint & { at: number })[];
  const isOrdered = known.every(({ at }, i) => i === 0 || (known[i - 1] as { at: number }).at <= at);
  return isOrdered ? timed : known.sort((a, b) => a.at - b.at);
}

function betweenPoints(points: readonly TimedPoint[], settings: PowerSettings): PowerInterval[] {
  const intervals: PowerInterval[] = [];
  for (const [i, { at: start, point }] of points.entries()) {
    const end = points[i + 1]?.at ?? null;
    if (
      start === null ||
      end === null ||
      end <= start ||
      !areNumbers(point, ['cpu', 'mem_gb']) ||
      !isNumberOrNull(point, 'gpu_w')
    )
      continue;
    const use = {
      cpu_percent_avg: point.cpu,
      memory_rss_mb_avg: numberOrZero(point.mem_gb) * 1024,
      gpu_power_w_avg: point.gpu_w,
    };
    intervals.push({ start, end, powerW: estimatePowerW(use, settings) });
  }
  return intervals;
}

function fromSummary(
  job: Mapping,
  consumption: Mapping,
  points: readonly TimedPoint[],
  settings: PowerSettings,
): PowerInterval[] {
  const seconds = numberOrZero(consumption.duration_seconds);
  if (seconds <= 0 || !areNumbers(consumption, ['cpu_percent_avg', 'memory_rss_mb_avg'])) return [];
  if (!isNumberOrNull(consumption, 'gpu_power_w_avg')) return [];
  const start = points.find(({ at }) => at !== null)?.at ?? parseTimestamp(job.started_at);
  if (start === null) return [];
  return [{ start, end: start + seconds, powerW: estimatePowerW(consumption, settings) }];
}

/** Constants that the job itself recorded; null where one that is needed is no number. */
function settingsOf(consumption: Mapping): PowerSettings | null {
  const has = (key: string): boolean => Object.hasOwn(consumption, key);
  const isBounded = has('power_idle_w') && has('power_loaded_w');
  if (!areNumbers(consumption, isBounded ? ['power_idle_w', 'power_loaded_w'] : ['cpu_tdp_w'])) return null;
  const bounds = isBounded
    ? { idleW: numberOrZero(consumption.power_idle_w), loadedW: numberOrZero(consumption.power_loaded_w) }
    : {};
  return has('cpu_tdp_w') ? { cpuTdpW: numberOrZero(consumption.cpu_tdp_w), ...bounds } : bounds;
}

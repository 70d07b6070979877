import { argumentFiles } from '../command/argument-files.ts';
import { parseCommand } from '../command/snippet-name.ts';
import { canonicalJson } from '../text/canonical-json.ts';
import {
  asDecimal,
  asMapping,
  asNumber,
  asPositive,
  asText,
  isMapping,
  type Mapping,
  member,
} from '../text/scalars.ts';
import { parseTimestamp } from '../text/timestamp.ts';
import { failureKind } from './failure.ts';
import { gpuClass } from './gpu-class.ts';
import type { DurationSource, FailedAttempt, Job, Stamp } from './job.ts';
import type { Loss } from './losses.ts';
import { METRICS, type Measurements, type MetricName, MOST_BELIEVED, RATE_METRICS } from './metrics.ts';
import { parseRequirements, type Requirements } from './requirements.ts';

const DEFAULT_MONITOR_INTERVAL_SECONDS = 1;

/** A job, and the `NAME=value` words its command begins with. */
export interface ParsedJob {
  readonly job: Job;
  readonly environment: ReadonlyMap<string, string>;
}

/**
 * Reads one job record.
 *
 * @param id the record's key
 * @param record a mapping with a `command`
 * @param monitorInterval `PYPE_MONITOR_INTERVAL` of the run's environment, as recorded; the command's own goes first
 */
export function parseJob(id: string, record: Mapping, monitorInterval: unknown): ParsedJob {
  const command = typeof record.command === 'string' ? record.command : '';
  const { snippet, environment, snippetArguments } = parseCommand(command);
  const interval =
    asPositive(asDecimal(environment.get('PYPE_MONITOR_INTERVAL') ?? monitorInterval)) ??
    DEFAULT_MONITOR_INTERVAL_SECONDS;
  const status = asText(member(record, 'status'));
  const attempts = previousAttempts(record);
  const losses: Loss[] = [];
  const consumption = withoutLeftover(record, 'resource_consumption', attempts, losses);
  const sizes = withoutLeftover(record, 'data_sizes', attempts, losses);
  const stamps = {
    submitted: stampOf(record, 'submitted_at'),
    started: stampOf(record, 'started_at'),
    completed: stampOf(record, 'completed_at'),
  };
  const duration = durationOf(consumption, stamps, interval, losses);
  const measured = measure(consumption, sizes, duration, losses);
  const asked = parseRequirements(asMapping(member(record, 'requirements')));
  const isCompleted = status === 'completed';
  const job: Job = {
    id,
    name: asText(member(record, 'name')),
    command,
    snippet,
    status,
    queueId: asText(member(record, 'queue_id')),
    batchId: asText(member(record, 'batch_id')),
    ...stamps,
    measurements: measured,
    durationSource: measured.duration_seconds === null ? null : duration.source,
    ...driverOf(sizes),
    ...argumentFiles(snippetArguments),
    requirements: asked.requirements,
    gpuClass: gpuClass({
      utilization: asNumber(member(consumption, 'gpu_utilization_avg')),
      memoryMaxMb: asNumber(member(consumption, 'gpu_memory_mb_max')),
      memoryTotalMb: asNumber(member(consumption, 'gpu_memory_total_mb')),
      powerLimitW: asNumber(member(consumption, 'gpu_power_limit_w')),
    }),
    failures: failuresOf(record, status, attempts, asked.requirements),
    errorMessage: isCompleted ? null : asText(member(record, 'error_msg')),
    dependencies: dependenciesOf(record),
    hasPreviousAttempts: attempts.length > 0,
    power: {
      cpuTdpW: asNumber(member(consumption, 'cpu_tdp_w')),
      idleW: asNumber(member(consumption, 'power_idle_w')),
      loadedW: asNumber(member(consumption, 'power_loaded_w')),
    },
    // Only completed jobs are samples: what is odd in the measurements of others is no loss.
    losses: isCompleted ? [...losses, ...asked.losses] : ['n_not_completed', ...asked.losses],
  };
  return { job, environment };
}

function previousAttempts(record: Mapping): Mapping[] {
  const attempts = member(record, 'previous_attempts');
  return Array.isArray(attempts) ? attempts.filter(isMapping) : [];
}

/** A member that an earlier attempt holds too was left over from it: the last attempt wrote none. */
function withoutLeftover(
  record: Mapping,
  key: string,
  attempts: readonly Mapping[],
  losses: Loss[],
): Mapping {
  const value = asMapping(member(record, key));
  if (attempts.length === 0 || Object.keys(value).length === 0) return value;
  const text = canonicalJson(value);
  const isLeftover = attempts.some((attempt) => {
    const earlier = member(attempt, key);
    return isMapping(earlier) && canonicalJson(earlier) === text;
  });
  if (!isLeftover) return value;
  losses.push('n_leftover');
  return {};
}

function stampOf(record: Mapping, key: string): Stamp | null {
  const text = asText(member(record, key));
  return text === null ? null : { text, seconds: parseTimestamp(text) };
}

interface Stamps {
  readonly started: Stamp | null;
  readonly completed: Stamp | null;
}

interface Duration {
  readonly seconds: number | null;
  readonly source: DurationSource | null;
}

function durationOf(consumption: Mapping, stamps: Stamps, intervalSeconds: number, losses: Loss[]): Duration {
  const monitored = asNumber(member(consumption, 'duration_seconds'));
  if (member(consumption, 'sample_count') === 1 && monitored !== null && monitored < intervalSeconds) {
    losses.push('n_short');
    return { seconds: intervalSeconds / 2, source: 'short' };
  }
  if (monitored !== null && monitored > 0) return { seconds: monitored, source: 'monitor' };
  const elapsed = elapsedSeconds(stamps);
  if (elapsed !== null && elapsed > 0) return { seconds: elapsed, source: 'clock' };
  if (elapsed !== null && elapsed < 0) losses.push('n_clock_skew');
  return { seconds: null, source: null };
}

function elapsedSeconds({ started, completed }: Stamps): number | null {
  const from = started?.seconds ?? null;
  const to = completed?.seconds ?? null;
  return from === null || to === null ? null : to - from;
}

function measure(consumption: Mapping, sizes: Mapping, duration: Duration, losses: Loss[]): Measurements {
  const values = {} as Record<MetricName, number | null>;
  for (const metric of METRICS) {
    let value: number | null;
    if (metric === 'duration_seconds') value = duration.seconds;
    else if (metric === 'output_size_bytes') value = notNegative(member(sizes, metric));
    else value = notNegative(member(consumption, metric));
    if (metric === 'memory_rss_mb_max' && value === 0) value = null;
    if (duration.source === 'short' && RATE_METRICS.has(metric)) value = null;
    values[metric] = believed(metric, value);
    if (value !== null && values[metric] === null) losses.push('n_implausible');
  }
  if (values.duration_seconds === null) losses.push('n_without_duration');
  return values;
}

/** The value, or null when no machine can have it. */
function believed(metric: MetricName, value: number | null): number | null {
  return value !== null && value > (MOST_BELIEVED[metric] ?? Number.POSITIVE_INFINITY) ? null : value;
}

function notNegative(value: unknown): number | null {
  const number = asNumber(value);
  return number !== null && number >= 0 ? number : null;
}

function driverOf(sizes: Mapping): Pick<Job, 'driverSizeBytes' | 'driverSource' | 'inputSizeBytes'> {
  const input = asPositive(member(sizes, 'input_size_bytes'));
  const output = asPositive(member(sizes, 'output_size_bytes'));
  if (input !== null) return { driverSizeBytes: input, driverSource: 'input', inputSizeBytes: input };
  return { driverSizeBytes: output, driverSource: output === null ? null : 'output', inputSizeBytes: null };
}

function failuresOf(
  record: Mapping,
  status: string | null,
  attempts: readonly Mapping[],
  requirements: Requirements | null,
): FailedAttempt[] {
  // An earlier attempt's limit is not kept; what it had used when it failed is a lower bound of it.
  const earlier = attempts
    .filter((attempt) => member(attempt, 'status') === 'failed')
    .map((attempt): FailedAttempt => {
      const consumption = asMapping(member(attempt, 'resource_consumption'));
      const stamps = { started: stampOf(attempt, 'started_at'), completed: stampOf(attempt, 'completed_at') };
      const measured =
        asPositive(member(consumption, 'duration_seconds')) ?? asPositive(elapsedSeconds(stamps));
      return {
        kind: failureKind(member(attempt, 'error_msg')),
        memMb: believed('memory_rss_mb_max', asPositive(member(consumption, 'memory_rss_mb_max'))),
        timeSeconds: believed('duration_seconds', measured),
      };
    });
  if (status !== 'failed') return earlier;
  const limit = requirements?.time_seconds ?? null;
  const last: FailedAttempt = {
    kind: failureKind(member(record, 'error_msg')),
    memMb: requirements?.mem_mb ?? null,
    timeSeconds: limit === 'unlimited' ? null : limit,
  };
  return [...earlier, last];
}

function dependenciesOf(record: Mapping): string[] {
  const listed = member(record, 'dependencies');
  return Array.isArray(listed) ? listed.map(asText).filter((id): id is string => id !== null) : [];
}

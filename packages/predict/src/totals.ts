import { own } from '@prm/model/format';
import type { PredictedStep, PredictedTotals, ScheduledStep } from './prediction.ts';
import type { SampleWork } from './sample-work.ts';

const MB_PER_GB = 1024;
const PERCENT_PER_CORE = 100;
const SECONDS_PER_HOUR = 3600;

type SummedMetric = 'cpu_percent_avg' | 'memory_rss_mb_max';

/**
 * Sums up a scheduled run.
 *
 * @param unwaited the same run, were no step to wait for anything but the steps before it
 * @param samples what jobs of steps take that differ, each with its sample
 */
export function totalsOf(
  timeline: Readonly<Record<string, ScheduledStep>>,
  steps: Readonly<Record<string, PredictedStep>>,
  unwaited: Readonly<Record<string, ScheduledStep>>,
  samples: ReadonlyMap<string, SampleWork> = new Map(),
): PredictedTotals {
  const rows = Object.entries(timeline);
  const value = (name: string, metric: SummedMetric): number => {
    const mean = samples.get(name);
    if (mean) return metric === 'cpu_percent_avg' ? mean.cpuPercent : mean.memMb;
    return own(steps, name)?.metrics[metric]?.value ?? 0;
  };
  const peak = (metric: SummedMetric, unit: number): number =>
    peakOf(
      rows.map(([name, row]) => ({
        start: row.start_seconds,
        end: row.end_seconds,
        amount: (row.concurrency * value(name, metric)) / unit,
      })),
    );
  const hours = (metric: SummedMetric, unit: number): number => {
    let sum = 0;
    for (const [name, row] of rows) {
      const mean = samples.get(name);
      const product = metric === 'cpu_percent_avg' ? mean?.cpuSeconds : mean?.memMbSeconds;
      sum +=
        product === undefined
          ? (row.instances * row.duration_seconds * value(name, metric)) / unit
          : (row.instances * product) / unit;
    }
    return sum / SECONDS_PER_HOUR;
  };
  const makespan = latestEnd(timeline);
  const work = latestEnd(unwaited);
  return {
    makespan_seconds: makespan,
    work_seconds: work,
    wait_seconds: makespan - work,
    peak_memory_mb: peak('memory_rss_mb_max', 1),
    peak_cpu_cores: peak('cpu_percent_avg', PERCENT_PER_CORE),
    core_hours: hours('cpu_percent_avg', PERCENT_PER_CORE),
    gb_hours: hours('memory_rss_mb_max', MB_PER_GB),
  };
}

function latestEnd(timeline: Readonly<Record<string, ScheduledStep>>): number {
  return Object.values(timeline).reduce((latest, { end_seconds }) => Math.max(latest, end_seconds), 0);
}

/** The largest sum of amounts at one time; an interval holds its start and not its end. */
function peakOf(intervals: readonly { start: number; end: number; amount: number }[]): number {
  const changes = intervals
    .filter(({ start, end }) => end > start)
    .flatMap(({ start, end, amount }) => [
      { at: start, isStart: true, change: amount },
      { at: end, isStart: false, change: -amount },
    ])
    .sort((a, b) => a.at - b.at || Number(a.isStart) - Number(b.isStart));
  let level = 0;
  let top = 0;
  for (const { change } of changes) {
    level += change;
    top = Math.max(top, level);
  }
  return top;
}

import { aJob, type RuntimeMapping, runsOf } from './run-builder.ts';
import { seededNoise } from './seeded-noise.ts';

const GB = 1024 ** 3;

/** Runs that follow each other and are alike. */
export interface RunsAlike {
  readonly n: number;
  /** Of the module; null for runs from a module without one. Default: null. */
  readonly version?: string | null;
  /** What jobs take beside the law. Default 1. */
  readonly memoryFactor?: number;
  readonly durationFactor?: number;
  /** What jobs ask for. Default: those of the history. */
  readonly requirements?: Readonly<Record<string, unknown>>;
}

/** A history of one step. */
export interface HistoryFacts {
  readonly seed: number;
  /** Oldest first. */
  readonly runs: readonly RunsAlike[];
  /** Standard deviation of the logarithm of what a job takes. Default 0.1. */
  readonly noise?: number;
  /** Jobs of a run, each with an input of its own. Default 1. */
  readonly jobs?: number;
  /** Sizes of inputs, evenly between. Default 2 to 60 GB. */
  readonly inputBytes?: readonly [least: number, most: number];
  /** MB = at0 + perGb · GB of input. Default 2000 + 150. */
  readonly memory?: Law;
  /** Seconds, likewise. Default 60 + 100. */
  readonly duration?: Law;
  /** Share of jobs that take three times as much memory and time, or a third. Default 0. */
  readonly outliers?: number;
  /** Share of jobs that ran out of memory and were run again. Default 0. */
  readonly retries?: number;
  /** Default: none. */
  readonly requirements?: Readonly<Record<string, unknown>>;
  /** Default `align`. */
  readonly snippet?: string;
  /** Namespace and name in the registry. Default `clinic/germline`; the pipeline has that name. */
  readonly module?: string;
}

interface Law {
  readonly at0: number;
  readonly perGb: number;
}

/** Inputs, noise and fates are drawn from streams of their own: an option that is changed changes nothing else. */
const STREAMS = 4;
const OUTLIER = 3;

/**
 * Runs of a step whose memory and time follow a line in its input, by seed, while versions and levels change.
 *
 * @example
 * historyOf({ seed: 1, runs: [{ n: 200, version: '1.0' }, { n: 10, version: '1.1', memoryFactor: 2.2 }] });
 */
export function historyOf(facts: HistoryFacts): RuntimeMapping[] {
  const {
    noise = 0.1,
    jobs = 1,
    inputBytes: [least, most] = [2 * GB, 60 * GB],
    memory = { at0: 2000, perGb: 150 },
    duration = { at0: 60, perGb: 100 },
    outliers = 0,
    retries = 0,
    snippet = 'align',
    module = 'clinic/germline',
  } = facts;
  const [sizes, memories, durations, fates] = Array.from({ length: STREAMS }, (_, i) =>
    seededNoise(STREAMS * facts.seed + i),
  ) as [Stream, Stream, Stream, Stream];
  const jobOf = (alike: RunsAlike, id: string) => {
    const inputBytes = Math.round(least + (most - least) * sizes.uniform());
    const isOutlier = fates.uniform() < outliers;
    const odd = fates.uniform() < 0.5 ? OUTLIER : 1 / OUTLIER;
    const isRetried = fates.uniform() < retries;
    const taken = (law: Law, factor: number, stream: Stream): number =>
      (law.at0 + (law.perGb * inputBytes) / GB) * factor * stream.factor(noise) * (isOutlier ? odd : 1);
    const memMb = taken(memory, alike.memoryFactor ?? 1, memories);
    return aJob({
      id,
      snippet,
      inputBytes,
      memMb,
      durationSeconds: taken(duration, alike.durationFactor ?? 1, durations),
      requirements: alike.requirements ?? facts.requirements ?? {},
      ...(isRetried ? { record: { previous_attempts: [outOfMemory(memMb / 2)] } } : {}),
    });
  };
  const each = facts.runs.flatMap((alike) => Array<RunsAlike>(alike.n).fill(alike));
  return runsOf(each, (alike) => {
    const version = alike.version ?? null;
    return {
      pipeline: module.split('/').at(-1) as string,
      module: `/data/registry/${module}${version === null ? '' : `:${version}`}`,
      jobs: Array.from({ length: jobs }, (_, i) => jobOf(alike, `J${i + 1}`)),
    };
  });
}

type Stream = ReturnType<typeof seededNoise>;

function outOfMemory(memMb: number): Record<string, unknown> {
  return {
    attempt: 1,
    status: 'failed',
    error_msg: 'Out of memory',
    resource_consumption: { memory_rss_mb_max: memMb },
  };
}

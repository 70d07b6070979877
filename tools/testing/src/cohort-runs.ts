import { aJob, aRun, type BuiltJob, type RuntimeMapping } from './run-builder.ts';
import { type Noise, seededNoise } from './seeded-noise.ts';

const GB = 1024 ** 3;
const SECONDS_PER_HOUR = 3600;
const PERCENT_PER_CORE = 100;

/** A cohort: samples of lognormal sizes, aligned and checked one by one, genotyped together, reported once. */
export interface CohortFacts {
  readonly seed: number;
  readonly number?: number;
  readonly samples: number;
  /** Standard deviation of the logarithm of sample sizes. Default 0.4, around 30 GB. */
  readonly spread?: number;
  /** Standard deviation of the logarithm of durations and memory around their laws. Default 0.06. */
  readonly noise?: number;
  /** Jobs of a step that run at a time. Default 16. */
  readonly slots?: number;
}

/** What a cohort's run took. */
export interface CohortTruth {
  readonly sizes: readonly number[];
  readonly coreHours: number;
  readonly jointMemoryMb: number;
  readonly makespanSeconds: number;
}

interface Work {
  readonly id: string;
  readonly snippet: string;
  readonly inputBytes: number;
  readonly outputBytes: number;
  readonly durationSeconds: number;
  readonly memMb: number;
  readonly cpuPercent: number;
  readonly dependencies: readonly string[];
}

/**
 * One run of a cohort as Bio-Pype records it, and what it took. Duration and memory of `align` and `qc` follow the size of
 * their own sample; the input of `joint` is what all `align` jobs wrote, and its memory is 4 GB and 1 % of it.
 */
export function cohortRun(facts: CohortFacts): { run: RuntimeMapping; truth: CohortTruth } {
  const { seed, number = 0, samples, spread = 0.4, noise: sigma = 0.06, slots = 16 } = facts;
  const noise = seededNoise(seed);
  const sizes = Array.from({ length: samples }, () => Math.round(30 * GB * noise.factor(spread)));
  const each = sizes.map((size, i) => ofSample(size, i, sigma, noise));
  const aligned = each.map(({ align }) => align);
  const checked = each.map(({ qc }) => qc);
  const joint = gathering(aligned, sigma, noise);
  const report: Work = {
    id: 'report',
    snippet: 'report',
    inputBytes: sum(checked, ({ outputBytes }) => outputBytes),
    outputBytes: 5e6,
    durationSeconds: (40 + samples) * noise.factor(sigma),
    memMb: 600 * noise.factor(sigma),
    cpuPercent: 90,
    dependencies: ['joint', ...checked.map(({ id }) => id)],
  };
  const qcJobs = placed(checked, 0, slots);
  const alignJobs = placed(aligned, 0, slots);
  const alignEnd = Math.max(...alignJobs.map(({ end }) => end));
  const [jointJob] = placed([joint], alignEnd + 20, 1) as [Placed];
  const begin = Math.max(jointJob.end, ...qcJobs.map(({ end }) => end)) + 20;
  const [reportJob] = placed([report], begin, 1) as [Placed];
  const all = [...qcJobs, ...alignJobs, jointJob, reportJob];
  const coreSeconds = sum(all, ({ work }) => (work.durationSeconds * work.cpuPercent) / PERCENT_PER_CORE);
  return {
    run: aRun({ number, pipeline: 'cohort', jobs: all.map(({ job }) => job) }),
    truth: {
      sizes,
      coreHours: coreSeconds / SECONDS_PER_HOUR,
      jointMemoryMb: joint.memMb,
      makespanSeconds: reportJob.end,
    },
  };
}

function ofSample(size: number, i: number, sigma: number, noise: Noise): { align: Work; qc: Work } {
  const gb = size / GB;
  const align = {
    id: `align${i}`,
    snippet: 'align',
    inputBytes: size,
    outputBytes: Math.round(0.3 * size * noise.factor(sigma)),
    durationSeconds: (120 + 300 * gb) * noise.factor(sigma),
    memMb: (2000 + 100 * gb) * noise.factor(sigma),
    cpuPercent: 800,
    dependencies: [],
  };
  const qc = {
    id: `qc${i}`,
    snippet: 'qc',
    inputBytes: size,
    outputBytes: 2_000_000,
    durationSeconds: (30 + 12 * gb) * noise.factor(sigma),
    memMb: 300 * noise.factor(sigma),
    cpuPercent: 100,
    dependencies: [],
  };
  return { align, qc };
}

function gathering(aligned: readonly Work[], sigma: number, noise: Noise): Work {
  const inputBytes = sum(aligned, ({ outputBytes }) => outputBytes);
  const gb = inputBytes / GB;
  return {
    id: 'joint',
    snippet: 'joint',
    inputBytes,
    outputBytes: Math.round(inputBytes / 20),
    durationSeconds: (300 + 90 * gb) * noise.factor(sigma),
    memMb: (4096 + 10.24 * gb) * noise.factor(sigma),
    cpuPercent: 400,
    dependencies: aligned.map(({ id }) => id),
  };
}

interface Placed {
  readonly work: Work;
  readonly job: BuiltJob;
  readonly end: number;
}

/** Jobs in order, each as soon as a slot is free. */
function placed(works: readonly Work[], from: number, slots: number): Placed[] {
  const free = new Array<number>(slots).fill(from);
  return works.map((work) => {
    const slot = free.indexOf(Math.min(...free));
    const started = free[slot] as number;
    const end = started + work.durationSeconds + 5;
    free[slot] = end;
    const { cpuPercent, ...facts } = work;
    const measured = { cpu_percent_avg: cpuPercent };
    return { work, end, job: aJob({ ...facts, measured, submitted: 0, started, completed: end }) };
  });
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

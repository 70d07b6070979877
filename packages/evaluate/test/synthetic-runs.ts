import { aJob, aRun, type BuiltJob, type RuntimeMapping } from '@prm/testing';

/** Random numbers, the same for the same seed. */
interface Dice {
  /** From 0 to 1. */
  uniform(): number;
  /** A factor around 1; `sigma` is the standard deviation of its logarithm. */
  factor(sigma: number): number;
}

/** Mulberry32, and Box and Muller's way to the normal distribution. */
function diceOf(seed: number): Dice {
  let state = (seed * 0x9e3779b1) >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, factor: (sigma) => Math.exp(sigma * normal()) };
}

interface StepLaw {
  readonly name: string;
  readonly after: readonly string[];
  /** Driver as a share of the sample's size; 0 for a step without an input. */
  readonly share: number;
  /** Of the step's driver in bytes. */
  readonly seconds: (bytes: number) => number;
  readonly memMb: (bytes: number) => number;
  /** Standard deviation of the logarithm of the duration. Default 0.05. */
  readonly sigma?: number;
  readonly onCard?: boolean;
  /** Shorter than the monitor's interval. */
  readonly isShort?: boolean;
}

const LAWS: readonly StepLaw[] = [
  { name: 'fetch_reference', after: [], share: 0, seconds: () => 150, memMb: () => 700 },
  {
    name: 'align',
    after: ['fetch_reference'],
    share: 1,
    seconds: (x) => 90 + 2.5e-8 * x,
    memMb: (x) => 1800 + 2e-8 * x,
  },
  { name: 'count_reads', after: [], share: 1, seconds: () => 40, memMb: () => 400 },
  {
    name: 'sort',
    after: ['align'],
    share: 0.75,
    seconds: (x) => 4e-5 * x ** 0.7,
    memMb: (x) => 30 * x ** 0.22,
  },
  {
    name: 'deduplicate',
    after: ['sort'],
    share: 0.75,
    seconds: (x) => 25 + 6e-9 * x,
    memMb: (x) => 900 + 8e-8 * x,
  },
  {
    name: 'polish',
    after: ['deduplicate'],
    share: 0.6,
    seconds: (x) => 40 + 1.2e-8 * x,
    memMb: () => 5000,
    onCard: true,
  },
  { name: 'filter', after: ['polish'], share: 0.06, seconds: (x) => 1.5e-10 * x ** 1.2, memMb: () => 250 },
  // Its time has nothing to do with its input: some of its jobs take five times as long as others.
  { name: 'download', after: ['filter'], share: 0.06, seconds: () => 90, memMb: () => 600, sigma: 0.8 },
  { name: 'annotate', after: ['filter'], share: 0.01, seconds: () => 260, memMb: () => 3600 },
  {
    name: 'aggregate',
    after: ['polish'],
    share: 0.6,
    seconds: (x) => 15 + 9e-9 * x,
    memMb: (x) => 150 + 2e-8 * x,
  },
  {
    name: 'stamp',
    after: ['aggregate'],
    share: 0.001,
    seconds: () => 0.0005,
    memMb: () => 55,
    isShort: true,
  },
  { name: 'tidy', after: ['annotate', 'download', 'stamp'], share: 0, seconds: () => 6, memMb: () => 50 },
];

/** Cards by power limit, and how much longer a job takes on them. */
const CARDS = [
  [700, 1],
  [300, 1.8],
  [70, 3],
] as const;

/**
 * A run of twelve steps with known laws, of a size from 1 to 100 GB, on one of three cards; now and then one that failed
 * or has no name.
 *
 * @param number of the run, from which everything follows
 */
export function syntheticRun(number: number): RuntimeMapping {
  const dice = diceOf(number + 1);
  const sizeBytes = 1e9 * 100 ** dice.uniform();
  const [powerW, cardFactor] = CARDS[Math.floor(dice.uniform() * CARDS.length)] as (typeof CARDS)[number];
  const fate = dice.uniform();
  const fails = fate < 0.04;
  const isUnnamed = fate > 0.95;
  const ends = new Map<string, number>();
  const jobs: BuiltJob[] = [];
  for (const law of LAWS) {
    const ready = law.after.map((name) => ends.get(name));
    if (ready.includes(undefined)) continue;
    const submitted = Math.max(0, ...(ready as number[])) + 0.2;
    const started = submitted + 0.5 + 2.5 * dice.uniform();
    const inputBytes = Math.round(sizeBytes * law.share * dice.factor(0.1));
    const noise = law.isShort === true ? 1 : dice.factor(law.sigma ?? 0.05);
    const durationSeconds = law.seconds(inputBytes) * noise * (law.onCard === true ? cardFactor : 1);
    const failsHere = fails && law.name === 'polish';
    const completed = started + durationSeconds + (law.isShort === true ? 10 : 1.5);
    jobs.push(
      aJob({
        id: law.name,
        snippet: law.name,
        status: failsHere ? 'failed' : 'completed',
        submitted,
        started,
        completed,
        durationSeconds,
        memMb: law.memMb(inputBytes) * dice.factor(0.05),
        dependencies: law.after,
        requirements: { ncpu: 2, mem: '64gb', time: '12:00:00' },
        ...(inputBytes > 0 ? { inputBytes, outputBytes: Math.round(inputBytes / 2) } : {}),
        ...(law.name === 'fetch_reference' ? { outputBytes: 3e9 } : {}),
        measured: {
          cpu_percent_avg: 100 * dice.factor(0.05),
          sample_count: law.isShort === true ? 1 : Math.max(2, Math.round(durationSeconds)),
          ...(law.onCard === true ? { gpu_utilization_avg: 70, gpu_power_limit_w: powerW } : {}),
        },
        record: failsHere ? { error_msg: 'Job failed: Out of memory' } : {},
      }),
    );
    if (!failsHere) ends.set(law.name, completed);
  }
  return aRun({ number, module: 'synthetic', ...(isUnnamed ? {} : { pipeline: 'cohort' }), jobs });
}

/**
 * A run of 41 jobs: `align` takes 20 hours for 100 GB, and 40 jobs of `mosdepth` a minute each, both give or take 5 %.
 *
 * @param times how many times as long `align` and the first `mosdepth` take
 */
export function fortyOneJobs(
  number: number,
  times: { align?: number; mosdepth?: number } = {},
): RuntimeMapping {
  const dice = diceOf(number + 1);
  const inputBytes = Math.round(100e9 * (0.7 + 0.6 * dice.uniform()));
  const alignSeconds = 20 * 3600 * (inputBytes / 100e9) * dice.factor(0.05) * (times.align ?? 1);
  const mosdepth = Array.from({ length: 40 }, (_, i) =>
    aJob({
      id: `M${i}`,
      snippet: 'mosdepth',
      submitted: alignSeconds + 2,
      inputBytes: Math.round(1e9 * (0.7 + 0.6 * dice.uniform())),
      durationSeconds: 60 * dice.factor(0.05) * (i === 0 ? (times.mosdepth ?? 1) : 1),
      dependencies: ['A'],
      record: { name: `mosdepth_S${i + 1}` },
    }),
  );
  const align = aJob({ id: 'A', inputBytes, durationSeconds: alignSeconds, record: { name: 'align_S1' } });
  return aRun({ number, module: 'somatic', pipeline: 'germline', jobs: [align, ...mosdepth] });
}

import { aJob, aRun, type BuiltJob, type RuntimeMapping } from '@prm/testing';

/** Random numbers, the same for the same seed. */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed * 0x9e3779b1) >>> 0;
  }

  /** From 0 to 1: Mulberry32. */
  uniform(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  /** A factor around 1; `sigma` is the standard deviation of its logarithm. */
  factor(sigma: number): number {
    return Math.exp(sigma * this.normal());
  }

  /** A factor around 1 of which now and then one is many times that: Student's t with two degrees of freedom. */
  heavyFactor(sigma: number): number {
    const chi = (this.normal() ** 2 + this.normal() ** 2) / 2;
    return Math.exp(Math.min(4, Math.max(-4, (sigma * this.normal()) / Math.sqrt(chi))));
  }
}

interface StepLaw {
  readonly name: string;
  /** Of the input in bytes. */
  readonly seconds: (bytes: number, dice: Dice) => number;
  readonly memMb: (bytes: number, dice: Dice) => number;
  /** Share of jobs that ran out of memory first, and were run again. */
  readonly retries?: number;
}

const GB = 1e9;

const LAWS: readonly StepLaw[] = [
  {
    // Lines with heavy tails.
    name: 'align',
    seconds: (x, dice) => (60 + 9e-8 * x) * dice.heavyFactor(0.12),
    memMb: (x, dice) => (1200 + 2.5e-8 * x) * dice.heavyFactor(0.02),
  },
  {
    // Memory in steps of a heap that is doubled: many jobs tie.
    name: 'call',
    seconds: (x, dice) => (20 + 4e-8 * x) * dice.heavyFactor(0.15),
    memMb: (x) => 512 * 2 ** Math.ceil(Math.log2(1 + x / (8 * GB))),
  },
  {
    // Two regimes: beyond 20 GB it sorts on disk, in no more memory, and takes longer.
    name: 'sort',
    seconds: (x, dice) => (x < 20 * GB ? 15 + 1e-8 * x : 200 + 6e-8 * x) * dice.factor(0.1),
    memMb: (x, dice) => (x < 20 * GB ? 200 + 1.5e-7 * x : 3200) * dice.factor(0.02),
  },
  {
    // Some jobs failed first; what is recorded is the attempt that worked.
    name: 'assemble',
    seconds: (x, dice) => 3e-6 * x ** 0.8 * dice.heavyFactor(0.1),
    memMb: (x, dice) => 2e-3 * x ** 0.6 * dice.factor(0.05),
    retries: 0.2,
  },
  {
    // Nothing to do with its input, and the same to the megabyte for most jobs.
    name: 'report',
    seconds: (_, dice) => 25 * dice.heavyFactor(0.2),
    memMb: (_, dice) => (dice.uniform() < 0.7 ? 96 : Math.round(96 * dice.factor(0.1))),
  },
];

/** Kinds of node, and how much longer a job takes on them. */
const NODES = [
  ['fast', 0.7],
  ['usual', 1],
  ['slow', 1.9],
] as const;

const PIPELINES = ['exome', 'genome', 'panel'];

/**
 * A history of three pipelines, each of five steps: heavy tails, ties, two regimes, retries and three kinds of node.
 *
 * @param runs of each pipeline
 * @param seed from which everything follows
 */
export function aHistory(runs: number, seed: number): RuntimeMapping[] {
  return PIPELINES.flatMap((pipeline, i) => {
    const dice = new Dice(1000 * seed + i);
    return Array.from({ length: runs }, (_, k) =>
      historyRun(pipeline, k * PIPELINES.length + i, 0.6 + 0.4 * i, dice),
    );
  });
}

function historyRun(pipeline: string, number: number, weight: number, dice: Dice): RuntimeMapping {
  const [node, slowness] = NODES[Math.floor(dice.uniform() * NODES.length)] as (typeof NODES)[number];
  const bytes = Math.round(GB * 60 ** dice.uniform());
  const jobs = LAWS.map((law, i): BuiltJob => {
    const inputBytes = Math.round(bytes * dice.factor(0.05));
    const isRetried = dice.uniform() < (law.retries ?? 0);
    return aJob({
      id: `${law.name}_${number}`,
      snippet: law.name,
      submitted: i * 10_000,
      inputBytes,
      durationSeconds: weight * slowness * law.seconds(inputBytes, dice),
      memMb: weight * law.memMb(inputBytes, dice),
      requirements: { ncpu: 4, mem: '64gb', time: '24:00:00' },
      measured: { sample_count: 50 },
      record: isRetried
        ? {
            previous_attempts: [
              { status: 'failed', requirements: { mem: '8gb' }, error_msg: 'Out of memory' },
            ],
          }
        : {},
    });
  });
  return aRun({ number, pipeline, jobs, metadata: { queue_config: { partition: node } } });
}

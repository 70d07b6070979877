import { type Noise, seededNoise } from '@prm/testing';

/** Kinds of noise on a log scale, of a spread of 1. */
const NOISE = {
  normal: (dice) => dice.normal(),
  laplace: (dice) => {
    const u = dice.uniform() - 0.5;
    return (-Math.sign(u) * Math.log(1 - 2 * Math.abs(u))) / Math.SQRT2;
  },
  // Student's t of three degrees of freedom.
  'heavy tails': (dice) =>
    dice.normal() / Math.sqrt((dice.normal() ** 2 + dice.normal() ** 2 + dice.normal() ** 2) / 3),
  'one-sided': (dice) => Math.exp(dice.normal()) - 1,
  'ties, a third off': (dice) => (dice.uniform() < 0.7 ? 0 : 2 * dice.normal()),
} satisfies Record<string, (dice: Noise) => number>;

export interface NoisyHistory {
  readonly seed: number;
  readonly runs: number;
  readonly noise: keyof typeof NOISE;
  /** On a log scale: 0.2 is 20 %. */
  readonly spread: number;
  /** Share of runs that are three times as much, or a third. Default 0. */
  readonly outliers?: number;
  /** Correlation of neighbours. Default 0. */
  readonly correlation?: number;
}

/** Residuals of runs, on a log scale, of one level: 0. */
export function noisyHistory(facts: NoisyHistory): Float64Array {
  const { seed, runs, noise, spread, outliers = 0, correlation = 0 } = facts;
  const dice = seededNoise(seed);
  let last = NOISE[noise](dice);
  return Float64Array.from({ length: runs }, () => {
    last = correlation * last + Math.sqrt(1 - correlation ** 2) * NOISE[noise](dice);
    const outlier = dice.uniform() < outliers ? Math.log(3) * (dice.uniform() < 0.5 ? 1 : -1) : 0;
    return spread * last + outlier;
  });
}

/** The same, from run `at` on by a factor higher. */
export function shifted(values: Float64Array, at: number, factor: number): Float64Array {
  return values.map((value, i) => (i < at ? value : value + Math.log(factor)));
}

/** Labels that change at these runs. */
export function labelsChanging(runs: number, at: readonly number[]): string[] {
  return Array.from({ length: runs }, (_, i) => `v${at.filter((place) => place <= i).length}`);
}

/** A number of runs between two, as many below the geometric mean as above. */
export function someRuns(dice: Noise, least: number, most: number): number {
  return Math.round(least * (most / least) ** dice.uniform());
}

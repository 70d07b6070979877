import type { IntervalCoverage, Score, UpperCoverage } from './backtest-document.ts';
import { Coverage, share } from './coverage.ts';
import { middleOf } from './middle.ts';
import {
  CENTRAL,
  type CentralLevel,
  type Guess,
  type TestedValue,
  UPPER,
  type UpperLevel,
} from './tested-value.ts';

/** Bounds of fewer samples say little, and are wide. */
const FEWEST_FOR_BOUNDS = 20;
const FEWEST_FOR_STEP = 3;
const NEAR_POINTS = 5;
/** A bound that was computed as a product is met by a value that differs from it by rounding alone. */
const ROUNDING = 1e-9;

/** What the predictions of one step, metric and predictor came to. */
export class Tally {
  /** |predicted − actual| / actual, percent. */
  readonly errors: number[] = [];
  readonly widths: number[] = [];
  readonly margins: number[] = [];
  under = 0;
  readonly upper: Coverage<UpperLevel> = new Coverage(UPPER);
  readonly newUpper: Coverage<UpperLevel> = new Coverage(UPPER);
  readonly interval: Coverage<CentralLevel> = new Coverage(CENTRAL);

  add({ actual, nTrain, isNew }: TestedValue, { value, bounds }: Guess): void {
    this.errors.push(percent(Math.abs(value - actual), actual));
    if (actual > value * (1 + ROUNDING)) this.under++;
    if (bounds === null || nTrain < FEWEST_FOR_BOUNDS) return;
    const isBelow = (level: UpperLevel): boolean | null => {
      const bound = bounds.upper[level];
      return bound === undefined ? null : actual <= bound * (1 + ROUNDING);
    };
    this.upper.add(isBelow);
    if (isNew) this.newUpper.add(isBelow);
    this.interval.add((level) => {
      const ends = bounds.interval[level];
      return ends === undefined
        ? null
        : actual >= ends[0] * (1 - ROUNDING) && actual <= ends[1] * (1 + ROUNDING);
    });
    const ends = bounds.interval['0.9'];
    if (ends !== undefined) this.widths.push(percent(ends[1] - ends[0], value));
    const bound = bounds.upper['0.95'];
    if (bound !== undefined) this.margins.push(percent(bound - value, value));
  }
}

/**
 * The score of tallies taken together.
 *
 * @param tallies one a step
 */
export function scoreOf(tallies: readonly Tally[]): Score {
  const errors = tallies.flatMap((tally) => tally.errors);
  const ofSteps = tallies.filter((tally) => tally.errors.length >= FEWEST_FOR_STEP);
  const bounded = tallies.filter(({ upper }) => upper.n > 0);
  return {
    n: errors.length,
    mdape: middleOf(errors),
    step_mdape: middleOf(ofSteps.map((tally) => middleOf(tally.errors) as number)),
    under_predicted: share(
      tallies.reduce((sum, { under }) => sum + under, 0),
      errors.length,
    ),
    n_bounded: bounded.reduce((sum, { upper }) => sum + upper.n, 0),
    upper: upperOf(tallies.map(({ upper }) => upper)),
    n_new_values: tallies.reduce((sum, { newUpper }) => sum + newUpper.n, 0),
    upper_new_values: upperOf(tallies.map(({ newUpper }) => newUpper)),
    interval: Coverage.percents(
      CENTRAL,
      tallies.map(({ interval }) => interval),
    ) satisfies IntervalCoverage,
    width: middleOf(tallies.flatMap(({ widths }) => widths)),
    upper_margin: middleOf(tallies.flatMap(({ margins }) => margins)),
    n_bounded_steps: bounded.length,
    steps_within_5_points: stepShare(
      bounded,
      (held, level) => Math.abs(held - level) <= NEAR_POINTS + ROUNDING,
    ),
    steps_held: stepShare(bounded, (held, level) => held >= level - NEAR_POINTS - ROUNDING),
  };
}

function upperOf(all: readonly Coverage<UpperLevel>[]): UpperCoverage {
  return Coverage.percents(UPPER, all);
}

/** Percent of steps whose coverage, percent, is right by a level, percent. */
function stepShare(
  steps: readonly Tally[],
  isRight: (held: number, level: number) => boolean,
): UpperCoverage {
  const ofSteps = steps.map(({ upper }) => upperOf([upper]));
  return Object.fromEntries(
    UPPER.map((level) => {
      const held = ofSteps.map((one) => one[level]).filter((one) => one !== null);
      return [level, share(held.filter((one) => isRight(one, 100 * Number(level))).length, held.length)];
    }),
  ) as Record<UpperLevel, number | null>;
}

/** Measurements of the order of the largest and the smallest number there are have quotients that are none. */
function percent(part: number, whole: number): number {
  const ratio = 100 * (part / whole);
  return Number.isNaN(ratio) ? 0 : Math.min(ratio, Number.MAX_VALUE);
}

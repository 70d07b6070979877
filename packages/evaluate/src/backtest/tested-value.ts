import type { PredictedMetric } from '@prm/predict';
import type { Predictor, TestedMetric } from './backtest-document.ts';

/** Levels of one-sided bounds and of central intervals, as in a score. */
export const UPPER = ['0.9', '0.95', '0.99'] as const;
export const CENTRAL = ['0.5', '0.8', '0.9', '0.95'] as const;
export type UpperLevel = (typeof UPPER)[number];
export type CentralLevel = (typeof CENTRAL)[number];

/** Bounds of one predicted value, by level; a level that a method does not know is absent. */
export interface ClaimedBounds {
  readonly upper: Readonly<Partial<Record<UpperLevel, number>>>;
  readonly interval: Readonly<Partial<Record<CentralLevel, readonly [low: number, high: number]>>>;
}

/** A prediction of one value, by one predictor. */
export interface Guess {
  readonly value: number;
  readonly bounds: ClaimedBounds | null;
}

/** One measured value of a test job, with what was predicted for it. */
export interface TestedValue {
  readonly workflow: string;
  readonly step: string;
  /** Id, hash or name of the run; null when it has none. */
  readonly run: string | null;
  readonly job: string;
  readonly metric: TestedMetric;
  readonly actual: number;
  readonly guesses: Readonly<Partial<Record<Predictor, Guess>>>;
  /** Values that the step had in training. */
  readonly nTrain: number;
  /** Whether none of these equals this one. */
  readonly isNew: boolean;
}

/**
 * What a model claims of a metric. The reference has no conformal bounds: its residual quantiles are taken for such,
 * as its users do.
 */
export function guessOf({ value, bounds, interval: quantiles }: PredictedMetric): Guess {
  if (bounds !== null) return { value, bounds };
  if (quantiles === null) return { value, bounds: null };
  return {
    value,
    bounds: {
      upper: { '0.9': quantiles['0.9'], '0.95': quantiles['0.95'], '0.99': quantiles['0.99'] },
      interval: {
        '0.5': [quantiles['0.25'], quantiles['0.75']],
        '0.9': [quantiles['0.05'], quantiles['0.95']],
      },
    },
  };
}

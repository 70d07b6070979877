import { medianAbsoluteDeviation } from './mad.ts';
import { quantileSorted } from './quantile.ts';
import { sorted } from './sort.ts';

/** The probabilities at which residuals are kept, as the keys of the document. */
export const RESIDUAL_QUANTILES = ['0.05', '0.25', '0.5', '0.75', '0.9', '0.95', '0.99', '1'] as const;

/** One number a kept probability. */
export type ResidualQuantiles = Readonly<Record<(typeof RESIDUAL_QUANTILES)[number], number>>;

/** Spread of relative leave-one-out residuals r = (y − ŷ)/ŷ, as fractions: 0.1 is ten percent above the prediction. */
export interface ResidualSummary {
  /** Samples with a positive left-out prediction. */
  readonly n: number;
  /** Median absolute deviation × 1.4826; null for fewer than two. */
  readonly mad: number | null;
  /** Null without a residual. */
  readonly quantiles: ResidualQuantiles | null;
}

/**
 * Summarises how far values lie from their left-out predictions, relative to those.
 *
 * @example
 * summarizeResiduals([1.1, 2, 4], [1, 2, 5]).quantiles?.['0.5'] // 0
 *
 * @param y values, and `predicted` their left-out predictions, of one length; predictions that are not positive are left out
 */
export function summarizeResiduals(y: ArrayLike<number>, predicted: ArrayLike<number>): ResidualSummary {
  const relative: number[] = [];
  for (let i = 0; i < y.length; i++) {
    const expected = predicted[i] as number;
    const residual = ((y[i] as number) - expected) / expected;
    if (expected > 0 && Number.isFinite(residual)) relative.push(residual);
  }
  if (relative.length === 0) return { n: 0, mad: null, quantiles: null };
  const ascending = sorted(relative);
  const quantiles = Object.fromEntries(
    RESIDUAL_QUANTILES.map((key) => [key, quantileSorted(ascending, Number(key))]),
  ) as ResidualQuantiles;
  return { n: relative.length, mad: medianAbsoluteDeviation(relative), quantiles };
}

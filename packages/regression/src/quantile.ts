import { RegressionError } from './errors.ts';
import { sorted } from './sort.ts';

/**
 * Quantile of sorted values, type 7: linear between the closest ranks, as numpy's and R's default.
 *
 * @param ascending values in ascending order, at least one
 * @param p probability, 0 to 1
 * @throws RegressionError `regression/invalid-value` for another p
 * @example
 * quantileSorted([1, 2, 3, 4], 0.25) // 1.75
 * @see https://doi.org/10.2307/2684934 Hyndman and Fan, "Sample Quantiles in Statistical Packages" (1996)
 */
export function quantileSorted(ascending: ArrayLike<number>, p: number): number {
  if (!(p >= 0 && p <= 1))
    throw new RegressionError('regression/invalid-value', `quantile: p is ${p}, expected 0 to 1`);
  const at = (ascending.length - 1) * p;
  const below = Math.floor(at);
  const low = ascending[below] as number;
  const high = ascending[Math.min(below + 1, ascending.length - 1)] as number;
  const share = at - below;
  // A difference that overflows is the one case where the weighted sum is the better form.
  const value = low === high ? low : low + (high - low) * share;
  return Number.isFinite(value) ? value : low * (1 - share) + high * share;
}

/**
 * Quantile type 7 of values in any order; undefined without a value. Cost O(n log n).
 *
 * @example
 * quantile([4, 1, 3, 2], 0.25) // 1.75
 */
export function quantile(values: ArrayLike<number>, p: number): number | undefined {
  return values.length === 0 ? undefined : quantileSorted(sorted(values), p);
}

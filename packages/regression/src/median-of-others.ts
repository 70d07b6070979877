import { RegressionError } from './errors.ts';
import { midpoint } from './median.ts';
import { sorted } from './sort.ts';

/**
 * For each value the median of all the others: leave-one-out of the constant fit.
 * Closed form from one sort, O(n log n): taking one value out shifts the middle by at most one place.
 *
 * @param values at least two
 * @throws RegressionError `regression/no-values` for fewer
 * @returns one median a value, in the order of `values`
 * @example
 * medianOfOthers([1, 2, 3, 10]) // [3, 3, 2, 2]
 */
export function medianOfOthers(values: ArrayLike<number>): Float64Array {
  const n = values.length;
  if (n < 2) throw new RegressionError('regression/no-values', 'medianOfOthers requires at least two values');
  const ascending = sorted(values);
  const low = (n - 2) >> 1;
  const high = (n - 1) >> 1;
  // The k-th of the rest: a value at or below place k leaves a gap that the next one fills.
  const rest = (k: number, without: number): number =>
    (without > (ascending[k] as number) ? ascending[k] : ascending[k + 1]) as number;
  return Float64Array.from(values, (value) => midpoint(rest(low, value), rest(high, value)));
}

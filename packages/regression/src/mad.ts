import { median } from './median.ts';

/** Makes the median absolute deviation of normal values equal their standard deviation. */
const NORMAL_CONSISTENCY = 1.4826;

/**
 * Median absolute deviation from the median, times 1.4826; null for fewer than two values.
 *
 * @example
 * medianAbsoluteDeviation([1, 2, 3, 4, 100]) // 1.4826
 */
export function medianAbsoluteDeviation(values: ArrayLike<number>): number | null {
  if (values.length < 2) return null;
  const middle = median(values) as number;
  const deviations = Float64Array.from(values, (value) => Math.abs(value - middle));
  return NORMAL_CONSISTENCY * (median(deviations) as number);
}

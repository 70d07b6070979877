import { sorted } from './sort.ts';

/**
 * Median of ascending values (at least one): the mean of the two middle ones when their number is even.
 *
 * @example
 * medianSorted([1, 2, 3, 10]) // 2.5
 */
export function medianSorted(ascending: ArrayLike<number>): number {
  const half = ascending.length >> 1;
  const high = ascending[half] as number;
  return ascending.length % 2 === 1 ? high : midpoint(ascending[half - 1] as number, high);
}

/**
 * Median of values in any order; undefined without a value. Cost O(n log n).
 *
 * @example
 * median([3, 1, 2, 10]) // 2.5
 */
export function median(values: ArrayLike<number>): number | undefined {
  return values.length === 0 ? undefined : medianSorted(sorted(values));
}

/** The mean of two numbers, also where their sum overflows. */
export function midpoint(a: number, b: number): number {
  const mean = (a + b) / 2;
  return Number.isFinite(mean) ? mean : a / 2 + b / 2;
}

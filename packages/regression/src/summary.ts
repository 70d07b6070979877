import { medianSorted } from './median.ts';
import { quantileSorted } from './quantile.ts';
import { sorted } from './sort.ts';

/** Where values lie, in the values' own unit. */
export interface Summary {
  readonly min: number;
  readonly median: number;
  readonly p95: number;
  readonly max: number;
}

/**
 * Minimum, median, 95th percentile (type 7) and maximum; null without a value.
 *
 * @example
 * summarize([1, 2, 3]) // { min: 1, median: 2, p95: 2.9, max: 3 }
 */
export function summarize(values: ArrayLike<number>): Summary | null {
  if (values.length === 0) return null;
  const ascending = sorted(values);
  return {
    min: ascending[0] as number,
    median: medianSorted(ascending),
    p95: quantileSorted(ascending, 0.95),
    max: ascending[ascending.length - 1] as number,
  };
}

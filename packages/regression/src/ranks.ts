import { sorted } from './sort.ts';

/**
 * Average ranks, 1 for the smallest; equal values share the mean of their ranks. Cost O(n log n).
 *
 * @example
 * ranks([10, 20, 20, 5]) // [2, 3.5, 3.5, 1]
 */
export function ranks(values: ArrayLike<number>): Float64Array {
  const ascending = sorted(values);
  return Float64Array.from(values, (value) => {
    const smaller = countBelow(ascending, (other) => other < value);
    const notLarger = countBelow(ascending, (other) => other <= value);
    return (smaller + 1 + notLarger) / 2;
  });
}

/** How many of the leading values satisfy a predicate that holds for a prefix. */
function countBelow(ascending: Float64Array, holds: (value: number) => boolean): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(ascending[middle] as number)) from = middle + 1;
    else to = middle;
  }
  return from;
}

import { countBelow, sorted } from './sort.ts';

/**
 * Average ranks, 1 for the smallest; equal values share the mean of their ranks. Cost O(n log n).
 *
 * @example
 * ranks([10, 20, 20, 5]) // [2, 3.5, 3.5, 1]
 */
export function ranks(values: ArrayLike<number>): Float64Array {
  const ascending = sorted(values);
  const meanRanks = new Float64Array(ascending.length);
  for (let from = 0, to = 1; from < ascending.length; from = to++) {
    while (to < ascending.length && ascending[to] === ascending[from]) to++;
    meanRanks.fill((from + 1 + to) / 2, from, to);
  }
  const result = new Float64Array(values.length);
  for (let i = 0; i < result.length; i++)
    result[i] = meanRanks[countBelow(ascending, values[i] as number)] as number;
  return result;
}

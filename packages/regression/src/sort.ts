/** An ascending copy; `values` stays as it is. Cost O(n log n). */
export function sorted(values: ArrayLike<number>): Float64Array {
  return new Float64Array(values).sort();
}

/** How many of ascending numbers lie below `value`. */
export function countBelow(ascending: Float64Array, value: number): number {
  let from = 0;
  let to = ascending.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((ascending[middle] as number) < value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Ascending numbers without repetitions. */
export function distinctSorted(ascending: Float64Array): Float64Array {
  return ascending.filter((value, i) => i === 0 || value !== ascending[i - 1]);
}

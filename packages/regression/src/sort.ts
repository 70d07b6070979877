/** An ascending copy; `values` stays as it is. Cost O(n log n). */
export function sorted(values: ArrayLike<number>): Float64Array {
  return Float64Array.from(values).sort();
}

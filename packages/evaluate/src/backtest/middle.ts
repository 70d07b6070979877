/** The median; null without a value. */
export function middleOf(values: readonly number[]): number | null {
  const ascending = Float64Array.from(values).sort();
  const { length } = ascending;
  if (length === 0) return null;
  const high = ascending[length >> 1] as number;
  const low = ascending[(length - 1) >> 1] as number;
  return low + (high - low) / 2;
}

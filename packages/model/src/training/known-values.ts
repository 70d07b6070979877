/** Which samples have a value of a metric. */
export function knownIndices(values: Float64Array): number[] {
  return Array.from(values.keys()).filter((i) => !Number.isNaN(values[i] as number));
}

/** The samples that have a value of a metric. */
export function knownValues(x: Float64Array, y: Float64Array): { x: Float64Array; y: Float64Array } {
  const known = Array.from(y.keys()).filter((i) => !Number.isNaN(y[i] as number));
  return {
    x: Float64Array.from(known, (i) => x[i] as number),
    y: Float64Array.from(known, (i) => y[i] as number),
  };
}

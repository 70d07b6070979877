// What the closed forms are held against: the same by the slowest way there is.

/** `values` without the one at place `i`. */
export function without(values: readonly number[], i: number): number[] {
  return values.filter((_, j) => j !== i);
}

/** Middle of a sorted copy. */
export function naiveMedian(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b);
  const half = Math.floor(ascending.length / 2);
  const high = ascending[half]!;
  return ascending.length % 2 === 1 ? high : (ascending[half - 1]! + high) / 2;
}

/** Least squares line through points, by sums about the mean. */
export function naiveLine(
  x: readonly number[],
  y: readonly number[],
): { at(x: number): number; slope: number } {
  const meanX = mean(x);
  const meanY = mean(y);
  const slope =
    sum(x.map((value, i) => (value - meanX) * (y[i]! - meanY))) / sum(x.map((value) => (value - meanX) ** 2));
  return { slope, at: (value) => meanY + slope * (value - meanX) };
}

/** Prediction at each point by the line fitted to all the others. */
export function leftOutPredictions(x: readonly number[], y: readonly number[]): number[] {
  return x.map((value, i) => naiveLine(without(x, i), without(y, i)).at(value));
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

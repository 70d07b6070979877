/** A sample as [x, y]. */
export type Point = readonly [number, number];

/**
 * At most `most` of the points, ascending in x (then y): evenly spaced in that order, with the first, the last and the
 * points of smallest and largest y kept. The same points in any order give the same answer.
 */
export function thinPoints(points: readonly Point[], most: number): Point[] {
  const ordered = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  if (ordered.length <= most) return ordered;
  let lowest = 0;
  let highest = 0;
  for (let i = 1; i < ordered.length; i++) {
    const y = (ordered[i] as Point)[1];
    if (y < (ordered[lowest] as Point)[1]) lowest = i;
    if (y > (ordered[highest] as Point)[1]) highest = i;
  }
  const kept = new Set([lowest, highest]);
  const evenly = most - 2;
  for (let i = 0; i < evenly; i++) kept.add(Math.round((i * (ordered.length - 1)) / (evenly - 1)));
  return [...kept].sort((i, j) => i - j).map((i) => ordered[i] as Point);
}

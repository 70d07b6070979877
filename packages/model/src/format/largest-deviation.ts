/**
 * How far the largest of n values usually lies above their median, in standard deviations, where values are normal: 0 for
 * one value, 1.5 for ten, 2.5 for a hundred. The normal quantile of its median rank, (n − 0.3)/(n + 0.4), within 5e-4.
 *
 * @param n a whole number from 1
 * @see Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.2.23; Benard's median ranks
 * @example
 * largestDeviation(1) // 0
 */
export function largestDeviation(n: number): number {
  if (!(n > 1)) return 0;
  const above = 0.7 / (n + 0.4);
  const t = Math.sqrt(-2 * Math.log(above));
  const numerator = 2.515517 + t * (0.802853 + t * 0.010328);
  const denominator = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return t - numerator / denominator;
}

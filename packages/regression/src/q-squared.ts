/**
 * Q², the leave-one-out R²: 1 − Σ e_(i)² / Σ (y_i − ȳ_(i))², where ȳ_(i) is the mean of the others.
 * 1 for a perfect prediction, 0 for one no better than the mean; null when y is constant or a sum is not finite.
 *
 * @param leaveOneOutResiduals y less the left-out prediction, one a point
 * @param y the values themselves, at least two
 * @example
 * qSquared([0, 0, 0], [1, 2, 3]) // 1
 * @see https://doi.org/10.1016/j.chemolab.2009.10.010 Consonni et al. on Q²
 */
export function qSquared(leaveOneOutResiduals: ArrayLike<number>, y: ArrayLike<number>): number | null {
  const n = y.length;
  let mean = 0;
  for (let i = 0; i < n; i++) mean += ((y[i] as number) - mean) / (i + 1);
  const toMeanOfOthers = n / (n - 1);
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs((y[i] as number) - mean));
  let explained = 0;
  let total = 0;
  for (let i = 0; i < n; i++) {
    const residual = (leaveOneOutResiduals[i] as number) / largest;
    const deviation = (((y[i] as number) - mean) / largest) * toMeanOfOthers;
    explained += residual * residual;
    total += deviation * deviation;
  }
  const score = 1 - explained / total;
  return total > 0 && Number.isFinite(score) ? score : null;
}

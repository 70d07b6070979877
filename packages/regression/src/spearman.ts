import { checkLengths } from './errors.ts';
import { ranks } from './ranks.ts';

/**
 * Spearman's rank correlation, with average ranks for ties; null when x or y is constant or has fewer than two values.
 *
 * @param x and y of one length
 * @throws RegressionError `regression/length-mismatch`
 * @example
 * spearman([1, 2, 3, 4], [1, 4, 9, 16]) // 1
 */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  checkLengths('spearman', x, y);
  return x.length < 2 ? null : correlateRanks(ranks(x), ranks(y));
}

/** The correlation of average ranks, at least two; null when either is constant. */
export function correlateRanks(rankX: Float64Array, rankY: Float64Array): number | null {
  const meanRank = (rankX.length + 1) / 2;
  let xx = 0;
  let yy = 0;
  let xy = 0;
  for (let i = 0; i < rankX.length; i++) {
    const dx = (rankX[i] as number) - meanRank;
    const dy = (rankY[i] as number) - meanRank;
    xx += dx * dx;
    yy += dy * dy;
    xy += dx * dy;
  }
  if (xx === 0 || yy === 0) return null;
  return Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)));
}

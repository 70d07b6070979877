import { assignFolds, leastAbsoluteLine, median } from '@prm/regression';
import { LeftOutGain } from './left-out-gain.ts';

const FEWEST_OF_COUNT = 5;

/** Cores that a step's jobs asked for. */
export interface Cores {
  /** The count that most samples have; of equally many the larger. */
  readonly reference: number;
  /** Counts that enough samples have, ascending. */
  readonly seen: readonly { readonly ncpu: number; readonly n: number }[];
  /** ln(count / reference) of each sample, NaN where it is not known. */
  readonly logRatios: Float64Array;
}

/** The cores of a step's samples; null where no two counts have five samples each. */
export function coresOf(counts: readonly (number | null)[]): Cores | null {
  const byCount = new Map<number, number>();
  for (const ncpu of counts) if (ncpu !== null && ncpu > 0) byCount.set(ncpu, (byCount.get(ncpu) ?? 0) + 1);
  const seen = [...byCount]
    .map(([ncpu, n]) => ({ ncpu, n }))
    .filter(({ n }) => n >= FEWEST_OF_COUNT)
    .sort((a, b) => a.ncpu - b.ncpu);
  if (seen.length < 2) return null;
  const reference = seen.reduce((most, one) => (one.n >= most.n ? one : most)).ncpu;
  const logRatios = Float64Array.from(counts, (ncpu) =>
    ncpu !== null && ncpu > 0 ? Math.log(ncpu / reference) : Number.NaN,
  );
  return { reference, seen, logRatios };
}

/**
 * The power of the number of cores that a metric follows: −1 for a duration that halves on twice as many. 0 unless left-out
 * runs come clearly closer with it.
 *
 * @param residuals ln(value / prediction) of each sample, NaN where unknown
 * @param runs the run of each sample, as a number
 * @param range what is believed: no more than a proportion
 */
export function coreExponent(
  { logRatios }: Cores,
  residuals: Float64Array,
  runs: Float64Array,
  range: readonly [least: number, most: number],
): number {
  const known = [...residuals.keys()].filter(
    (i) => !Number.isNaN(residuals[i] as number) && !Number.isNaN(logRatios[i] as number),
  );
  const take = (column: Float64Array): Float64Array => Float64Array.from(known, (i) => column[i] as number);
  const x = take(logRatios);
  const y = take(residuals);
  const groups = take(runs);
  const slopeOf = (kept: (i: number) => boolean): number => {
    const line = leastAbsoluteLine(
      x.filter((_, i) => kept(i)),
      y.filter((_, i) => kept(i)),
    );
    return Math.min(Math.max(line?.slope ?? 0, range[0]), range[1]);
  };
  const folds = assignFolds(groups);
  const gain = new LeftOutGain();
  for (let fold = 0; fold < folds.count; fold++) {
    const kept = (i: number): boolean => folds.of[i] !== fold;
    const slope = slopeOf(kept);
    const middle = median(y.filter((_, i) => kept(i))) ?? 0;
    const rest = y.map((value, i) => value - slope * (x[i] as number));
    const middleOfRest = median(rest.filter((_, i) => kept(i))) ?? 0;
    for (const [i, value] of y.entries()) {
      if (kept(i)) continue;
      gain.add(groups[i] as number, Math.abs(value - middle), Math.abs((rest[i] as number) - middleOfRest));
    }
  }
  return gain.isClear ? slopeOf(() => true) : 0;
}

import { cutOff, spreadOf } from './compare-levels.ts';
import { medianSorted } from './median.ts';
import type { ShiftSeries } from './shift-series.ts';
import { sorted } from './sort.ts';

/** So many runs have a level of their own at either end … */
export const FEWEST_RUNS = 3;
/** … and with a new label, where nothing varies. */
export const FEWEST_RELABELLED_RUNS = 2;
/** Fewer between two other levels are bad runs, no regime. */
export const FEWEST_RUNS_INSIDE = 5;

/** Where a stretch may have to be cut. */
export interface Cut {
  /** One place, or the two ends of an episode. */
  readonly places: readonly number[];
  /** How far its score exceeds what is asked for, positive. */
  readonly excess: number;
}

/** Beyond so many spreads from the stretch's median a value counts no more. */
const SCORE_CUT = 2.5;
/** Scores from which a place is looked at: far more are than hold. */
const LOOK = 3;
const LOOK_RELABELLED = 2.2;
const LOOK_EPISODE = 4;
const EPISODE_GROWTH = 1.25;
/** A stretch cannot be cut where it has fewer. */
const FEWEST_TO_CUT = 2 * FEWEST_RELABELLED_RUNS;

/** Sums over the leading runs of a stretch. */
interface Sums {
  readonly weight: Float64Array;
  readonly score: Float64Array;
}

/**
 * The place or the episode where a stretch is most likely to change its level, by cumulated sums of bounded scores; an
 * episode that returns to the old level is not seen by one cut. Episodes are tried in lengths that grow by a quarter.
 * O(n log n).
 *
 * @see Olshen et al., "Circular binary segmentation" (2004), https://doi.org/10.1093/biostatistics/kxh008
 */
export function likeliestCut(series: ShiftSeries, from: number, to: number): Cut | null {
  if (to - from < FEWEST_TO_CUT) return null;
  const sums = sumUp(series, from, to);
  const split = bestSplit(series, sums, from, to);
  const episode = bestEpisode(sums, from, to);
  return episode !== null && episode.excess > (split?.excess ?? 0) ? episode : split;
}

/** As `likeliestCut`, of single places only. */
export function likeliestPlace(series: ShiftSeries, from: number, to: number): number | null {
  if (to - from < FEWEST_TO_CUT) return null;
  return bestSplit(series, sumUp(series, from, to), from, to)?.places[0] ?? null;
}

/** The place where values near one level give way to values near the other: least sum of distances. O(n). */
export function meetingPlace(
  { values, weights }: ShiftSeries,
  from: number,
  to: number,
  [before, after]: readonly [before: number, after: number],
): number {
  let place = from + 1;
  let least = Number.POSITIVE_INFINITY;
  let sum = 0;
  for (let i = from; i < to - 1; i++) {
    const value = values[i] as number;
    sum += (weights[i] as number) * (Math.abs(value - before) - Math.abs(value - after));
    if (sum < least) {
      least = sum;
      place = i + 1;
    }
  }
  return place;
}

function bestSplit(series: ShiftSeries, sums: Sums, from: number, to: number): Cut | null {
  const n = to - from;
  let best = 0;
  let excess = 0;
  for (let i = FEWEST_RELABELLED_RUNS; i <= n - FEWEST_RELABELLED_RUNS; i++) {
    const isRelabelled = series.isRelabelled[from + i] === 1;
    if (!isRelabelled && (i < FEWEST_RUNS || n - i < FEWEST_RUNS)) continue;
    const above = scoreOf(sums, 0, i) - (isRelabelled ? LOOK_RELABELLED : LOOK);
    if (above > excess) {
      excess = above;
      best = from + i;
    }
  }
  return excess > 0 ? { places: [best], excess } : null;
}

function bestEpisode(sums: Sums, from: number, to: number): Cut | null {
  const n = to - from;
  let places: readonly number[] = [];
  let excess = 0;
  for (let length = FEWEST_RUNS_INSIDE; length <= n / 2; length = Math.ceil(length * EPISODE_GROWTH)) {
    for (let i = FEWEST_RUNS; i + length <= n - FEWEST_RUNS; i++) {
      const above = scoreOf(sums, i, i + length) - LOOK_EPISODE;
      if (above > excess) {
        excess = above;
        places = [from + i, from + i + length];
      }
    }
  }
  return excess > 0 ? { places, excess } : null;
}

/** Difference between the runs from `start` to `end` and all others, like the size of a normal deviate. */
function scoreOf({ weight, score }: Sums, start: number, end: number): number {
  const total = weight[weight.length - 1] as number;
  const mean = (score[score.length - 1] as number) / total;
  const own = (weight[end] as number) - (weight[start] as number);
  const sum = (score[end] as number) - (score[start] as number);
  return Math.abs(sum - mean * own) / Math.sqrt((own * (total - own)) / total);
}

function sumUp({ values, weights }: ShiftSeries, from: number, to: number): Sums {
  const stretch = values.subarray(from, to);
  const level = medianSorted(sorted(stretch));
  const spread = successiveSpread(stretch);
  const weight = new Float64Array(stretch.length + 1);
  const score = new Float64Array(stretch.length + 1);
  for (let i = 0; i < stretch.length; i++) {
    const own = weights[from + i] as number;
    weight[i + 1] = (weight[i] as number) + own;
    score[i + 1] = (score[i] as number) + own * cutOff(((stretch[i] as number) - level) / spread, SCORE_CUT);
  }
  return { weight, score };
}

/** Spread of the noise, from differences of neighbours: a shift is in one of them only. */
function successiveSpread(values: Float64Array): number {
  const differences = Float64Array.from(
    { length: values.length - 1 },
    (_, i) => ((values[i + 1] as number) - (values[i] as number)) / Math.SQRT2,
  );
  return spreadOf(differences);
}

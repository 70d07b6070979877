import { RegressionError } from './errors.ts';
import { likeliestCut, likeliestPlace, meetingPlace } from './shift-candidates.ts';
import { type History, type ShiftSeries, seriesOf } from './shift-series.ts';
import { type TestedShift, testShift } from './test-shift.ts';

/** A place in a history from which on its level is another. */
export interface LevelShift {
  /** First run of the new level, by its place in the history. */
  readonly at: number;
  /** New level by old: e to the difference. */
  readonly factor: number;
  /** `label` when the run has another label than those before it. */
  readonly cause: 'label' | 'unexplained';
  /** Runs with a value since the shift before, or the start … */
  readonly n_before: number;
  /** … and until the next shift, or the end. */
  readonly n_after: number;
  /** Like the size of a standard normal deviate, if there were no shift. */
  readonly score: number;
}

export interface LevelShiftOptions {
  /** Levels that differ by less than this factor, up or down, are one. Default 1.15. */
  readonly leastFactor?: number;
}

const LEAST_FACTOR = 1.15;
/** A ratio that is exactly the least one is not lost to rounding. */
const ROUNDING = 1e-9;
const MOST_SHIFTS = 64;
/** A place is moved at most so often when its neighbours change. */
const MOST_MOVES = 3;
const HIGHEST_EXPONENT = 709;

/**
 * Finds where a history changes its level, in order of time: after an upgrade, or without a known reason. Outliers, bursts
 * of fewer than five bad runs, slow drift and noise of any spread are no shifts; the last three runs can be one.
 *
 * Binary segmentation with bounded scores cuts the history at every place that may be a shift; then places are tested
 * against their neighbours by a robust two-sample statistic, and the weakest that does not hold is dropped, until all do.
 * At most 64 shifts; cost O(n log n) for each.
 *
 * @throws RegressionError `regression/length-mismatch`; `regression/invalid-value` for a least factor not above 1
 * @see Fryzlewicz, "Wild binary segmentation" (2014), https://doi.org/10.1214/14-AOS1245
 * @example
 * const values = [0, 0.1, -0.1, 0, 0.1, -0.1, 0, 0.1, 0.8, 0.9, 0.7, 0.8];
 * const labels = [...Array(8).fill('1.4'), ...Array(4).fill('1.5')];
 * findLevelShifts({ values, labels }).map(({ at, cause }) => `${cause} at ${at}`) // ['label at 8']
 */
export function findLevelShifts(history: History, options: LevelShiftOptions = {}): LevelShift[] {
  const { leastFactor = LEAST_FACTOR } = options;
  if (!(leastFactor > 1))
    throw new RegressionError(
      'regression/invalid-value',
      `findLevelShifts: leastFactor is ${leastFactor}, expected more than 1`,
    );
  const series = seriesOf(history);
  const n = series.values.length;
  const shifts = keepWhatHolds(series, cutUp(series), Math.log(leastFactor) - ROUNDING);
  return shifts.map(({ at, comparison }, i) => ({
    at: series.places[at] as number,
    factor: Math.exp(Math.max(-HIGHEST_EXPONENT, Math.min(HIGHEST_EXPONENT, comparison.difference))),
    cause: series.isRelabelled[at] === 1 ? 'label' : 'unexplained',
    n_before: at - (shifts[i - 1]?.at ?? 0),
    n_after: (shifts[i + 1]?.at ?? n) - at,
    score: comparison.score,
  }));
}

/** Places where the history may be cut, ascending: of the stretches the one that asks for it most is cut first. */
function cutUp(series: ShiftSeries): number[] {
  const stretch = (from: number, to: number) => ({ from, to, cut: likeliestCut(series, from, to) });
  const stretches = [stretch(0, series.values.length)];
  // An episode makes two more.
  while (stretches.length < MOST_SHIFTS) {
    let next = 0;
    for (let i = 1; i < stretches.length; i++)
      if (excessOf(stretches[i]) > excessOf(stretches[next])) next = i;
    const { from, to, cut } = stretches[next] as (typeof stretches)[number];
    if (cut === null) break;
    const edges = [from, ...cut.places, to];
    const parts = edges.slice(1).map((end, i) => stretch(edges[i] as number, end));
    stretches.splice(next, 1, ...parts);
  }
  return stretches.slice(1).map(({ from }) => from);
}

function excessOf(stretch: { readonly cut: { readonly excess: number } | null } | undefined): number {
  return stretch?.cut?.excess ?? 0;
}

/** Drops the weakest place that does not hold, and tests its neighbours anew, until all hold. */
function keepWhatHolds(
  series: ShiftSeries,
  places: readonly number[],
  leastDifference: number,
): TestedShift[] {
  const kept = places.map((at): Place => ({ at, moves: 0, tested: null }));
  for (;;) {
    for (let i = 0; i < kept.length; i++) {
      const place = kept[i] as Place;
      if (place.tested !== null) continue;
      const from = kept[i - 1]?.at ?? 0;
      const to = kept[i + 1]?.at ?? series.values.length;
      place.tested = bestNear(series, [from, place.at, to], leastDifference, place.moves < MOST_MOVES);
      if (place.tested.at === place.at) continue;
      place.at = place.tested.at;
      place.moves++;
      forget(kept, i);
    }
    const weakest = weakestOf(kept);
    if (weakest === -1 && kept.every(({ tested }) => tested !== null))
      return kept.map(({ tested }) => tested as TestedShift);
    if (weakest === -1) continue;
    forget(kept, weakest);
    kept.splice(weakest, 1);
  }
}

interface Place {
  at: number;
  moves: number;
  tested: TestedShift | null;
}

/** The neighbours of a place that changed are to be tested again. */
function forget(kept: readonly Place[], i: number): void {
  for (const neighbour of [kept[i - 1], kept[i + 1]]) if (neighbour) neighbour.tested = null;
}

/** Index of the first to drop: what is not possible before what is not significant; −1 when all hold. */
function weakestOf(kept: readonly Place[]): number {
  let weakest = -1;
  let least: TestedShift | null = null;
  kept.forEach(({ tested }, i) => {
    if (tested === null || (tested.isPossible && tested.margin >= 0)) return;
    if (least !== null && !isWeaker(tested, least)) return;
    weakest = i;
    least = tested;
  });
  return weakest;
}

function isWeaker(a: TestedShift, b: TestedShift): boolean {
  return a.isPossible === b.isPossible ? a.margin < b.margin : !a.isPossible;
}

/**
 * The best of a place, the likeliest place between its neighbours, new labels within two runs of either, and the place
 * where the two levels that are found so fit best.
 */
function bestNear(
  series: ShiftSeries,
  [from, at, to]: readonly [from: number, at: number, to: number],
  leastDifference: number,
  mayMove: boolean,
): TestedShift {
  let best = testShift(series, [from, at, to], leastDifference);
  if (!mayMove) return best;
  const consider = (place: number): void => {
    if (place === best.at) return;
    const tested = testShift(series, [from, place, to], leastDifference);
    if (isWeaker(best, tested)) best = tested;
  };
  const likeliest = likeliestPlace(series, from, to) ?? at;
  for (const place of new Set([likeliest, ...newLabelsNear(series, [from, at, to])])) consider(place);
  consider(meetingPlace(series, from, to, best.comparison.levels));
  for (const place of newLabelsNear(series, [from, best.at, to])) consider(place);
  return best;
}

function newLabelsNear(
  { isRelabelled }: ShiftSeries,
  [from, at, to]: readonly [from: number, at: number, to: number],
): number[] {
  const near = [at - 2, at - 1, at + 1, at + 2];
  return near.filter((place) => place > from && place < to && isRelabelled[place] === 1);
}

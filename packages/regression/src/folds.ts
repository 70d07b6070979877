/** Of so many folds each is left out once. */
const MOST_FOLDS = 5;
/** Fewer groups cannot be left out whole: their samples are dealt out one by one. */
const FEWEST_GROUPS = 3;

/** Which samples are left out together. */
export interface Folds {
  readonly count: number;
  /** One a sample. */
  readonly of: Int32Array;
  /** Whether groups stay together. */
  readonly byGroup: boolean;
}

/**
 * Deals samples into at most five folds, whole groups to one fold: what is left out must not be known through its
 * siblings. Groups take turns in the order in which they first appear, so that every fold spans the whole time. With fewer
 * than three groups samples take turns instead.
 *
 * @param groups one a sample; equal numbers belong together
 * @example
 * [...assignFolds([4, 4, 7, 9]).of] // [0, 0, 1, 2]
 */
export function assignFolds(groups: ArrayLike<number>): Folds {
  const place = new Map<number, number>();
  for (let i = 0; i < groups.length; i++) {
    const group = groups[i] as number;
    if (!place.has(group)) place.set(group, place.size);
  }
  const byGroup = place.size >= FEWEST_GROUPS;
  const units = byGroup ? place.size : groups.length;
  const count = Math.min(MOST_FOLDS, units);
  const of = Int32Array.from(groups, (group, i) => (byGroup ? (place.get(group) as number) : i) % count);
  return { count, of, byGroup };
}

import { countBelow, distinctSorted, sorted } from './sort.ts';

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
 * siblings. Groups take turns in the order in which they first appear, whatever their numbers; where samples come in the
 * order of time, every fold spans the whole of it. With fewer than three groups samples take turns instead.
 *
 * @param groups one a sample; equal numbers belong together
 * @example
 * [...assignFolds([7, 7, 9, 4]).of] // [0, 0, 1, 2]
 */
export function assignFolds(groups: ArrayLike<number>): Folds {
  const numbers = distinctSorted(sorted(groups));
  const byGroup = numbers.length >= FEWEST_GROUPS;
  const count = Math.min(MOST_FOLDS, byGroup ? numbers.length : groups.length);
  const turns = new Int32Array(numbers.length).fill(-1);
  let next = 0;
  const of = new Int32Array(groups.length);
  for (let i = 0; i < of.length; i++) {
    const group = countBelow(numbers, groups[i] as number);
    if (turns[group] === -1) turns[group] = next++;
    of[i] = (byGroup ? (turns[group] as number) : i) % count;
  }
  return { count, of, byGroup };
}

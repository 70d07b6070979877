import { RegressionError } from './errors.ts';
import { countBelow, distinctSorted, sorted } from './sort.ts';

/** Samples in an order of their own, with the number of the group of each. */
export interface OrderedSamples {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly groups: Float64Array;
}

/**
 * Ascending in x, then y, then group, with unknown x last. Groups are numbered anew, in the order of the samples that they
 * hold. What is worked out from this does not depend, not even in its last digit, on the order in which samples came, nor
 * on the numbers that their groups had. Without groups every sample is one of its own.
 *
 * @throws RegressionError `regression/invalid-value` where a group is no finite number
 */
export function inOrder(
  caller: string,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  groups?: ArrayLike<number>,
): OrderedSamples {
  const known = Float64Array.from(x, (value) => (value > 0 ? value : Number.POSITIVE_INFINITY));
  const compareSamples = (i: number, j: number): number =>
    compare(known[i] as number, known[j] as number) || compare(y[i] as number, y[j] as number);
  const order = Int32Array.from(known, (_, i) => i).sort(compareSamples);
  if (groups) {
    checkGroups(caller, groups);
    const places = placesOfGroups(groups, order, compareSamples);
    order.sort((i, j) => compareSamples(i, j) || (places[i] as number) - (places[j] as number));
    return { ...columnsOf(known, y, order), groups: Float64Array.from(order, (i) => places[i] as number) };
  }
  return { ...columnsOf(known, y, order), groups: Float64Array.from(order, (_, place) => place) };
}

function checkGroups(caller: string, groups: ArrayLike<number>): void {
  for (let i = 0; i < groups.length; i++) {
    if (Number.isFinite(groups[i])) continue;
    throw new RegressionError(
      'regression/invalid-value',
      `${caller}: groups[${i}] is ${groups[i]}, expected a finite number`,
    );
  }
}

/** The place of the group of each sample, in the order of the groups' samples. */
function placesOfGroups(
  groups: ArrayLike<number>,
  order: Int32Array,
  compareSamples: (i: number, j: number) => number,
): Int32Array {
  const numbers = distinctSorted(sorted(groups));
  const members = Array.from(numbers, (): number[] => []);
  const own = Int32Array.from(groups, (group) => countBelow(numbers, group));
  for (const i of order) members[own[i] as number]?.push(i);
  const compareGroups = (a: number, b: number): number => {
    const [left, right] = [members[a] as number[], members[b] as number[]];
    for (let k = 0; k < Math.min(left.length, right.length); k++) {
      const difference = compareSamples(left[k] as number, right[k] as number);
      if (difference !== 0) return difference;
    }
    return left.length - right.length;
  };
  const places = new Int32Array(numbers.length);
  const ascending = Int32Array.from(numbers, (_, group) => group).sort(compareGroups);
  for (const [place, group] of ascending.entries()) places[group] = place;
  return own.map((group) => places[group] as number);
}

function columnsOf(
  x: Float64Array,
  y: ArrayLike<number>,
  order: Int32Array,
): { readonly x: Float64Array; readonly y: Float64Array } {
  return {
    x: Float64Array.from(order, (i) => x[i] as number),
    y: Float64Array.from(order, (i) => y[i] as number),
  };
}

/** As numbers compare; infinite ones, whose difference is none, too. */
function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

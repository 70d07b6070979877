/** A linear congruential generator modulo 2^32, of Numerical Recipes. */
const MULTIPLIER = 1664525;
const INCREMENT = 1013904223;

/**
 * Index, among `order[0..count)`, of the lower weighted median: the smallest key up to which the weights sum to at least
 * half of all. Of keys 5, 1, 9 that weigh 1, 1, 5 it is the 9. Reorders `order`. Expected cost O(count).
 *
 * Quickselect; its pivot is the median of three from places that look random but are the same every time, because keys
 * often rise, fall, or fall and rise again, where fixed places are the worst ones. Equal keys are gathered in one pass, so
 * that ties, which measurements are full of, cost nothing.
 *
 * @param order indices into `keys` and `weights`; scratch space of the caller, so that a loop need not allocate
 * @param count how many of them, at least one
 * @param keys any finite numbers, by index
 * @param weights not negative, by index; their sum positive
 * @returns an index into `keys`
 * @see https://en.wikipedia.org/wiki/Weighted_median
 */
export function weightedMedianIndex(
  order: Int32Array,
  count: number,
  keys: ArrayLike<number>,
  weights: ArrayLike<number>,
): number {
  let total = 0;
  for (let i = 0; i < count; i++) total += weights[order[i] as number] as number;
  const half = total / 2;
  let from = 0;
  let to = count;
  /** Weight of all that is known to lie below `from`. */
  let below = 0;
  let seed = count;
  const keyWithin = (): number => {
    seed = (Math.imul(seed, MULTIPLIER) + INCREMENT) >>> 0;
    return keys[order[from + Math.floor((seed / 2 ** 32) * (to - from))] as number] as number;
  };
  while (to - from > 1) {
    const pivot = medianOfThree(keyWithin(), keyWithin(), keyWithin());
    // Three parts: smaller [from, less), equal [less, more), greater [more, to).
    let less = from;
    let more = to;
    let smaller = 0;
    let equal = 0;
    for (let i = from; i < more; ) {
      const at = order[i] as number;
      const key = keys[at] as number;
      if (key < pivot) {
        smaller += weights[at] as number;
        swap(order, i++, less++);
      } else if (key > pivot) {
        swap(order, i, --more);
      } else {
        equal += weights[at] as number;
        i++;
      }
    }
    if (less > from && below + smaller >= half) {
      to = less;
    } else if (more === to || below + smaller + equal >= half) {
      return order[less] as number;
    } else {
      below += smaller + equal;
      from = more;
    }
  }
  return order[from] as number;
}

function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

function swap(order: Int32Array, i: number, j: number): void {
  const kept = order[i] as number;
  order[i] = order[j] as number;
  order[j] = kept;
}

import type { Level } from './curve.ts';
import { medianSorted } from './median.ts';

/** Levels are no finer than this: a document must stay small, and a level rests on several samples. */
const MOST_BINS = 64;
const FEWEST_A_BIN = 3;

/** Neighbours in x that share a level. */
interface Block {
  readonly from: number;
  readonly to: number;
  /** Ascending. */
  readonly y: Float64Array;
  readonly level: number;
}

/**
 * Monotone steps: levels that rise with x, each the median of its samples, by pooling adjacent violators. Samples are put
 * into at most 64 bins of three or more first, with equal x in one. A level begins midway between the samples beside its
 * edge. Cost O(n log n).
 *
 * For what comes in sizes: memory that a tool takes in blocks, jobs that meet the same inputs again and again.
 *
 * @param x and y of one length, at least one
 * @see Robertson, Wright and Dykstra, "Order Restricted Statistical Inference" (1988)
 */
export function monotoneSteps(x: ArrayLike<number>, y: ArrayLike<number>): Level[] {
  const blocks: Block[] = [];
  for (const bin of binsOf(x, y)) {
    let block = bin;
    for (let last = blocks.at(-1); last && last.level >= block.level; last = blocks.at(-1)) {
      blocks.pop();
      block = blockOf(last.from, block.to, merged(last.y, block.y));
    }
    blocks.push(block);
  }
  return blocks.map(({ from, level }, i) => {
    const before = blocks[i - 1];
    return [before ? between(before.to, from) : 0, level];
  });
}

/** The level that x lies on. */
export function levelAt(levels: readonly Level[], x: number): number {
  let from = 0;
  let to = levels.length - 1;
  while (from < to) {
    const middle = (from + to + 1) >>> 1;
    if ((levels[middle] as Level)[0] <= x) from = middle;
    else to = middle - 1;
  }
  return (levels[from] as Level)[1];
}

function binsOf(x: ArrayLike<number>, y: ArrayLike<number>): Block[] {
  const order = Int32Array.from({ length: x.length }, (_, i) => i);
  order.sort((i, j) => (x[i] as number) - (x[j] as number));
  const xAt = (place: number): number => x[order[place] as number] as number;
  const size = Math.max(FEWEST_A_BIN, Math.ceil(order.length / MOST_BINS));
  const bins: Block[] = [];
  let from = 0;
  while (from < order.length) {
    let to = Math.min(from + size, order.length);
    while (to < order.length && xAt(to) === xAt(to - 1)) to++;
    // What would be left over is no bin of its own.
    if (order.length - to < FEWEST_A_BIN) to = order.length;
    const values = Float64Array.from(order.subarray(from, to), (i) => y[i] as number);
    bins.push(blockOf(xAt(from), xAt(to - 1), values.sort()));
    from = to;
  }
  return bins;
}

function blockOf(from: number, to: number, y: Float64Array): Block {
  return { from, to, y, level: medianSorted(y) };
}

function merged(a: Float64Array, b: Float64Array): Float64Array {
  const all = new Float64Array(a.length + b.length);
  let i = 0;
  let j = 0;
  for (let k = 0; k < all.length; k++) {
    const takesA = j === b.length || (i < a.length && (a[i] as number) <= (b[j] as number));
    all[k] = (takesA ? a[i++] : b[j++]) as number;
  }
  return all;
}

/** Midway, but above the lower one also where no number lies between. */
function between(low: number, high: number): number {
  const middle = low + (high - low) / 2;
  return middle > low ? middle : high;
}

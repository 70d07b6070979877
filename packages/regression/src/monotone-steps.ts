import type { Level } from './curve.ts';
import { median } from './median.ts';

/** Levels are no finer than this: a document must stay small, and a level rests on several samples. */
const MOST_BINS = 64;
const FEWEST_A_BIN = 3;

/** Neighbours in x that share a level. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly y: readonly number[];
  readonly level: number;
}

/**
 * Monotone steps: levels that rise with x, each the median of its samples, by pooling adjacent violators. Samples are put
 * into at most 64 bins first, with equal x in one. A level begins midway between the samples beside its edge.
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
      block = blockOf(last.from, block.to, [...last.y, ...block.y]);
    }
    blocks.push(block);
  }
  return blocks.map(({ from, level }, i) => {
    const before = blocks[i - 1];
    return [before ? before.to + (from - before.to) / 2 : 0, level];
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
  const order = Array.from({ length: x.length }, (_, i) => i);
  order.sort((i, j) => (x[i] as number) - (x[j] as number) || (y[i] as number) - (y[j] as number));
  const xAt = (place: number): number => x[order[place] as number] as number;
  const size = Math.max(FEWEST_A_BIN, Math.ceil(order.length / MOST_BINS));
  const bins: Block[] = [];
  let from = 0;
  while (from < order.length) {
    let to = Math.min(from + size, order.length);
    while (to < order.length && xAt(to) === xAt(to - 1)) to++;
    // What is left over is no bin of its own, unless it is one x.
    if (order.length - to < FEWEST_A_BIN && to < order.length && xAt(to) !== xAt(order.length - 1))
      to = order.length;
    const values = order.slice(from, to).map((i) => y[i] as number);
    bins.push(blockOf(xAt(from), xAt(to - 1), values));
    from = to;
  }
  return bins;
}

function blockOf(from: number, to: number, y: readonly number[]): Block {
  return { from, to, y, level: median(y) as number };
}

import type { RunPlacements } from './placements.ts';

/** A step may start this long before another's recorded end and still count as after it: the poll's resolution. */
const POLL_SECONDS = 1;

/** What each step waits for, by its place in the list of steps. */
export interface Precedence {
  /** Steps that are over before it starts, transitively reduced. */
  readonly after: readonly (readonly number[])[];
  /** Steps of which it follows single instances. */
  readonly afterFirst: readonly (readonly number[])[];
}

/**
 * Finds which steps wait for which, from times and recorded dependencies.
 *
 * @param steps in the order they usually start: only an earlier one can precede, so the answer has no cycles
 * @param dependsOn for a step the steps that a job of it names as its dependency
 */
export function findPrecedence(
  steps: readonly string[],
  placements: readonly RunPlacements[],
  dependsOn: ReadonlyMap<string, ReadonlySet<string>>,
): Precedence {
  const times = steps.map((step) => new StepTimes(step, placements));
  const before: number[][] = [];
  const afterFirst: number[][] = [];
  for (const [i, step] of steps.entries()) {
    const own = times[i] as StepTimes;
    const dependencies = dependsOn.get(step);
    const over: number[] = [];
    const chained: number[] = [];
    for (let j = 0; j < i; j++) {
      const relation = own.relationTo(times[j] as StepTimes, dependencies?.has(steps[j] as string) ?? false);
      if (relation === 'after') over.push(j);
      else if (relation === 'after first') chained.push(j);
    }
    before.push(over);
    afterFirst.push(chained);
  }
  return { after: reduceTransitively(before), afterFirst };
}

/** When a step started and ended in each run; NaN where it did not run. */
class StepTimes {
  readonly #start: Float64Array;
  readonly #end: Float64Array;
  readonly #firstEnd: Float64Array;

  constructor(step: string, placements: readonly RunPlacements[]) {
    const column = (of: 'start' | 'end' | 'firstEnd'): Float64Array =>
      Float64Array.from(placements, (placed) => placed.get(step)?.[of] ?? Number.NaN);
    this.#start = column('start');
    this.#end = column('end');
    this.#firstEnd = column('firstEnd');
  }

  relationTo(earlier: StepTimes, isDependency: boolean): 'after' | 'after first' | null {
    let together = 0;
    let isOver = true;
    let hasOne = true;
    let isReversed = false;
    for (let run = 0; run < this.#start.length; run++) {
      const start = this.#start[run] as number;
      const end = earlier.#end[run] as number;
      if (Number.isNaN(start) || Number.isNaN(end)) continue;
      together++;
      if (!(end <= start + POLL_SECONDS)) isOver = false;
      if (!(start >= (earlier.#firstEnd[run] as number))) hasOne = false;
      if ((this.#end[run] as number) < (earlier.#start[run] as number)) isReversed = true;
      if (!isOver && !isDependency) return null;
    }
    if (together > 0 && isOver) return 'after';
    if (!isDependency) return null;
    if (together > 0 && hasOne) return 'after first';
    return isReversed ? null : 'after';
  }
}

/** Leaves out what already follows from the others. */
function reduceTransitively(before: readonly (readonly number[])[]): number[][] {
  const reachable: BitSet[] = [];
  return before.map((direct) => {
    const reached = new BitSet(before.length);
    const kept: number[] = [];
    // From the latest on: what that one reaches need not be looked at again.
    for (const earlier of [...direct].reverse()) {
      if (reached.has(earlier)) continue;
      kept.unshift(earlier);
      reached.addAll(reachable[earlier] as BitSet);
      reached.add(earlier);
    }
    reachable.push(reached);
    return kept;
  });
}

class BitSet {
  readonly #words: Uint32Array;

  constructor(size: number) {
    this.#words = new Uint32Array((size + 31) >>> 5);
  }

  has(i: number): boolean {
    return ((this.#words[i >>> 5] as number) & (1 << (i & 31))) !== 0;
  }

  add(i: number): void {
    this.#words[i >>> 5] = (this.#words[i >>> 5] as number) | (1 << (i & 31));
  }

  addAll(other: BitSet): void {
    for (let word = 0; word < this.#words.length; word++) {
      this.#words[word] = (this.#words[word] as number) | (other.#words[word] as number);
    }
  }
}

/** Left-out distances must fall by this share. */
const LEAST_GAIN = 0.05;

/** Distances of left-out values from their predictions, by run: as they are, and with something taken into account. */
export class LeftOutGain {
  readonly #byRun = new Map<number, { before: number; after: number }>();

  add(run: number, before: number, after: number): void {
    const distances = this.#byRun.get(run) ?? { before: 0, after: 0 };
    this.#byRun.set(run, distances);
    distances.before += before;
    distances.after += after;
  }

  /** The share by which distances fall. */
  get share(): number {
    const before = this.#total('before');
    return before > 0 ? 1 - this.#total('after') / before : 0;
  }

  /**
   * Whether predictions come closer: by 5 % in all, and for clearly more runs than chance explains, half of them and the
   * square root of their number, that is two standard deviations.
   */
  get isClear(): boolean {
    if (!(this.#total('after') <= (1 - LEAST_GAIN) * this.#total('before'))) return false;
    const decided = [...this.#byRun.values()].filter(({ before, after }) => before !== after);
    const closer = decided.filter(({ before, after }) => after < before).length;
    return closer >= decided.length / 2 + Math.sqrt(decided.length);
  }

  #total(key: 'before' | 'after'): number {
    let total = 0;
    for (const distances of this.#byRun.values()) total += distances[key];
    return total;
  }
}

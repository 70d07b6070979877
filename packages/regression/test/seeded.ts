/** Random numbers that are the same every time: mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export class Seeded {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 7919) + 13;
  }

  /** In (0, 1). */
  uniform(from = 0, to = 1): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return from + ((((mixed ^ (mixed >>> 14)) >>> 0) + 0.5) / 2 ** 32) * (to - from);
  }

  /** Standard normal, by Box and Muller. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(this.uniform())) * Math.cos(2 * Math.PI * this.uniform());
  }

  below(count: number): number {
    return Math.floor(this.uniform() * count);
  }

  /** So many different numbers below `count`. */
  subset(count: number, size: number): Set<number> {
    const chosen = new Set<number>();
    while (chosen.size < size) chosen.add(this.below(count));
    return chosen;
  }

  shuffled<T>(values: readonly T[]): T[] {
    const result = [...values];
    for (let i = result.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [result[i], result[j]] = [result[j] as T, result[i] as T];
    }
    return result;
  }
}

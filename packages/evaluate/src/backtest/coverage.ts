/** How often bounds held, by level. */
export class Coverage<Level extends string> {
  readonly #levels: readonly Level[];
  readonly #hits: number[];
  readonly #given: number[];
  n = 0;

  constructor(levels: readonly Level[]) {
    this.#levels = levels;
    this.#hits = levels.map(() => 0);
    this.#given = levels.map(() => 0);
  }

  /** @param holds null where the level has no bound */
  add(holds: (level: Level) => boolean | null): void {
    this.n++;
    for (const [i, level] of this.#levels.entries()) {
      const held = holds(level);
      if (held !== null) this.#given[i] = (this.#given[i] as number) + 1;
      if (held === true) this.#hits[i] = (this.#hits[i] as number) + 1;
    }
  }

  static percents<Level extends string>(
    levels: readonly Level[],
    all: readonly Coverage<Level>[],
  ): Readonly<Record<Level, number | null>> {
    const sum = (of: (one: Coverage<Level>) => number): number =>
      all.reduce((total, one) => total + of(one), 0);
    return Object.fromEntries(
      levels.map((level, i) => [
        level,
        share(
          sum((one) => one.#hits[i] as number),
          sum((one) => one.#given[i] as number),
        ),
      ]),
    ) as Record<Level, number | null>;
  }
}

/** Percent; null of nothing. */
export function share(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole;
}

/** Gives equal things one small number, so that a table of millions of rows holds each of them once. */
export class Interner<T> {
  readonly #numbers = new Map<string, number>();
  readonly #things: T[] = [];

  /** The number of a thing; `text` is the same for things that are equal, and only for those. */
  numberOf(text: string, thing: T): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const number = this.#things.length;
    this.#numbers.set(text, number);
    this.#things.push(thing);
    return number;
  }

  thing(number: number): T {
    return this.#things[number] as T;
  }
}

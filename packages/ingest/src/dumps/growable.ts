/** A typed array that grows by doubling, in rows of a fixed number of columns. */
export class GrowableRows<T extends Float64Array | Int32Array> {
  readonly columns: number;
  readonly #make: (length: number) => T;
  #values: T;
  #rows = 0;

  constructor(columns: number, make: (length: number) => T) {
    this.columns = columns;
    this.#make = make;
    this.#values = make(columns * 256);
  }

  get rows(): number {
    return this.#rows;
  }

  at(row: number, column: number): number {
    return this.#values[row * this.columns + column] as number;
  }

  push(row: readonly number[]): void {
    const start = this.#rows * this.columns;
    if (start + this.columns > this.#values.length) {
      const larger = this.#make(this.#values.length * 2);
      larger.set(this.#values as never);
      this.#values = larger;
    }
    this.#values.set(row, start);
    this.#rows++;
  }

  /** A row as a list, to be pushed elsewhere. */
  row(row: number): number[] {
    return [...this.#values.subarray(row * this.columns, (row + 1) * this.columns)];
  }
}

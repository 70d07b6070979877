import { weightedMedianIndex } from './weighted-median.ts';

/** A straight line that minimises the sum of weighted absolute residuals. */
export interface AbsoluteLine {
  readonly intercept: number;
  readonly slope: number;
}

/** The best line through one point; where it goes through a second. */
interface Turned {
  readonly at: number;
  readonly through: number;
  readonly slope: number;
  /** Of weighted absolute residuals. */
  readonly sum: number;
}

/** Far more than it takes: the search ends by itself, since every step makes the sum smaller. */
const MOST_STEPS = 200;
/** A sum that falls by less than this share has not fallen. */
const ROUNDING = 1e-13;
/** A point is on a line when it is this near, as a share of how far it is from the point that the line turns around. */
const ON_LINE = 1e-12;

/** The steps of `leastAbsoluteLine`, on numbers whose sums and slopes are finite; at least two x differ. */
export class AbsoluteLineSearch {
  readonly #x: Float64Array;
  readonly #y: Float64Array;
  readonly #weights: Float64Array | undefined;
  readonly #slopes: Float64Array;
  readonly #slopeWeights: Float64Array;
  readonly #order: Int32Array;

  constructor(x: Float64Array, y: Float64Array, weights: Float64Array | undefined) {
    this.#x = x;
    this.#y = y;
    this.#weights = weights;
    this.#slopes = new Float64Array(x.length);
    this.#slopeWeights = new Float64Array(x.length);
    this.#order = new Int32Array(x.length);
  }

  /** @param start the point to turn around first; default: that of the median of y */
  run(start: number | undefined): Turned {
    let best = this.#turnAround(start ?? this.#middle());
    for (let step = 0; step < MOST_STEPS; step++) {
      const next = this.#turnAround(best.through);
      if (isLess(next.sum, best.sum)) {
        best = next;
        continue;
      }
      // Neither of its two points leads on: a third on the same line may.
      const other = this.#descent(best);
      if (other === null) break;
      const turned = this.#turnAround(other);
      if (!isLess(turned.sum, best.sum)) break;
      best = turned;
    }
    return best;
  }

  #turnAround(at: number): Turned {
    const x0 = this.#x[at] as number;
    const y0 = this.#y[at] as number;
    let count = 0;
    for (let i = 0; i < this.#x.length; i++) {
      const dx = (this.#x[i] as number) - x0;
      if (dx === 0) continue;
      this.#slopes[i] = ((this.#y[i] as number) - y0) / dx;
      this.#slopeWeights[i] = Math.abs(dx) * this.#weightOf(i);
      this.#order[count++] = i;
    }
    const through = weightedMedianIndex(this.#order, count, this.#slopes, this.#slopeWeights);
    const slope = this.#slopes[through] as number;
    let sum = 0;
    for (let i = 0; i < this.#x.length; i++) {
      const residual = (this.#y[i] as number) - y0 - slope * ((this.#x[i] as number) - x0);
      sum += Math.abs(residual) * this.#weightOf(i);
    }
    return { at, through, slope, sum };
  }

  /**
   * A point on the line around which turning makes the sum smaller; null when none does. The sum is linear between the
   * directions that keep a point of the line on it, so that no direction falls where none of these does.
   */
  #descent({ at, slope }: Turned): number | null {
    const x0 = this.#x[at] as number;
    const y0 = this.#y[at] as number;
    const on: number[] = [];
    let above = 0;
    let aboveX = 0;
    let totalX = 0;
    let total = 0;
    for (let i = 0; i < this.#x.length; i++) {
      const dx = (this.#x[i] as number) - x0;
      const dy = (this.#y[i] as number) - y0;
      const residual = dy - slope * dx;
      const weight = this.#weightOf(i);
      if (Math.abs(residual) <= ON_LINE * Math.max(Math.abs(dy), Math.abs(slope * dx))) {
        on.push(i);
        total += weight;
        totalX += weight * dx;
      } else {
        const sign = residual > 0 ? weight : -weight;
        above += sign;
        aboveX += sign * dx;
      }
    }
    if (on.length < 3) return null;
    on.sort((i, j) => (this.#x[i] as number) - (this.#x[j] as number) || i - j);
    let seen = 0;
    let seenX = 0;
    let best: number | null = null;
    let steepest = 0;
    for (const i of on) {
      const dx = (this.#x[i] as number) - x0;
      // Turning by one up around x_i moves a point at x by x − x_i: what those on the line lose …
      const lost = totalX - 2 * seenX - dx * (total - 2 * seen);
      // … and what the others gain, in the better direction.
      const gained = Math.abs(aboveX - above * dx);
      if (gained - lost > steepest + ROUNDING * 10 * (gained + Math.abs(lost))) {
        steepest = gained - lost;
        best = i;
      }
      seen += this.#weightOf(i);
      seenX += this.#weightOf(i) * dx;
    }
    return best;
  }

  /** Where the median of y is: any start will do. */
  #middle(): number {
    const weights = this.#slopeWeights;
    for (let i = 0; i < this.#order.length; i++) {
      this.#order[i] = i;
      weights[i] = this.#weightOf(i);
    }
    return weightedMedianIndex(this.#order, this.#order.length, this.#y, weights);
  }

  #weightOf(i: number): number {
    return this.#weights === undefined ? 1 : (this.#weights[i] as number);
  }
}

function isLess(sum: number, than: number): boolean {
  return sum < than * (1 - ROUNDING);
}

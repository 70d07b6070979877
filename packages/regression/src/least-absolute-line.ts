import { checkLengths } from './errors.ts';
import { weightedMedianIndex } from './weighted-median.ts';

/** A straight line that minimises the sum of weighted absolute residuals. */
export interface AbsoluteLine {
  readonly intercept: number;
  readonly slope: number;
}

export interface AbsoluteLineOptions {
  /** One a point, positive and finite. Default: all 1. */
  readonly weights?: ArrayLike<number>;
  /** A line that is probably near: the search starts there, and ends at the same sum of residuals. */
  readonly start?: AbsoluteLine;
}

/** Far more than it takes: the search ends by itself, since every step makes the sum smaller. */
const MOST_STEPS = 200;
/** A sum that falls by less than this share has not fallen. */
const ROUNDING = 1e-13;

/**
 * Least absolute deviations: the line y = intercept + slope·x with the smallest Σ w·|y − ŷ|, which a few points far off,
 * or a heavy tail, do not move. Median regression, and with the weights 1/y the line of smallest mean relative error.
 *
 * By Bloomfield and Steiger: through a point, the best line is a weighted median of slopes; it goes through a second
 * point, which is the next to turn around. Expected cost O(n) a step, about ten steps. Where many points lie on the line,
 * turning around one of them can miss a better line through another: then all are looked at, from running sums,
 * O(n log n).
 *
 * Null with fewer than two different x, and where a number is not finite. Where several lines are best, one of them.
 *
 * @param x and y of one length, finite
 * @throws RegressionError `regression/length-mismatch`
 * @see Bloomfield and Steiger, "Least Absolute Deviations Curve-Fitting" (1980), https://doi.org/10.1137/0901019
 * @example
 * leastAbsoluteLine([1, 2, 3, 4, 5], [3, 5, 7, 9, 1000]) // { intercept: 1, slope: 2 }
 */
export function leastAbsoluteLine(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  options: AbsoluteLineOptions = {},
): AbsoluteLine | null {
  checkLengths('leastAbsoluteLine', x, y);
  if (options.weights) checkLengths('leastAbsoluteLine', x, options.weights);
  const frame = frameOf(x, y);
  if (frame === null) return null;
  const search = new LineSearch(x, y, options.weights, frame);
  const { slope, at } = search.run(options.start);
  const unscaled = slope / frame.scale;
  // Through the point it turns around, so that a point on the line is on the line.
  const intercept = (y[at] as number) - unscaled * (x[at] as number);
  return Number.isFinite(unscaled) && Number.isFinite(intercept) ? { intercept, slope: unscaled } : null;
}

/** Where x lies: sums of x-distances need their digits. */
interface Frame {
  readonly middle: number;
  /** A power of two, which changes no digit. */
  readonly scale: number;
}

function frameOf(x: ArrayLike<number>, y: ArrayLike<number>): Frame | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < x.length; i++) {
    const value = x[i] as number;
    if (!(Number.isFinite(value) && Number.isFinite(y[i] as number))) return null;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const width = high - low;
  if (!(width > 0 && width < Number.POSITIVE_INFINITY)) return null;
  return { middle: low + width / 2, scale: 2 ** Math.floor(Math.log2(width)) };
}

class LineSearch {
  readonly #x: Float64Array;
  readonly #y: ArrayLike<number>;
  readonly #weights: ArrayLike<number> | undefined;
  readonly #slopes: Float64Array;
  readonly #slopeWeights: Float64Array;
  readonly #order: Int32Array;
  readonly #frame: Frame;

  constructor(
    x: ArrayLike<number>,
    y: ArrayLike<number>,
    weights: ArrayLike<number> | undefined,
    frame: Frame,
  ) {
    const n = x.length;
    this.#frame = frame;
    this.#x = new Float64Array(n);
    for (let i = 0; i < n; i++) this.#x[i] = ((x[i] as number) - frame.middle) / frame.scale;
    this.#y = y;
    this.#weights = weights;
    this.#slopes = new Float64Array(n);
    this.#slopeWeights = new Float64Array(n);
    this.#order = new Int32Array(n);
  }

  run(start: AbsoluteLine | undefined): { slope: number; at: number } {
    let at = this.#nearest(start ?? this.#roughLine());
    let best = this.#turnAround(at);
    let slope = best.slope;
    for (let step = 0; step < MOST_STEPS; step++) {
      const next = this.#turnAround(best.through);
      if (next.sum < best.sum * (1 - ROUNDING)) {
        at = best.through;
        best = next;
        slope = next.slope;
        continue;
      }
      // Neither of its two points leads on: a third on the same line may.
      const other = this.#descent(slope, at);
      if (other === null) break;
      const turned = this.#turnAround(other);
      if (!(turned.sum < best.sum * (1 - ROUNDING))) break;
      at = other;
      best = turned;
      slope = turned.slope;
    }
    return { slope, at };
  }

  /** The best line through a point; `through` is the other point it passes. */
  #turnAround(at: number): { slope: number; through: number; sum: number } {
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
    return { slope, through, sum };
  }

  /**
   * A point on the line around which turning makes the sum smaller; null when none does. The sum is linear between the
   * directions that keep a point of the line on it, so that no direction falls where none of these does.
   */
  #descent(slope: number, at: number): number | null {
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
      if (Math.abs(residual) <= 1e-12 * Math.max(Math.abs(dy), Math.abs(slope * dx), Math.abs(y0))) {
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
      if (gained - lost > steepest + 1e-12 * (gained + Math.abs(lost))) {
        steepest = gained - lost;
        best = i;
      }
      seen += this.#weightOf(i);
      seenX += this.#weightOf(i) * dx;
    }
    return best;
  }

  /** The point closest to a line: where the search starts. */
  #nearest({ intercept, slope }: AbsoluteLine): number {
    const scaled = slope * this.#frame.scale;
    const shifted = intercept + slope * this.#frame.middle;
    let nearest = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.#x.length; i++) {
      const distance = Math.abs((this.#y[i] as number) - shifted - scaled * (this.#x[i] as number));
      if (distance < least) {
        least = distance;
        nearest = i;
      }
    }
    return nearest;
  }

  /** Level, through the median of y: any start will do. */
  #roughLine(): AbsoluteLine {
    for (let i = 0; i < this.#order.length; i++) {
      this.#order[i] = i;
      this.#slopeWeights[i] = this.#weightOf(i);
    }
    const middle = weightedMedianIndex(this.#order, this.#order.length, this.#y, this.#slopeWeights);
    return { intercept: this.#y[middle] as number, slope: 0 };
  }

  #weightOf(i: number): number {
    return this.#weights === undefined ? 1 : (this.#weights[i] as number);
  }
}

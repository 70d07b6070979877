/** A maximum this many times the next is isolated. */
const ISOLATED = 3;
/** Of fewer samples the largest may well be a first of its kind. */
const FEWEST_SAMPLES = 20;

/** A value that stands alone. */
export interface IsolatedMaximum {
  readonly index: number;
  readonly value: number;
}

/**
 * The largest value, when it is more than three times the next, both as it is and beside its prediction. A job with an
 * absurd peak is rather measured wrong than a measure of what to ask for, unless it repeats.
 *
 * @param values NaN where missing
 * @param residuals ln(value / prediction), NaN where unknown
 */
export function isolatedMaximum(values: Float64Array, residuals: Float64Array): IsolatedMaximum | null {
  const known = values.filter((value) => !Number.isNaN(value)).length;
  if (known < FEWEST_SAMPLES) return null;
  const index = largestTwo(values).first;
  const byValue = isAlone(values, index, (top, next) => top > ISOLATED * next);
  const byResidual = isAlone(residuals, index, (top, next) => top > next + Math.log(ISOLATED));
  return byValue && byResidual ? { index, value: values[index] as number } : null;
}

function isAlone(
  values: Float64Array,
  index: number,
  exceeds: (top: number, next: number) => boolean,
): boolean {
  const { first, second } = largestTwo(values);
  return first === index && second >= 0 && exceeds(values[first] as number, values[second] as number);
}

/** Where the largest and the next lie; -1 where there is none. */
function largestTwo(values: Float64Array): { first: number; second: number } {
  let first = -1;
  let second = -1;
  for (const [i, value] of values.entries()) {
    if (Number.isNaN(value)) continue;
    if (first < 0 || value > (values[first] as number)) {
      second = first;
      first = i;
    } else if (second < 0 || value > (values[second] as number)) second = i;
  }
  return { first, second };
}

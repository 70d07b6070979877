import { leastSquares, median, medianOfOthers, qSquared } from '@prm/regression';
import type { DriverScale } from '../format/workflow-model.ts';

/** Driver of a run and the median driver of a step's jobs in it, bytes. */
export type DriverPair = readonly [runDriver: number, stepDriver: number];

const FEWEST_PAIRS = 5;
/** The plain ratio is preferred unless another family's Q² is better by more than this. */
const RATIO_PREFERENCE = 0.01;

/** Limits of how steeply a scale follows: of a power the exponent, of a line that at the median size, from above only. */
export interface ExponentLimits {
  readonly lowest: number;
  readonly highest: number;
}

interface Family {
  readonly kind: 'ratio' | 'linear' | 'power';
  readonly a: number;
  readonly b: number;
  /** Leave-one-out R² in log space. */
  readonly q2: number;
}

/**
 * Learns how a step's driver size follows the run's: ratio, linear or power by leave-one-out R² in log space, the plain
 * ratio unless another is clearly better, and a constant where nothing follows.
 *
 * @param pairs one a run that has both drivers
 * @param drivers of all the step's samples that have one; at least one
 * @param source of the step's driver; an output's size is not assumed to follow without evidence
 * @param limits of the exponent; outside them the plain ratio is taken, or a constant where drivers fall. Default: none
 */
export function fitDriverScale(
  pairs: readonly DriverPair[],
  drivers: ArrayLike<number>,
  source: 'input' | 'output' | null,
  limits: ExponentLimits | null = null,
): DriverScale {
  const x = Float64Array.from(pairs, ([runDriver]) => runDriver);
  const y = Float64Array.from(pairs, ([, stepDriver]) => stepDriver);
  const distinct = new Set(x).size;
  const shared = { n: pairs.length, n_distinct_x: distinct };
  const constant: DriverScale = {
    kind: 'constant',
    a: median(drivers) as number,
    b: 0,
    ...shared,
    r2_loo: 0,
  };
  if (pairs.length === 0) return constant;
  const ratios = y.map((value, i) => value / (x[i] as number));
  const ratio = median(ratios) as number;
  // Sizes that no file has can give a ratio that is no number.
  if (!Number.isFinite(ratio)) return constant;
  if (pairs.length < FEWEST_PAIRS || distinct < FEWEST_PAIRS) {
    return source === 'input' ? { kind: 'ratio', a: 0, b: ratio, ...shared, r2_loo: 0 } : constant;
  }
  if (y.every((value) => value === y[0])) return constant;
  const best = chooseFamily(x, y, ratio, ratios, limits);
  if (best === null) return constant;
  const { kind, a, b, q2 } = best;
  if (kind !== 'power') return { kind, a, b, ...shared, r2_loo: q2 };
  const scale = Math.exp(a);
  return { kind, a: Number.isFinite(scale) ? scale : null, b, ln_a: a, ...shared, r2_loo: q2 };
}

function chooseFamily(
  x: Float64Array,
  y: Float64Array,
  ratio: number,
  ratios: Float64Array,
  limits: ExponentLimits | null,
): Family | null {
  const logY = y.map(Math.log);
  const families: Family[] = [];
  let plain: Family | null = null;
  const consider = (kind: Family['kind'], a: number, b: number, leftOut: Float64Array): void => {
    if (leftOut.some((value) => !(value > 0))) return;
    const q2 = qSquared(
      logY.map((value, i) => value - Math.log(leftOut[i] as number)),
      logY,
    );
    if (kind === 'ratio') plain = { kind, a, b, q2: q2 ?? 0 };
    if (q2 !== null && q2 > Math.max(0.05, 2 / y.length)) families.push({ kind, a, b, q2 });
  };
  const otherRatios = medianOfOthers(ratios);
  consider(
    'ratio',
    0,
    ratio,
    otherRatios.map((value, i) => value * (x[i] as number)),
  );
  const line = leastSquares(x, y);
  if (line)
    consider(
      'linear',
      line.intercept,
      line.slope,
      y.map((value, i) => value - (line.leaveOneOutResiduals[i] as number)),
    );
  const logLine = leastSquares(x.map(Math.log), logY);
  if (logLine) {
    const leftOut = logY.map((value, i) => Math.exp(value - (logLine.leaveOneOutResiduals[i] as number)));
    consider('power', logLine.intercept, logLine.slope, leftOut);
  }
  const best = families.reduce<Family | null>(
    (top, one) => (top === null || one.q2 > top.q2 ? one : top),
    null,
  );
  const ratioFamily = families.find(({ kind }) => kind === 'ratio');
  if (best && ratioFamily && best.q2 - ratioFamily.q2 <= RATIO_PREFERENCE) return ratioFamily;
  if (best === null || limits === null || !isOutside(best, median(x) as number, limits)) return best;
  return best.b > 0 ? plain : null;
}

function isOutside({ kind, a, b }: Family, x: number, { lowest, highest }: ExponentLimits): boolean {
  // A driver with a large fixed part follows slowly, and yet by a line.
  if (kind === 'linear') return !((b * x) / (a + b * x) <= highest);
  return kind === 'power' && !(lowest <= b && b <= highest);
}

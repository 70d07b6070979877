import { chooseFamily, falls } from './choose-family.ts';
import { foldFits, leftOutPredictions, leftOutR2 } from './cross-validation.ts';
import type { Curve } from './curve.ts';
import { checkLengths } from './errors.ts';
import {
  checkSamples,
  describeSamples,
  type FitOptions,
  knownSamples,
  type SampleFacts,
} from './fit-samples.ts';
import { assignFolds } from './folds.ts';
import { median } from './median.ts';
import { inOrder, type OrderedSamples } from './ordered-samples.ts';
import { summarizeResiduals } from './residuals.ts';
import { fitFamily } from './robust-families.ts';
import { conformalSpread } from './spread.ts';

/** How a robust curve is fitted. */
export interface RobustFitOptions extends FitOptions {
  /**
   * What samples belong together, one finite number a sample: runs, say. A group is left out whole, so that a sample is
   * not predicted from its siblings. Default: every sample is a group.
   */
  readonly groups?: ArrayLike<number>;
  /**
   * Whether the curve will be asked for x beyond the largest: then a power that flattens, or a plateau, must be better than
   * a line by 25 %, and not by 2 %. Default false.
   */
  readonly extrapolated?: boolean;
}

/**
 * Fits y against x so that neither a heavy tail nor a few gross outliers move it: by least absolute deviations, and by
 * the family whose left-out predictions have the smallest relative errors. Families: constant (the median), a line, a line
 * of smallest relative errors, power, plateau, floor and, with `increasing`, rising steps.
 *
 * Families are compared by cross-validation in at most five folds, which leave out whole groups. One beats the constant
 * when it is closer for clearly more than half of the samples (more clearly where it may also fall), and a simpler one
 * when its error is 2 % smaller (steps: 25 %); plateau and floor must also be closer for clearly more than half of those
 * that differ. Any needs five samples at five different x, steps 20; a line is content with ten samples at two. Neither the
 * order of the samples nor the numbers of groups change anything.
 *
 * The curve holds `spread`, conformal bounds around its predictions. Cost O(n log n).
 *
 * @param x one a sample, in any unit; NaN, or anything not finite and positive, for a sample whose x is unknown:
 *   it counts for the constant only
 * @param y one a sample, finite and not negative
 * @throws RegressionError `regression/length-mismatch`, `regression/no-values`, `regression/invalid-value`
 * @see docs/numerics.md
 * @example
 * const curve = fitRobustCurve([1, 2, 3, 4, 5, 6, 7, 8], [3, 5, 7, 9, 11, 1000, 15, 17]);
 * [curve.kind, curve.a, curve.b] // ['linear', 1, 2]
 */
export function fitRobustCurve(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { increasing = false, groups, extrapolated = false }: RobustFitOptions = {},
): Curve {
  checkSamples('fitRobustCurve', x, y);
  if (groups) checkLengths('fitRobustCurve', groups, y);
  const samples = inOrder('fitRobustCurve', x, y, groups);
  const known = knownSamples(samples.x, samples.y);
  const facts = describeSamples(known, samples.y);
  const folds = assignFolds(samples.groups.subarray(0, known.y.length));
  const { chosen, beyond, candidates } = chooseFamily(known, folds, increasing, extrapolated);
  if (chosen === null) return { ...constantCurve(samples, facts), candidates };
  // The comparison may have seen a part of the samples only.
  const whole = fitFamily(chosen.fit.family, known, chosen.fit);
  const fit = whole === null || (increasing && falls(whole)) ? chosen.fit : whole;
  const { family: _family, ...coefficients } = fit.kind === 'steps' ? { ...fit, b: beyond } : fit;
  const predicted = leftOutPredictions(known, folds, chosen.foldFits);
  return {
    ...coefficients,
    ...facts,
    r2_loo: leftOutR2(known.y, predicted, fit.kind === 'power'),
    residuals: summarizeResiduals(known.y, predicted),
    spread: conformalSpread(known.y, predicted),
    candidates,
  };
}

/** The median of all samples, those without x included. */
function constantCurve(samples: OrderedSamples, facts: SampleFacts): Omit<Curve, 'candidates'> {
  const { y } = samples;
  const folds = assignFolds(samples.groups);
  const fits = foldFits('constant', samples, folds, null);
  const predicted = fits ? leftOutPredictions(samples, folds, fits) : new Float64Array(y.length);
  return {
    kind: 'constant',
    a: median(y) as number,
    b: 0,
    ...facts,
    r2_loo: 0,
    residuals: summarizeResiduals(y, predicted),
    spread: conformalSpread(y, predicted),
  };
}

import type { Candidate, CandidateKind, Curve, Rejection } from './curve.ts';
import { capToObserved, evaluateFamily } from './evaluate-curve.ts';
import {
  checkSamples,
  describeSamples,
  type FitOptions,
  knownSamples,
  type SampleFacts,
} from './fit-samples.ts';
import { assignFolds, type Folds } from './folds.ts';
import { median } from './median.ts';
import { qSquared } from './q-squared.ts';
import { summarizeResiduals } from './residuals.ts';
import { type FamilyFit, fitFamily, ROBUST_FAMILIES, type Samples } from './robust-families.ts';
import { conformalSpread } from './spread.ts';

/** How a robust curve is fitted. */
export interface RobustFitOptions extends FitOptions {
  /**
   * What samples belong together, one number a sample: runs, say. A group is left out whole, so that a sample is not
   * predicted from its siblings. Default: every sample is a group.
   */
  readonly groups?: ArrayLike<number>;
}

const FEWEST_SAMPLES = 5;
const FEWEST_DISTINCT_X = 5;
/** Levels follow anything: where a few samples rise by chance, or the next level lies, so few do not tell. */
const FEWEST_FOR_STEPS = 20;
/** With fewer different x, down to two, a line or levels can be told from a constant only by so many samples. */
const FEWEST_AT_FEW_X = 10;
const AT_FEW_X: ReadonlySet<CandidateKind> = new Set(['linear', 'steps']);
/** A family must be better than a simpler one by this factor; steps, which follow anything, by more. */
const PREFERENCE = 1.02;
const PREFERENCE_OVER_STEPS = 1.25;
/** Errors below this are rounding: the simplest of exact families is taken. */
const EXACT = 1e-9;
/** Share of the mean error in a score: where medians are equal, the rest counts. No error counts more than 1. */
const SHARE_OF_MEAN = 0.1;
/** Families are compared on at most so many samples, evenly chosen; the chosen one is fitted to all. */
const MOST_COMPARED = 1000;
/** Beyond the largest x steps grow no faster than this power of x. */
const STEEPEST_BEYOND = 1.5;

/** What a family says of samples that it was not fitted to. */
interface Trial {
  readonly fit: FamilyFit;
  /** One a fold, fitted without it. */
  readonly foldFits: readonly FamilyFit[];
  /** Relative errors of the left-out predictions; NaN where y is 0. */
  readonly errors: Float64Array;
  readonly score: number;
}

/**
 * Fits y against x so that neither a heavy tail nor a few gross outliers move it: by least absolute deviations, and by
 * the family whose left-out predictions have the smallest relative errors. Families: constant (the median), a line, a line
 * of smallest relative errors, power, plateau, floor and, with `increasing`, rising steps.
 *
 * Families are compared by cross-validation in at most five folds, which leave out whole groups. One beats the constant
 * when it is closer for clearly more than half of the samples, and a simpler one when its error is 2 % smaller (steps:
 * 25 %). Any needs five samples at five different x, steps 20; a line is content with ten samples at two.
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
  options: RobustFitOptions = {},
): Curve {
  checkSamples('fitRobustCurve', x, y);
  const groups = options.groups ?? Float64Array.from(y, (_, i) => i);
  const known = knownSamples(x, y);
  const folds = assignFolds(Float64Array.from(known.indices, (i) => groups[i] as number));
  const facts = describeSamples(known, y);
  const { chosen, beyond, candidates } = chooseFamily(known, folds, options.increasing ?? false);
  if (chosen === null) return { ...constantCurve(y, groups, facts), candidates };
  // The comparison may have seen a part of the samples only.
  const fit = fitFamily(chosen.fit.family, known, chosen.fit) ?? chosen.fit;
  const { family: _family, ...coefficients } = fit.kind === 'steps' ? { ...fit, b: beyond } : fit;
  const predicted = leftOut(known, folds, chosen.foldFits);
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
function constantCurve(
  y: ArrayLike<number>,
  groups: ArrayLike<number>,
  facts: SampleFacts,
): Omit<Curve, 'candidates'> {
  const samples: Samples = { x: new Float64Array(y.length), y: Float64Array.from(y) };
  const folds = assignFolds(groups);
  const fits = foldFits('constant', samples, folds, null);
  const predicted = fits ? leftOut(samples, folds, fits) : new Float64Array(y.length);
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

/** Compares the families; `chosen` is null where the constant stands, `beyond` is how steps go on past the largest x. */
function chooseFamily(
  all: Samples,
  allFolds: Folds,
  increasing: boolean,
): { chosen: Trial | null; beyond: number; candidates: Candidate[] } {
  const { samples, folds } = thinned(all, allFolds);
  const distinct = new Set(samples.x).size;
  const constant = samples.y.length > 1 ? tryFamily('constant', samples, folds, false) : 'too-few-samples';
  const outcomes: { family: CandidateKind; trial: Trial | null; rejected: Rejection | null }[] = [];
  let best = typeof constant === 'string' ? null : constant;
  let beyond = 0;
  for (const family of ROBUST_FAMILIES.slice(1)) {
    if (family === 'steps' && !increasing) continue;
    const outcome =
      typeof constant === 'string' || best === null
        ? 'too-few-samples'
        : (reasonNotToTry(family, samples, distinct) ?? tryFamily(family, samples, folds, increasing));
    if (typeof outcome === 'string') {
      outcomes.push({ family, trial: null, rejected: outcome });
      continue;
    }
    const isGood = generalises(outcome, constant as Trial);
    outcomes.push({ family, trial: outcome, rejected: isGood ? null : 'does-not-generalise' });
    if (!isGood || !isBetter(outcome, best as Trial)) continue;
    best = outcome;
    if (family !== 'steps') beyond = elasticityAtEnd(outcome.fit, samples);
  }
  const chosen = best === constant ? null : best;
  const candidates = outcomes.map(
    ({ family, trial, rejected }): Candidate => ({
      kind: family,
      q2: null,
      score: trial && Number.isFinite(trial.score) ? trial.score : null,
      rejected: rejected ?? (trial === chosen ? null : 'other-is-closer'),
    }),
  );
  return { chosen, beyond, candidates };
}

function reasonNotToTry(family: CandidateKind, { y }: Samples, distinct: number): Rejection | null {
  if (y.length < (family === 'steps' ? FEWEST_FOR_STEPS : FEWEST_SAMPLES)) return 'too-few-samples';
  if (distinct < FEWEST_DISTINCT_X) {
    if (distinct < 2 || !AT_FEW_X.has(family)) return 'too-few-distinct-x';
    if (y.length < FEWEST_AT_FEW_X) return 'too-few-samples';
  }
  return y.every((value) => value === y[0]) ? 'constant-y' : null;
}

function tryFamily(
  family: CandidateKind,
  samples: Samples,
  folds: Folds,
  increasing: boolean,
): Trial | Rejection {
  const fit = fitFamily(family, samples);
  const fits = fit && foldFits(family, samples, folds, fit);
  if (fit === null || fits === null) return 'cannot-be-fitted';
  if (increasing && [fit, ...fits].some(falls)) return 'falling';
  const predicted = leftOut(samples, folds, fits);
  const errors = samples.y.map((value, i) =>
    value > 0 ? Math.abs((predicted[i] as number) - value) / value : Number.NaN,
  );
  const counted = errors.filter((error) => !Number.isNaN(error));
  if (counted.length === 0) return 'cannot-be-fitted';
  const mean = counted.reduce((sum, error) => sum + Math.min(error, 1), 0) / counted.length;
  return { fit, foldFits: fits, errors, score: (median(counted) as number) + SHARE_OF_MEAN * mean };
}

function falls({ kind, b, levels }: FamilyFit): boolean {
  return kind === 'steps' ? levels?.length === 1 : kind !== 'constant' && !(b > 0);
}

/** Closer than the constant for more samples than chance would have it, by one standard deviation of a coin. */
function generalises({ errors }: Trial, constant: Trial): boolean {
  let closer = 0;
  let different = 0;
  for (const [i, error] of errors.entries()) {
    const other = constant.errors[i] as number;
    if (!(Math.abs(error - other) > EXACT)) continue;
    different++;
    if (error < other) closer++;
  }
  return different > 0 && closer >= different / 2 + Math.sqrt(different) / 2;
}

function isBetter(trial: Trial, best: Trial): boolean {
  if (best.score < EXACT) return false;
  return trial.score * (trial.fit.kind === 'steps' ? PREFERENCE_OVER_STEPS : PREFERENCE) < best.score;
}

/** The family fitted without each fold; null where one of them cannot be. */
function foldFits(
  family: CandidateKind,
  { x, y }: Samples,
  folds: Folds,
  near: FamilyFit | null,
): FamilyFit[] | null {
  const fits: FamilyFit[] = [];
  for (let fold = 0; fold < folds.count; fold++) {
    const kept: number[] = [];
    for (let i = 0; i < y.length; i++) if (folds.of[i] !== fold) kept.push(i);
    if (kept.length === 0) return null;
    const rest = {
      x: Float64Array.from(kept, (i) => x[i] as number),
      y: Float64Array.from(kept, (i) => y[i] as number),
    };
    const fit = fitFamily(family, rest, near);
    if (fit === null) return null;
    fits.push(fit);
  }
  return fits;
}

/** What each sample is predicted to be by the fit without its fold, within the bounds that hold for any prediction. */
function leftOut({ x, y }: Samples, folds: Folds, fits: readonly FamilyFit[]): Float64Array {
  const observed = fits.map((_, fold) => {
    const range = { min: Number.POSITIVE_INFINITY, max: 0 };
    for (let i = 0; i < y.length; i++) {
      if (folds.of[i] === fold) continue;
      range.min = Math.min(range.min, y[i] as number);
      range.max = Math.max(range.max, y[i] as number);
    }
    return range;
  });
  return y.map((_, i) => {
    const fold = folds.of[i] as number;
    const value = evaluateFamily(fits[fold] as FamilyFit, x[i] as number);
    return capToObserved(value, observed[fold] as { min: number; max: number }).value;
  });
}

function leftOutR2(y: Float64Array, predicted: Float64Array, inLogarithms: boolean): number {
  const kept = Array.from(y.keys()).filter((i) => (y[i] as number) > 0 && (predicted[i] as number) > 0);
  const scale = inLogarithms ? Math.log : (value: number): number => value;
  const actual = Float64Array.from(kept, (i) => scale(y[i] as number));
  const residuals = actual.map((value, k) => value - scale(predicted[kept[k] as number] as number));
  return actual.length < 2 ? 0 : (qSquared(residuals, actual) ?? 0);
}

/** d ln y / d ln x of a fit at the largest x: how steps go on. */
function elasticityAtEnd(fit: FamilyFit, { x }: Samples): number {
  let largest = 0;
  for (const value of x) if (value > largest) largest = value;
  if (fit.kind === 'power') return Math.min(Math.max(fit.b, 0), STEEPEST_BEYOND);
  if (fit.kind === 'plateau') return 0;
  const there = evaluateFamily(fit, largest);
  const elasticity = there > 0 ? (fit.b * largest) / there : 0;
  return Number.isFinite(elasticity) ? Math.min(Math.max(elasticity, 0), STEEPEST_BEYOND) : 0;
}

function thinned(samples: Samples, folds: Folds): { samples: Samples; folds: Folds } {
  const n = samples.y.length;
  if (n <= MOST_COMPARED) return { samples, folds };
  const kept = Array.from({ length: MOST_COMPARED }, (_, i) => Math.floor((i * n) / MOST_COMPARED));
  return {
    samples: {
      x: Float64Array.from(kept, (i) => samples.x[i] as number),
      y: Float64Array.from(kept, (i) => samples.y[i] as number),
    },
    folds: { ...folds, of: Int32Array.from(kept, (i) => folds.of[i] as number) },
  };
}

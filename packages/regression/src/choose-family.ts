import { foldFits, leftOutPredictions, thinEvenly } from './cross-validation.ts';
import type { Candidate, CandidateKind, Rejection } from './curve.ts';
import { evaluateFamily } from './evaluate-curve.ts';
import type { Folds } from './folds.ts';
import { median } from './median.ts';
import {
  type FamilyFit,
  fitFamily,
  ONLY_POSITIVE,
  ROBUST_FAMILIES,
  type Samples,
  SHARE_POSITIVE,
} from './robust-families.ts';

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
/** What levels off where the samples end must be better than what goes on by more, where it will be asked beyond them. */
const PREFERENCE_OVER_FLAT = 1.25;
/** More than half of the samples must be closer, by so many standard deviations of a coin … */
const DEVIATIONS = 1;
/** … or so many where a slope may go either way, and has two chances to look like one. */
const DEVIATIONS_EITHER_WAY = 1.5;
/** A knee bends to a few samples at one end: these must also be closer than a simpler family for more than half. */
const BROKEN: ReadonlySet<CandidateKind> = new Set(['plateau', 'floor']);
/** Errors below this are rounding: the simplest of exact families is taken. */
const EXACT = 1e-9;
/** Share of the mean error in a score: where medians are equal, the rest counts. No error counts more than 1. */
const SHARE_OF_MEAN = 0.1;
/** Families are compared on at most so many samples, evenly chosen; the chosen one is fitted to all. */
const MOST_COMPARED = 1000;
/** Beyond the largest x steps grow no faster than this power of x. */
const STEEPEST_BEYOND = 1.5;

/** A family, and what it says of samples that it was not fitted to. */
interface Trial {
  readonly fit: FamilyFit;
  /** One a fold, fitted without it. */
  readonly foldFits: readonly FamilyFit[];
  /** Relative errors of the left-out predictions; NaN where y is 0. */
  readonly errors: Float64Array;
  readonly score: number;
}

/** What became of the comparison. */
export interface Choice {
  /** Null where the constant stands. */
  readonly chosen: Trial | null;
  /** The exponent by which steps go on past the largest x: that of the best other family there. */
  readonly beyond: number;
  readonly candidates: readonly Candidate[];
}

/**
 * Compares the families by their left-out predictions.
 *
 * @param extrapolated whether the curve will be asked for x beyond the largest
 */
export function chooseFamily(
  all: Samples,
  allFolds: Folds,
  increasing: boolean,
  extrapolated: boolean,
): Choice {
  const { samples, folds } = thinEvenly(all, allFolds, MOST_COMPARED);
  const distinct = new Set(samples.x).size;
  const constant = tryFamily('constant', samples, folds, false);
  const outcomes: { family: CandidateKind; trial: Trial | null; rejected: Rejection | null }[] = [];
  let best = typeof constant === 'string' ? null : constant;
  let beyond = 0;
  for (const family of ROBUST_FAMILIES.slice(1)) {
    if (family === 'steps' && !increasing) continue;
    const outcome =
      reasonNotToTry(family, samples, distinct) ?? tryFamily(family, samples, folds, increasing);
    if (typeof constant === 'string' || best === null || typeof outcome === 'string') {
      const rejected = typeof outcome === 'string' ? outcome : 'cannot-be-fitted';
      outcomes.push({ family, trial: null, rejected });
      continue;
    }
    const isGood = isCloser(outcome, constant, increasing ? DEVIATIONS : DEVIATIONS_EITHER_WAY);
    outcomes.push({ family, trial: outcome, rejected: isGood ? null : 'does-not-generalise' });
    if (!isGood || !isBetter(outcome, best, extrapolated)) continue;
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
  if (y.every((value) => value === y[0])) return 'constant-y';
  const positive = y.filter((value) => value > 0).length;
  return ONLY_POSITIVE.has(family) && positive < SHARE_POSITIVE * y.length ? 'too-many-zeros' : null;
}

function tryFamily(
  family: CandidateKind,
  samples: Samples,
  folds: Folds,
  increasing: boolean,
): Trial | Rejection {
  const fit = samples.y.length > 1 ? fitFamily(family, samples) : null;
  const fits = fit && foldFits(family, samples, folds, fit);
  if (fit === null || fits === null) return 'cannot-be-fitted';
  if (increasing && [fit, ...fits].some(falls)) return 'falling';
  const predicted = leftOutPredictions(samples, folds, fits);
  const errors = samples.y.map((value, i) =>
    value > 0 ? Math.abs((predicted[i] as number) - value) / value : Number.NaN,
  );
  const counted = errors.filter((error) => !Number.isNaN(error));
  if (counted.length === 0) return 'cannot-be-fitted';
  const mean = counted.reduce((sum, error) => sum + Math.min(error, 1), 0) / counted.length;
  return { fit, foldFits: fits, errors, score: (median(counted) as number) + SHARE_OF_MEAN * mean };
}

/** Whether a family that should rise does not; a constant is not asked to. */
export function falls({ kind, b, levels }: FamilyFit): boolean {
  return kind === 'steps' ? levels?.length === 1 : kind !== 'constant' && !(b > 0);
}

/** Closer than another for more samples than chance would have it, by so many standard deviations of a coin. */
function isCloser({ errors }: Trial, other: Trial, deviations: number): boolean {
  let closer = 0;
  let different = 0;
  for (const [i, error] of errors.entries()) {
    const otherError = other.errors[i] as number;
    if (!(Math.abs(error - otherError) > EXACT)) continue;
    different++;
    if (error < otherError) closer++;
  }
  return different > 0 && closer >= different / 2 + (deviations * Math.sqrt(different)) / 2;
}

function isBetter(trial: Trial, best: Trial, extrapolated: boolean): boolean {
  if (best.score < EXACT) return false;
  if (trial.score * preferenceOver(trial.fit, best.fit, extrapolated) >= best.score) return false;
  return !BROKEN.has(trial.fit.kind) || isCloser(trial, best, DEVIATIONS);
}

function preferenceOver(fit: FamilyFit, best: FamilyFit, extrapolated: boolean): number {
  if (fit.kind === 'steps') return PREFERENCE_OVER_STEPS;
  const isFlatter = fit.kind === 'plateau' || (fit.kind === 'power' && fit.b < 1);
  return extrapolated && isFlatter && best.kind !== 'constant' ? PREFERENCE_OVER_FLAT : PREFERENCE;
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

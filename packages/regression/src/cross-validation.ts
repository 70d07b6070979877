import type { CandidateKind } from './curve.ts';
import { capToObserved, evaluateFamily } from './evaluate-curve.ts';
import type { Folds } from './folds.ts';
import { qSquared } from './q-squared.ts';
import { type FamilyFit, fitFamily, type Samples } from './robust-families.ts';

/** The family fitted without each fold; null where one of them cannot be. */
export function foldFits(
  family: CandidateKind,
  samples: Samples,
  folds: Folds,
  near: FamilyFit | null,
): FamilyFit[] | null {
  const fits: FamilyFit[] = [];
  for (let fold = 0; fold < folds.count; fold++) {
    const rest = withoutFold(samples, folds, fold);
    const fit = rest.y.length > 0 ? fitFamily(family, rest, near) : null;
    if (fit === null) return null;
    fits.push(fit);
  }
  return fits;
}

function withoutFold({ x, y }: Samples, { of }: Folds, fold: number): Samples {
  const isKept = (_: number, i: number): boolean => of[i] !== fold;
  return { x: x.filter(isKept), y: y.filter(isKept) };
}

/** What each sample is predicted to be by the fit without its fold, within the bounds that hold for any prediction. */
export function leftOutPredictions(
  { x, y }: Samples,
  folds: Folds,
  fits: readonly FamilyFit[],
): Float64Array {
  const observed = fits.map((_, fold) => rangeWithoutFold(y, folds, fold));
  return y.map((_, i) => {
    const fold = folds.of[i] as number;
    const value = evaluateFamily(fits[fold] as FamilyFit, x[i] as number);
    return capToObserved(value, observed[fold] as Range).value;
  });
}

interface Range {
  readonly min: number;
  readonly max: number;
}

function rangeWithoutFold(y: Float64Array, { of }: Folds, fold: number): Range {
  let min = Number.POSITIVE_INFINITY;
  let max = 0;
  for (let i = 0; i < y.length; i++) {
    if (of[i] === fold) continue;
    min = Math.min(min, y[i] as number);
    max = Math.max(max, y[i] as number);
  }
  return { min, max };
}

/** Q² of left-out predictions over pairs that are both positive; 0 where it has no value. */
export function leftOutR2(y: Float64Array, predicted: Float64Array, inLogarithms: boolean): number {
  const isPositive = (_: number, i: number): boolean => (y[i] as number) > 0 && (predicted[i] as number) > 0;
  const scale = inLogarithms ? Math.log : (value: number): number => value;
  const actual = y.filter(isPositive).map(scale);
  const expected = predicted.filter(isPositive).map(scale);
  const residuals = actual.map((value, i) => value - (expected[i] as number));
  return actual.length < 2 ? 0 : (qSquared(residuals, actual) ?? 0);
}

/**
 * At most about `most` samples: of each fold its share, evenly chosen from first to last. Their places among all would
 * not do: every thousandth sample may belong to one fold, or be the first of its group.
 */
export function thinEvenly(
  samples: Samples,
  folds: Folds,
  most: number,
): { readonly samples: Samples; readonly folds: Folds } {
  const n = samples.y.length;
  if (n <= most) return { samples, folds };
  const places = Int32Array.from(samples.y, (_, i) => i);
  const kept: number[] = [];
  for (let fold = 0; fold < folds.count; fold++) {
    const own = places.filter((i) => folds.of[i] === fold);
    const count = Math.min(own.length, Math.max(2, Math.round((most * own.length) / n)));
    for (let k = 0; k < count; k++)
      kept.push(own[Math.floor((k * (own.length - 1)) / Math.max(1, count - 1))] as number);
  }
  kept.sort((i, j) => i - j);
  return {
    samples: {
      x: Float64Array.from(kept, (i) => samples.x[i] as number),
      y: Float64Array.from(kept, (i) => samples.y[i] as number),
    },
    folds: { ...folds, of: Int32Array.from(kept, (i) => folds.of[i] as number) },
  };
}

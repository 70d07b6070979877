import type { ResidualSummary } from './residuals.ts';
import type { Summary } from './summary.ts';

/** The families that a curve is chosen from. */
export type CurveKind = 'constant' | 'linear' | 'power';

/** Coefficients of a fitted family: constant y = a, linear y = a + b·x, power y = e^ln_a · x^b. */
export interface Coefficients {
  readonly kind: string;
  /** In the unit of y. Null where e^ln_a of a power fit is too large for a number; evaluate with `ln_a`. */
  readonly a: number | null;
  /** Linear: y a unit of x. Power: the exponent. Constant: 0. */
  readonly b: number;
  /** Power only: natural logarithm of a. */
  readonly ln_a?: number;
}

/** Why a family was not taken, in the order the rules are applied. `one-point-decides` also where numbers overflow. */
export type Rejection =
  | 'too-few-samples'
  | 'too-few-distinct-x'
  | 'constant-y'
  | 'too-many-zeros'
  | 'one-point-decides'
  | 'falling'
  | 'does-not-generalise'
  | 'other-is-closer';

/** One family that was tried, and what became of it. */
export interface Candidate {
  readonly kind: CurveKind;
  /** Leave-one-out R² (power: in log space); null when it could not be fitted. */
  readonly q2: number | null;
  /** Median of |ln(y/ŷ)| over left-out predictions: 0.1 is about ten percent; null when it could not be fitted or is infinite. */
  readonly score: number | null;
  /** Null for the family that was chosen. */
  readonly rejected: Rejection | null;
}

/** What `fitCurve` answers: a document of plain data, complete enough to predict, explain and draw from. */
export interface Curve extends Coefficients {
  readonly kind: CurveKind;
  /** Samples. */
  readonly n: number;
  /** Samples with x. */
  readonly n_with_driver: number;
  readonly n_distinct_x: number;
  /** Leave-one-out R² of the chosen family, 0 for constant. */
  readonly r2_loo: number;
  /** Spearman's rank correlation of x and y over samples with x; null when either is constant. */
  readonly spearman: number | null;
  /** Of the samples with x; null without one. */
  readonly x: Summary | null;
  /** Of all samples. */
  readonly y: Summary;
  readonly residuals: ResidualSummary;
  readonly candidates: readonly Candidate[];
  /** At most 200 of the samples with x, as [x, y] ascending in x; the extremes of x and y are kept. */
  readonly points: readonly (readonly [number, number])[];
}

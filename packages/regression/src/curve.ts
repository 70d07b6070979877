import type { ResidualSummary } from './residuals.ts';
import type { Spread } from './spread.ts';
import type { Summary } from './summary.ts';

/** The families that a curve is chosen from; the last three only by `fitRobustCurve`. */
export type CurveKind = 'constant' | 'linear' | 'power' | 'plateau' | 'floor' | 'steps';

/** A family as it was tried: a line also by relative errors. */
export type CandidateKind = CurveKind | 'relative-linear';

/** A level of a curve of steps, and the x it holds from. */
export type Level = readonly [from: number, y: number];

/**
 * Coefficients of a fitted family: constant y = a, linear y = a + b·x, power y = e^ln_a · x^b,
 * plateau y = a + b·min(x, knee), floor y = a + b·max(x, knee), steps: the level x lies on, beyond the knee the last one
 * times (x/knee)^b.
 */
export interface Coefficients {
  readonly kind: string;
  /** In the unit of y. Null where e^ln_a of a power fit is too large for a number; evaluate with `ln_a`. */
  readonly a: number | null;
  /** Lines: y a unit of x. Power, steps: the exponent. Constant: 0. */
  readonly b: number;
  /** Power only: natural logarithm of a. */
  readonly ln_a?: number;
  /** Plateau: where it begins. Floor: where it ends. Steps: the largest x they were seen at. In the unit of x. */
  readonly knee?: number;
  /** Steps only: ascending in both. */
  readonly levels?: readonly Level[];
}

/** Why a family was not taken, in the order the rules are applied. `one-point-decides` also where numbers overflow. */
export type Rejection =
  | 'too-few-samples'
  | 'too-few-distinct-x'
  | 'constant-y'
  | 'too-many-zeros'
  | 'one-point-decides'
  | 'cannot-be-fitted'
  | 'falling'
  | 'does-not-generalise'
  | 'other-is-closer';

/** One family that was tried, and what became of it. */
export interface Candidate {
  readonly kind: CandidateKind;
  /** Leave-one-out R² (power: in log space); null when it could not be fitted, and for a robust fit. */
  readonly q2: number | null;
  /** How far left-out predictions lie off: 0.1 is about ten percent; null when it could not be fitted or is infinite. */
  readonly score: number | null;
  /** Null for the family that was chosen. */
  readonly rejected: Rejection | null;
}

/** What a fit answers: a document of plain data, complete enough to predict, explain and draw from. */
export interface Curve extends Coefficients {
  readonly kind: CurveKind;
  /** Samples. */
  readonly n: number;
  /** Samples with x. */
  readonly n_with_driver: number;
  readonly n_distinct_x: number;
  /** Left-out R² of the chosen family, 0 for constant. */
  readonly r2_loo: number;
  /** Spearman's rank correlation of x and y over samples with x; null when either is constant. */
  readonly spearman: number | null;
  /** Of the samples with x; null without one. */
  readonly x: Summary | null;
  /** Of all samples. */
  readonly y: Summary;
  readonly residuals: ResidualSummary;
  /** Bounds around predictions; only of a robust fit, null where too few samples tell. */
  readonly spread?: Spread | null;
  readonly candidates: readonly Candidate[];
  /** At most 200 of the samples with x, as [x, y] ascending in x; the extremes of x and y are kept. */
  readonly points: readonly (readonly [number, number])[];
}

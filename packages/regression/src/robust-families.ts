import type { AbsoluteLine } from './absolute-line-search.ts';
import type { CandidateKind, Coefficients, CurveKind } from './curve.ts';
import { leastAbsoluteLine } from './least-absolute-line.ts';
import { median } from './median.ts';
import { monotoneSteps } from './monotone-steps.ts';
import { quantileSorted } from './quantile.ts';
import { sorted } from './sort.ts';

/** Samples with x: x positive and finite, y not negative. */
export interface Samples {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** A family fitted by least absolute deviations. */
export interface FamilyFit extends Coefficients {
  readonly kind: CurveKind;
  readonly family: CandidateKind;
}

/** Simpler ones first: of equally good ones the first is taken. */
export const ROBUST_FAMILIES: readonly CandidateKind[] = [
  'constant',
  'linear',
  'relative-linear',
  'power',
  'plateau',
  'floor',
  'steps',
];

/** A power, or a relative error, knows only y > 0 … */
export const ONLY_POSITIVE: ReadonlySet<CandidateKind> = new Set(['power', 'relative-linear']);
/** … which at least this share of the samples must be. */
export const SHARE_POSITIVE = 0.9;
/** A knee is sought at these quantiles of x. */
const KNEES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];
/** A part of a broken line needs so many samples, and the slanted one so many different x. */
const FEWEST_BESIDE_KNEE = 4;
const FEWEST_X_BESIDE_KNEE = 3;

/**
 * Fits one family by least absolute deviations; null where it cannot be.
 *
 * @param samples at least one
 * @param near a fit of the family to much the same samples: where to start, and near which knee to look
 */
export function fitFamily(
  family: CandidateKind,
  samples: Samples,
  near: FamilyFit | null = null,
): FamilyFit | null {
  switch (family) {
    case 'constant':
      return { kind: 'constant', family, a: median(samples.y) as number, b: 0 };
    case 'linear':
      return straight(family, leastAbsoluteLine(samples.x, samples.y, startingAt(near)));
    case 'relative-linear':
      return fitRelative(samples, near);
    case 'power':
      return fitPower(samples, near);
    case 'steps':
      return fitSteps(samples);
    default:
      return fitBroken(family, samples, near);
  }
}

function straight(family: CandidateKind, line: AbsoluteLine | null): FamilyFit | null {
  return line && { kind: 'linear', family, a: line.intercept, b: line.slope };
}

function startingAt(near: FamilyFit | null): { start?: AbsoluteLine } {
  return near === null ? {} : { start: { intercept: near.ln_a ?? (near.a as number), slope: near.b } };
}

/** The line with the smallest mean relative error. */
function fitRelative(samples: Samples, near: FamilyFit | null): FamilyFit | null {
  const positive = positiveOf(samples);
  if (positive === null) return null;
  const weights = positive.y.map((value) => 1 / value);
  if (!weights.every(Number.isFinite)) return null;
  return straight(
    'relative-linear',
    leastAbsoluteLine(positive.x, positive.y, { weights, ...startingAt(near) }),
  );
}

function fitPower(samples: Samples, near: FamilyFit | null): FamilyFit | null {
  const positive = positiveOf(samples);
  if (positive === null) return null;
  const line = leastAbsoluteLine(positive.x.map(Math.log), positive.y.map(Math.log), startingAt(near));
  if (line === null) return null;
  const a = Math.exp(line.intercept);
  return {
    kind: 'power',
    family: 'power',
    a: Number.isFinite(a) ? a : null,
    b: line.slope,
    ln_a: line.intercept,
  };
}

function fitSteps({ x, y }: Samples): FamilyFit {
  let largest = 0;
  for (const value of x) if (value > largest) largest = value;
  const levels = monotoneSteps(x, y);
  return { kind: 'steps', family: 'steps', a: levels[0]?.[1] as number, b: 0, knee: largest, levels };
}

/** A line that is level from a knee on (plateau), or up to one (floor): of several knees the one that fits best. */
function fitBroken(kind: 'plateau' | 'floor', { x, y }: Samples, near: FamilyFit | null): FamilyFit | null {
  const ascending = sorted(x);
  let best: FamilyFit | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const knee of kneesToTry(ascending, near)) {
    if (!hasBothSides(ascending, knee, kind)) continue;
    const bent = x.map((value) => (kind === 'plateau' ? Math.min(value, knee) : Math.max(value, knee)));
    const line = leastAbsoluteLine(bent, y, startingAt(near));
    if (line === null) continue;
    const sum = sumOfResiduals(bent, y, line);
    if (sum < least) {
      least = sum;
      best = { kind, family: kind, a: line.intercept, b: line.slope, knee };
    }
  }
  return best;
}

/** Quantiles of x; near a known knee only that one's and those beside it. */
function kneesToTry(ascending: Float64Array, near: FamilyFit | null): number[] {
  const knees = [...new Set(KNEES.map((p) => quantileSorted(ascending, p)))];
  const known = near?.knee;
  if (known === undefined) return knees;
  const closest = knees.reduce(
    (best, knee, i) => (Math.abs(knee - known) < Math.abs((knees[best] as number) - known) ? i : best),
    0,
  );
  return knees.slice(Math.max(0, closest - 1), closest + 2);
}

function sumOfResiduals(x: Float64Array, y: Float64Array, { intercept, slope }: AbsoluteLine): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += Math.abs((y[i] as number) - intercept - slope * (x[i] as number));
  return sum;
}

function hasBothSides(ascending: Float64Array, knee: number, kind: 'plateau' | 'floor'): boolean {
  let below = 0;
  while (below < ascending.length && (ascending[below] as number) <= knee) below++;
  if (below < FEWEST_BESIDE_KNEE || ascending.length - below < FEWEST_BESIDE_KNEE) return false;
  const slanted = kind === 'plateau' ? ascending.subarray(0, below) : ascending.subarray(below);
  let distinct = 1;
  for (let i = 1; i < slanted.length && distinct < FEWEST_X_BESIDE_KNEE; i++)
    if (slanted[i] !== slanted[i - 1]) distinct++;
  return distinct >= FEWEST_X_BESIDE_KNEE;
}

/** The samples with y > 0; null when too many are not. */
function positiveOf(samples: Samples): Samples | null {
  const { x, y } = samples;
  const kept: number[] = [];
  for (let i = 0; i < y.length; i++) if ((y[i] as number) > 0) kept.push(i);
  if (kept.length === y.length) return samples;
  if (kept.length < SHARE_POSITIVE * y.length) return null;
  return {
    x: Float64Array.from(kept, (i) => x[i] as number),
    y: Float64Array.from(kept, (i) => y[i] as number),
  };
}

import { compareText } from '@prm/ingest';
import { assignFolds, median } from '@prm/regression';
import type { MetricCurve } from '../../format/workflow-model.ts';
import { columnFitter, type FitColumn } from '../curve-fitting.ts';
import { knownIndices } from '../known-values.ts';
import { LeftOutGain } from './left-out-gain.ts';
import { logResiduals } from './log-residuals.ts';

/** What is learned of the forms of a step's inputs. */
export interface InputForms {
  /** Bytes of the commonest form that stand for a byte of each; the commonest has 1. */
  readonly factors: ReadonlyMap<string, number>;
  /** Samples of each form. */
  readonly counts: ReadonlyMap<string, number>;
}

/** What forms are learned from, one a sample. */
export interface FormSamples {
  readonly forms: readonly (string | null)[];
  /** Bytes, NaN where missing. */
  readonly sizes: Float64Array;
  /** Duration and memory, or what there is of them; NaN where missing. */
  readonly values: readonly Float64Array[];
  /** The run of each sample, as a number. */
  readonly runs: Float64Array;
}

const FEWEST_OF_FORM = 5;
/** A byte of one form is worth no more than so many of another: text that compresses a thirtyfold is rare. */
const MOST_TIMES = 30;
const TRIED = 137;
/** Forms whose bytes differ by less than this are one. */
const LEAST_DIFFERENCE = 0.2;

/**
 * Learns what a byte of each form of input is worth, in bytes of the commonest form: by what size a job of that form would
 * have to be for the commonest form's curve to give its duration and memory. A factor counts when left-out runs come clearly
 * closer with it.
 *
 * @returns null where no two forms differ
 */
export function learnForms(samples: FormSamples): InputForms | null {
  const counts = countForms(samples);
  const [commonest, ...others] = [...counts]
    .sort(([a, n], [b, m]) => m - n || compareText(a, b))
    .map(([form]) => form);
  if (commonest === undefined || others.length === 0) return null;
  const factors = new Map<string, number>([[commonest, 1]]);
  for (const form of others) {
    const factor = factorOf(samples, commonest, form);
    factors.set(form, factor !== null && isBetterWith(samples, commonest, form, factor) ? factor : 1);
  }
  return [...factors.values()].some((factor) => factor !== 1) ? { factors, counts } : null;
}

function countForms({ forms, sizes }: FormSamples): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [i, form] of forms.entries()) {
    if (form !== null && sizes[i] !== undefined && !Number.isNaN(sizes[i]))
      counts.set(form, (counts.get(form) ?? 0) + 1);
  }
  return new Map([...counts].filter(([, n]) => n >= FEWEST_OF_FORM).sort(([a], [b]) => compareText(a, b)));
}

/** The factor with which the commonest form's curves are closest to a form's values; null where they follow no size. */
function factorOf(samples: FormSamples, commonest: string, form: string): number | null {
  const own = [...samples.forms.keys()].filter((i) => samples.forms[i] === form);
  const ofForm = (column: Float64Array): Float64Array => Float64Array.from(own, (i) => column[i] as number);
  const sizes = ofForm(samples.sizes);
  const curves = samples.values.flatMap((values): { curve: MetricCurve; values: Float64Array }[] => {
    const ofCommonest = values.map((value, i) => (samples.forms[i] === commonest ? value : Number.NaN));
    if (knownIndices(ofCommonest).length < FEWEST_OF_FORM) return [];
    const curve = columnFitter('robust', samples.runs)(samples.sizes, ofCommonest, true);
    return curve.kind === 'constant' ? [] : [{ curve, values: ofForm(values) }];
  });
  if (curves.length === 0) return null;
  let best = 1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIED; i++) {
    const factor = MOST_TIMES ** ((2 * i) / (TRIED - 1) - 1);
    const converted = sizes.map((size) => size * factor);
    const distance = curves.reduce(
      (sum, { curve, values }) => sum + (distanceOf(logResiduals(curve, converted, values)) ?? 0),
      0,
    );
    if (distance < least) {
      least = distance;
      best = factor;
    }
  }
  return Math.abs(Math.log(best)) < Math.log(1 + LEAST_DIFFERENCE) ? null : best;
}

function distanceOf(residuals: Float64Array): number | null {
  return median(residuals.filter((value) => !Number.isNaN(value)).map(Math.abs)) ?? null;
}

/** Whether a curve through both forms is closer to left-out runs when the form's sizes are converted. */
function isBetterWith(samples: FormSamples, commonest: string, form: string, factor: number): boolean {
  const converted = samples.sizes.map((size, i) => (samples.forms[i] === form ? size * factor : size));
  const folds = assignFolds(samples.runs);
  const gain = new LeftOutGain();
  const isOfBoth = (i: number): boolean => samples.forms[i] === commonest || samples.forms[i] === form;
  for (const values of samples.values) {
    for (let fold = 0; fold < folds.count; fold++) {
      const part = (isOut: boolean): Float64Array =>
        values.map((value, i) => (isOfBoth(i) && (folds.of[i] === fold) === isOut ? value : Number.NaN));
      const kept = part(false);
      if (knownIndices(kept).length < FEWEST_OF_FORM) continue;
      const fit: FitColumn = columnFitter('robust', samples.runs);
      const before = logResiduals(fit(samples.sizes, kept, true), samples.sizes, part(true));
      const after = logResiduals(fit(converted, kept, true), converted, part(true));
      for (const [i, run] of samples.runs.entries()) {
        if (Number.isNaN(before[i]) || Number.isNaN(after[i])) continue;
        gain.add(run, Math.abs(before[i] as number), Math.abs(after[i] as number));
      }
    }
  }
  return gain.isClear;
}

import { compareText, gpuDisplayName } from '@prm/ingest';
import { evaluateCurve, median, summarize } from '@prm/regression';
import type { GpuClassModel, MetricCurve } from '../format/workflow-model.ts';
import type { FitColumn } from './curve-fitting.ts';

const FEWEST_OF_CLASS = 3;
const ROUNDS = 3;

/** Classes of a step, and its duration curve with their differences taken out (null where there are no two). */
export interface GpuFit {
  readonly classes: Readonly<Record<string, GpuClassModel>>;
  readonly durationCurve: MetricCurve | null;
}

/**
 * Learns how much longer or shorter a step runs on each class of card: the median of duration over prediction. With two
 * classes and more, durations are divided by their class's factor and fitted again, three times over.
 *
 * @param ofSample class of each sample, null without a card
 * @param drivers bytes, NaN where missing
 * @param durations seconds, NaN where missing
 * @param cardPowers watts, NaN where missing
 * @param curve the duration curve of all samples
 * @param fit fits it again
 */
export function fitGpuClasses(
  ofSample: readonly (string | null)[],
  drivers: Float64Array,
  durations: Float64Array,
  cardPowers: Float64Array,
  curve: MetricCurve | undefined,
  fit: FitColumn,
): GpuFit {
  const names = [...new Set(ofSample.filter((name): name is string => name !== null))].sort(compareText);
  let fitted = curve;
  let factors = classFactors(names, ofSample, drivers, durations, fitted);
  if (fitted !== undefined && names.length >= 2) {
    for (let round = 0; round < ROUNDS; round++) {
      const divided = durations.map((seconds, i) =>
        Math.min(seconds / (factors.get(ofSample[i] ?? '') ?? 1), Number.MAX_VALUE),
      );
      fitted = fit(drivers, divided, true);
      factors = classFactors(names, ofSample, drivers, durations, fitted);
    }
    const measured = summarize(durations.filter((seconds) => !Number.isNaN(seconds)));
    if (measured) fitted = { ...fitted, measured };
  }
  const classes = names.map((name): [string, GpuClassModel] => {
    const inClass = (i: number): boolean => ofSample[i] === name;
    const powers = cardPowers.filter((power, i) => inClass(i) && !Number.isNaN(power));
    return [
      name,
      {
        n: durations.filter((seconds, i) => inClass(i) && !Number.isNaN(seconds)).length,
        factor: factors.get(name) ?? 1,
        power_w: powers.length >= FEWEST_OF_CLASS ? (median(powers) as number) : null,
        display_name: gpuDisplayName(name),
      },
    ];
  });
  return { classes: Object.fromEntries(classes), durationCurve: fitted !== curve ? (fitted ?? null) : null };
}

function classFactors(
  names: readonly string[],
  ofSample: readonly (string | null)[],
  drivers: Float64Array,
  durations: Float64Array,
  curve: MetricCurve | undefined,
): Map<string, number> {
  const factors = new Map<string, number>();
  if (curve === undefined) return factors;
  for (const name of names) {
    const ratios: number[] = [];
    let n = 0;
    for (const [i, seconds] of durations.entries()) {
      if (ofSample[i] !== name || Number.isNaN(seconds)) continue;
      n++;
      const predicted = evaluateCurve(curve, drivers[i] as number).value;
      if (predicted > 0) ratios.push(Math.min(seconds / predicted, Number.MAX_VALUE));
    }
    if (n >= FEWEST_OF_CLASS && ratios.length > 0) factors.set(name, median(ratios) as number);
  }
  return factors;
}

import { median } from '@prm/regression';
import type { ScaleBase } from '../format/workflow-model.ts';
import type { Repetition } from './repetition.ts';
import type { SampleSizes } from './sample-sizes.ts';

/** What is preferred of bases that explain a step as well: a gathering step reads what all samples left. */
const IN_ORDER: Readonly<Record<Repetition['onceA'], readonly ScaleBase[]>> = {
  sample: ['typical', 'largest', 'total'],
  run: ['total', 'largest', 'typical'],
};
/** A less preferred base must explain the step better by this factor. */
const PREFERENCE = 1.05;
/** Spreads below this are rounding. */
const ROUNDING = 1e-9;
/** Share of the mean in a spread: where more than half of the runs have one sample, the others tell. */
const SHARE_OF_MEAN = 0.1;
const MOST_OFF = 1;

/** A run's sizes, and the median driver of a step's jobs in it, bytes. */
export interface ScalePair {
  readonly sizes: SampleSizes;
  readonly stepDriver: number;
}

/**
 * The size of a run that a step's driver is most nearly in proportion to, over all runs: that with the smallest robust
 * spread of ln(step driver / size). Null where no run tells the sizes apart.
 */
export function chooseBase(pairs: readonly ScalePair[], onceA: Repetition['onceA']): ScaleBase | null {
  if (pairs.every(({ sizes }) => sizes.total === sizes.largest && sizes.typical === sizes.largest))
    return null;
  const [first, ...others] = IN_ORDER[onceA] as [ScaleBase, ...ScaleBase[]];
  let best = first;
  let least = spread(pairs, first);
  for (const base of others) {
    const one = spread(pairs, base);
    if (least <= ROUNDING || !(one * PREFERENCE < least)) continue;
    best = base;
    least = one;
  }
  return best;
}

function spread(pairs: readonly ScalePair[], base: ScaleBase): number {
  const logs = pairs.map(({ sizes, stepDriver }) => Math.log(stepDriver / sizes[base]));
  const middle = median(logs) as number;
  const off = logs.map((value) => Math.abs(value - middle));
  const mean = off.reduce((sum, value) => sum + Math.min(value, MOST_OFF), 0) / off.length;
  return (median(off) as number) + SHARE_OF_MEAN * mean;
}

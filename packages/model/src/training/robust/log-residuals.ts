import { evaluateCurve } from '@prm/regression';
import type { MetricCurve } from '../../format/workflow-model.ts';

/** ln(value / prediction) of each sample; NaN where either is missing or not positive. */
export function logResiduals(curve: MetricCurve, drivers: Float64Array, values: Float64Array): Float64Array {
  return values.map((value, i) => {
    if (!(value > 0)) return Number.NaN;
    const predicted = evaluateCurve(curve, drivers[i] as number).value;
    return predicted > 0 ? Math.log(value) - Math.log(predicted) : Number.NaN;
  });
}

/** Values with known differences, given as logarithms, taken out; finite. */
export function withoutEffects(values: Float64Array, logEffects: Float64Array): Float64Array {
  return values.map((value, i) => Math.min(value / Math.exp(logEffects[i] as number), Number.MAX_VALUE));
}

import { fitCurve, fitRobustCurve } from '@prm/regression';
import type { MetricCurve, MetricName, TrainingMethod } from '../format/workflow-model.ts';
import { knownIndices } from './known-values.ts';

/** For these a falling curve would recommend too little for a large input. */
export const INCREASING: ReadonlySet<MetricName> = new Set([
  'duration_seconds',
  'memory_rss_mb_max',
  'memory_rss_mb_avg',
  'gpu_memory_mb_max',
  'output_size_bytes',
]);

/** Fits a metric against driver sizes; NaN stands for a missing driver, and for a missing value, which is left out. */
export type FitColumn = (drivers: Float64Array, values: Float64Array, increasing: boolean) => MetricCurve;

/**
 * How a step's curves are fitted.
 *
 * @param runs the run of each sample, as a number: samples of one run are left out together
 * @param extrapolated whether curves will be asked beyond the sizes seen
 */
export function columnFitter(method: TrainingMethod, runs: Float64Array, extrapolated = false): FitColumn {
  return (drivers, values, increasing) => {
    const known = knownIndices(values);
    const take = (column: Float64Array): Float64Array => Float64Array.from(known, (i) => column[i] as number);
    return method === 'reference'
      ? fitCurve(take(drivers), take(values), { increasing })
      : fitRobustCurve(take(drivers), take(values), { increasing, groups: take(runs), extrapolated });
  };
}

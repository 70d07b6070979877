import type { MetricCurve } from '@prm/model/format';
import { boundsAround, CAP_FACTOR } from '@prm/regression';
import type { PredictedBounds } from './prediction.ts';

/**
 * The bounds of a curve around a prediction of it, none further out than predictions may lie: where some values are next
 * to nothing a relative spread knows no end. Null where the model has none.
 *
 * @param value the curve's own prediction
 * @param factor by which the job's differs from it
 */
export function boundsOf(curve: MetricCurve, value: number, factor: number): PredictedBounds | null {
  if (!curve.spread) return null;
  const most = Math.max(value, CAP_FACTOR * curve.y.max);
  const cap = (bound: number): number => Math.min(Math.min(bound, most) * factor, Number.MAX_VALUE);
  const { upper, interval } = boundsAround(value, curve.spread);
  return {
    n: curve.spread.n,
    upper: mapValues(upper, cap),
    interval: mapValues(interval, ([low, high]) => [cap(low), cap(high)] as const),
  };
}

function mapValues<K extends string, V>(record: Readonly<Record<K, V>>, of: (value: V) => V): Record<K, V> {
  const entries = Object.entries<V>(record).map(([key, value]) => [key, of(value)]);
  return Object.fromEntries(entries) as Record<K, V>;
}

import type { MetricCurve } from '@prm/model/format';
import { durationText, memorySizeText, shortNumber, sizeText } from './human-text.ts';
import type { Recommendation, Resource, SizeDependence } from './recommendation.ts';
import { shiftWords } from './shift-words.ts';

/** What was seen of a step's use, as far as words need it. */
type Seen = Pick<
  Recommendation,
  | 'resource'
  | 'observed_max'
  | 'observed_p95'
  | 'n'
  | 'driver_min'
  | 'driver_max'
  | 'failed_at'
  | 'valid_up_to_bytes'
>;

/** An amount of a resource for people. */
export function amountText(resource: Resource, value: number): string {
  if (resource === 'mem_mb') return memorySizeText(value);
  return resource === 'time_seconds' ? durationText(value) : shortNumber(value);
}

/**
 * What advice rests on: `used 55 MB at most, 95 % of 50 jobs below 54 MB, for inputs of 468 KB to 82 MB; follows the
 * input size; valid up to 82 MB`.
 */
export function evidenceText(
  seen: Seen,
  dependence: SizeDependence,
  curve: MetricCurve,
  seconds: { readonly from: number | null; readonly to: number | null } | null = null,
): string {
  const { resource, observed_max, observed_p95, n, driver_min, driver_max, failed_at, valid_up_to_bytes } =
    seen;
  const amount = (value: number): string => amountText(resource, value);
  const parts = [`used ${amount(observed_max)} at most, 95 % of ${n} jobs below ${amount(observed_p95)}`];
  if (driver_min !== null && driver_max !== null)
    parts[0] += `, for inputs of ${range(driver_min, driver_max)}`;
  if (curve.isolated_max !== undefined) {
    parts.push(`a single peak of ${amount(curve.isolated_max)}, more than 3 × the next, is left out`);
  }
  const shift = shiftWords(curve);
  if (shift !== null) parts.push(`${shift}: what was before does not count`);
  if (typeof seconds?.from === 'number' && typeof seconds.to === 'number') {
    parts.push(`then takes about ${durationText(seconds.to)} instead of ${durationText(seconds.from)}`);
  }
  if (failed_at !== null) parts.push(`failed with ${amount(failed_at)}`);
  parts.push(dependenceText(dependence, curve));
  if (valid_up_to_bytes !== null) {
    const isBeyond = driver_max !== null && valid_up_to_bytes > driver_max;
    parts.push(
      `valid up to ${sizeText(valid_up_to_bytes)}${isBeyond ? ', which is beyond what was seen' : ''}`,
    );
  }
  return parts.join('; ');
}

function dependenceText(dependence: SizeDependence, { n_distinct_x, n_with_driver }: MetricCurve): string {
  if (dependence === 'follows') return 'follows the input size';
  if (dependence === 'none found') return 'does not follow the input size';
  if (n_with_driver === 0) return 'the input sizes are not known';
  return `whether it follows the input size cannot be tested yet: ${n_distinct_x === 1 ? 'all were of one size' : `${n_distinct_x} different sizes seen`}, 5 are needed`;
}

function range(min: number, max: number): string {
  const [from, to] = [sizeText(min), sizeText(max)];
  return from === to ? from : `${from} to ${to}`;
}

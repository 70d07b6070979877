import { type MetricCurve, type MetricName, own, type StepModel } from '@prm/model/format';
import type { JobFacts } from './job-facts.ts';

/** By what a job's metric differs from the curve for known reasons. */
export interface JobFactor {
  readonly factor: number;
  /** It asks for fewer or more cores than were seen. */
  readonly extrapolated: boolean;
}

/** What a job's card, place, cores and version make of a metric. */
export function jobFactor(
  step: StepModel,
  metric: MetricName,
  curve: MetricCurve,
  facts: Omit<JobFacts, 'driverSizeBytes'>,
): JobFactor {
  const cores = coresFactor(step, curve, facts.ncpu ?? null);
  const place = metric === 'duration_seconds' ? gpuFactor(step, facts) * environmentFactor(step, facts) : 1;
  return {
    factor: place * cores.factor * versionFactor(curve, facts.version ?? null),
    extrapolated: cores.extrapolated,
  };
}

/** By what the durations of a step differ on a class of card from the mix seen in training. */
export function gpuFactor({ gpu }: StepModel, { gpuClass = null }: Pick<JobFacts, 'gpuClass'>): number {
  return (gpuClass === null ? undefined : own(gpu, gpuClass)?.factor) ?? 1;
}

/** By what the durations of a step differ at a place from the mix seen in training. */
export function environmentFactor(
  { environments = {} }: StepModel,
  { environment = {} }: Pick<JobFacts, 'environment'>,
): number {
  return Object.entries(environments).reduce(
    (product, [dimension, classes]) =>
      product * (own(classes, own(environment, dimension) ?? '')?.factor ?? 1),
    1,
  );
}

function coresFactor({ cores }: StepModel, { core_exponent }: MetricCurve, ncpu: number | null): JobFactor {
  if (cores === undefined || core_exponent === undefined || ncpu === null || !(ncpu > 0)) {
    return { factor: 1, extrapolated: false };
  }
  const seen = cores.seen.map((one) => one.ncpu);
  return {
    factor: (ncpu / cores.reference) ** core_exponent,
    extrapolated: ncpu < Math.min(...seen) || ncpu > Math.max(...seen),
  };
}

/** A version that was in use before a shift, and not after it, has the level of its time. */
function versionFactor({ regimes = [] }: MetricCurve, version: string | null): number {
  if (version === null) return 1;
  const latest = regimes.findLast(({ versions }) => versions.includes(version));
  return latest?.factor ?? 1;
}

import { type MetricCurve, type MetricName, own, type StepModel } from '@prm/model/format';
import type { JobFacts } from './job-facts.ts';

/** What may be known of a job beside its size. */
type KnownOfJob = Omit<JobFacts, 'driverSizeBytes'>;

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
  facts: KnownOfJob,
): JobFactor {
  const cores = coresFactor(step, curve, facts.ncpu ?? null);
  const place = metric === 'duration_seconds' ? gpuFactor(step, facts) * environmentFactor(step, facts) : 1;
  return {
    factor: place * cores.factor * regimeFactor(curve, facts),
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

/**
 * The level that holds for a job, as a multiple of the one in force: that of the last regime its version was in, or of all
 * where its version is in none, that had begun when it was submitted.
 */
function regimeFactor({ regimes = [] }: MetricCurve, { version, submittedSeconds }: KnownOfJob): number {
  const ofVersion = regimes.filter(({ versions }) => versions.includes(version ?? ''));
  const candidates = ofVersion.length > 0 ? ofVersion : regimes;
  const begun = candidates.findLast(
    ({ since_seconds: since }) => since === null || !((submittedSeconds ?? Number.POSITIVE_INFINITY) < since),
  );
  return (begun ?? candidates[0])?.factor ?? 1;
}

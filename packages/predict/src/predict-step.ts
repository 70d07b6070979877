import { type DriverScale, type MetricCurve, type MetricName, own, type StepModel } from '@prm/model/format';
import { evaluateCurve, RESIDUAL_QUANTILES, type ResidualQuantiles } from '@prm/regression';
import { boundsOf } from './bounds-of.ts';
import { environmentFactor, gpuFactor, type JobFactor, jobFactor } from './job-factor.ts';
import type { JobFacts } from './job-facts.ts';
import type { PredictedMetric, PredictedStep } from './prediction.ts';
import { stepDriverSize } from './step-driver.ts';

/** Predicts every metric of a step for a run of one input size. */
export function predictStep(
  step: StepModel,
  inputSizeBytes: number,
  viewScale: DriverScale | undefined,
  facts: Omit<JobFacts, 'driverSizeBytes'> = {},
): PredictedStep {
  const { gpuClass = null } = facts;
  const driver = stepDriverSize(step, inputSizeBytes, viewScale);
  const card = gpuClass === null ? undefined : own(step.gpu, gpuClass);
  return {
    driver_size_bytes: driver.bytes,
    driver_capped: driver.capped,
    gpu_factor: gpuFactor(step, facts),
    environment_factor: environmentFactor(step, facts),
    metrics: predictJob(step, { ...facts, driverSizeBytes: driver.bytes }),
    power: { ...step.power, gpu_class_w: card?.power_w ?? null, uses_gpu: usesGpu(step) },
  };
}

/** Predicts every metric of one job of a step from what is known of the job. */
export function predictJob(step: StepModel, facts: JobFacts): Partial<Record<MetricName, PredictedMetric>> {
  const metrics = (Object.entries(step.metrics) as [MetricName, MetricCurve][]).map(
    ([name, curve]): [string, PredictedMetric] => [
      name,
      predictMetric(curve, facts.driverSizeBytes, jobFactor(step, name, curve, facts)),
    ],
  );
  return Object.fromEntries(metrics) as Partial<Record<MetricName, PredictedMetric>>;
}

function usesGpu({ gpu, metrics }: StepModel): boolean {
  return Object.keys(gpu).length > 0 || Boolean(metrics.gpu_utilization_avg ?? metrics.gpu_memory_mb_max);
}

function predictMetric(
  curve: MetricCurve,
  driverSizeBytes: number | null,
  { factor, extrapolated: beyondCores }: JobFactor,
): PredictedMetric {
  const { value, capped, extrapolated } = evaluateCurve(curve, driverSizeBytes);
  const scaled = finite(value * factor);
  const { quantiles } = curve.residuals;
  const interval =
    quantiles &&
    (Object.fromEntries(
      RESIDUAL_QUANTILES.map((key) => [key, finite(scaled * (1 + quantiles[key]))]),
    ) as ResidualQuantiles);
  return {
    value: scaled,
    kind: curve.kind,
    capped,
    extrapolated: extrapolated || beyondCores,
    interval,
    bounds: boundsOf(curve, value, factor),
    n: curve.n,
  };
}

/** Measurements of the order of the largest number there is have products that are none. */
function finite(value: number): number {
  return Math.min(value, Number.MAX_VALUE);
}

import { type DriverScale, type MetricCurve, type MetricName, own, type StepModel } from '@prm/model/format';
import { evaluateCurve, RESIDUAL_QUANTILES, type ResidualQuantiles } from '@prm/regression';
import type { PredictedMetric, PredictedStep } from './prediction.ts';
import { stepDriverSize } from './step-driver.ts';

/** Predicts every metric of a step for a run of one input size. */
export function predictStep(
  step: StepModel,
  inputSizeBytes: number,
  viewScale: DriverScale | undefined,
  gpuClass: string | null,
): PredictedStep {
  const driver = stepDriverSize(step, inputSizeBytes, viewScale);
  const gpuFactor = (gpuClass === null ? undefined : own(step.gpu, gpuClass)?.factor) ?? 1;
  const metrics = Object.entries(step.metrics).map(([name, curve]): [string, PredictedMetric] => [
    name,
    predictMetric(curve, driver.bytes, name === 'duration_seconds' ? gpuFactor : 1),
  ]);
  return {
    driver_size_bytes: driver.bytes,
    driver_capped: driver.capped,
    gpu_factor: gpuFactor,
    metrics: Object.fromEntries(metrics) as Partial<Record<MetricName, PredictedMetric>>,
  };
}

function predictMetric(curve: MetricCurve, driverSizeBytes: number | null, factor: number): PredictedMetric {
  const { value, capped, extrapolated } = evaluateCurve(curve, driverSizeBytes);
  const scaled = value * factor;
  const { quantiles } = curve.residuals;
  const interval =
    quantiles &&
    (Object.fromEntries(
      RESIDUAL_QUANTILES.map((key) => [key, scaled * (1 + quantiles[key])]),
    ) as ResidualQuantiles);
  return { value: scaled, kind: curve.kind, capped, extrapolated, interval, n: curve.n };
}

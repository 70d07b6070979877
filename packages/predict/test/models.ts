import { type StepModel, trainModels, type WorkflowModel } from '@prm/model';
import { type Curve, fitCurve } from '@prm/regression';

/** A curve through these points, which all lie on it. */
export function aCurve(
  x: readonly number[],
  y: readonly number[],
  options: { increasing?: boolean } = {},
): Curve {
  return fitCurve(x, y, options);
}

/** The curve of `value` at any size, with nothing known of its spread. */
export function aConstant(value: number): Curve {
  return fitCurve([Number.NaN], [value]);
}

/** A step of which nothing is known but what a test says. */
export function aStep(facts: Partial<StepModel> = {}): StepModel {
  return {
    n_samples: 5,
    n_with_driver: 5,
    n_driver_outliers: 0,
    driver: { source: null, min: null, median: null, p95: null, max: null },
    driver_scale: null,
    duration_source: 'monitor',
    metrics: {},
    requirements: null,
    gpu: {},
    power: { cpu_tdp_w: null, power_idle_w: null, power_loaded_w: null },
    failures: {
      n_failed: 0,
      n_oom: 0,
      n_timeout: 0,
      max_mem_mb_at_oom: null,
      max_time_seconds_at_timeout: null,
    },
    overhead_seconds: 0,
    ...facts,
  };
}

/** Drivers from `min` to `max`, which are the run's own. */
export function sized(min: number, max: number): Pick<StepModel, 'driver' | 'driver_scale'> {
  return {
    driver: { source: 'input', min, median: (min + max) / 2, p95: max, max },
    driver_scale: { kind: 'ratio', a: 0, b: 1, n: 5, n_distinct_x: 5, r2_loo: 1 },
  };
}

/** The model of the only workflow there is. */
export async function modelOf(runs: readonly unknown[], options: object = {}): Promise<WorkflowModel> {
  const { models } = await trainModels(runs, { minStepSamples: 1, ...options });
  if (models.length !== 1) throw new Error(`${models.length} models, expected one`);
  return models[0] as WorkflowModel;
}

import { FORMAT_VERSION, type MetricCurve, type MetricName, type WorkflowModel } from '@prm/model/format';
import type { CurveKind } from '@prm/regression';
import { type ReportOptions, stepsOfPipeline } from './report-options.ts';

/** Below this rank correlation a size-dependent fit follows too few of the samples to be acted on. */
const LEAST_CORRELATION = 0.5;

/** How one metric of one step depends on input size. */
export interface MetricSensitivity {
  readonly kind: CurveKind;
  readonly r2_loo: number;
  readonly spearman: number | null;
  readonly n: number;
  readonly input_sensitive: boolean;
}

/** The document `prm/sensitivity`. */
export interface SensitivityReport {
  readonly format: 'prm/sensitivity';
  readonly format_version: string;
  readonly workflow: string;
  /** Null for all steps of the workflow. */
  readonly pipeline: string | null;
  readonly steps: Readonly<Record<string, Readonly<Partial<Record<MetricName, MetricSensitivity>>>>>;
}

/**
 * Tells which steps' memory, time and the rest are driven by input size.
 *
 * @throws ModelError `model/unknown-pipeline`
 * @example
 * sensitivityReport(model).steps['align']?.memory_rss_mb_max?.input_sensitive // true
 */
export function sensitivityReport(model: WorkflowModel, options: ReportOptions = {}): SensitivityReport {
  const { pipeline, steps: wanted } = stepsOfPipeline(model, options);
  const steps = Object.entries(model.steps)
    .filter(([name]) => wanted === null || wanted.has(name))
    .map(([name, step]): [string, Record<string, MetricSensitivity>] => {
      const metrics = Object.entries(step.metrics).map(([metric, curve]) => [metric, sensitivityOf(curve)]);
      return [name, Object.fromEntries(metrics)];
    });
  return {
    format: 'prm/sensitivity',
    format_version: FORMAT_VERSION,
    workflow: model.key,
    pipeline,
    steps: Object.fromEntries(steps),
  };
}

function sensitivityOf({ kind, r2_loo, spearman, n }: MetricCurve): MetricSensitivity {
  const follows = spearman !== null && Math.abs(spearman) >= LEAST_CORRELATION;
  return { kind, r2_loo, spearman, n, input_sensitive: kind !== 'constant' && follows };
}

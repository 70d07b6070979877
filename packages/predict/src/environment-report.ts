import { FORMAT_VERSION, type WorkflowModel } from '@prm/model/format';
import { type ReportOptions, stepsOfPipeline } from './report-options.ts';

/** One kind of place that a step ran at. */
export interface EnvironmentClassReport {
  /** The value of the dimension: the name of a partition, say. */
  readonly class: string;
  /** Jobs. */
  readonly n: number;
  /** Duration as a multiple of that of the mix seen in training. */
  readonly factor: number;
  /** Duration as a multiple of the fastest class's. */
  readonly ratio_to_fastest: number;
}

/** The document `prm/environments`. */
export interface EnvironmentReport {
  readonly format: 'prm/environments';
  readonly format_version: string;
  readonly workflow: string;
  /** Null for all steps of the workflow. */
  readonly pipeline: string | null;
  /** By dimension and step, the fastest class first; only dimensions that make a difference. */
  readonly dimensions: Readonly<Record<string, Readonly<Record<string, readonly EnvironmentClassReport[]>>>>;
}

/**
 * How much longer or shorter steps take at the places where they ran.
 *
 * @throws ModelError `model/unknown-pipeline`
 */
export function environmentReport(model: WorkflowModel, options: ReportOptions = {}): EnvironmentReport {
  const { pipeline, steps: wanted } = stepsOfPipeline(model, options);
  const dimensions = new Map<string, Map<string, EnvironmentClassReport[]>>();
  for (const [name, { environments = {} }] of Object.entries(model.steps)) {
    if (wanted !== null && !wanted.has(name)) continue;
    for (const [dimension, classes] of Object.entries(environments)) {
      const bySteps = dimensions.get(dimension) ?? new Map<string, EnvironmentClassReport[]>();
      dimensions.set(dimension, bySteps);
      const fastest = Math.min(...Object.values(classes).map(({ factor }) => factor));
      const rows = Object.entries(classes).map(([key, { n, factor }]) => ({
        class: key,
        n,
        factor,
        ratio_to_fastest: factor / fastest,
      }));
      bySteps.set(
        name,
        rows.sort((a, b) => a.factor - b.factor),
      );
    }
  }
  return {
    format: 'prm/environments',
    format_version: FORMAT_VERSION,
    workflow: model.key,
    pipeline,
    dimensions: Object.fromEntries(
      [...dimensions].map(([dimension, bySteps]) => [dimension, Object.fromEntries(bySteps)]),
    ),
  };
}

import { FORMAT_VERSION, type WorkflowModel } from '@prm/model/format';
import { type ReportOptions, stepsOfPipeline } from './report-options.ts';

/** One class of card as a step met it. */
export interface GpuClassReport {
  readonly gpu_class: string;
  /** A guess of the card. */
  readonly display_name: string;
  readonly n: number;
  /** Duration as a multiple of the size-based prediction. */
  readonly factor: number;
  /** Duration as a multiple of the fastest class's; null where the step's factors were not learned. */
  readonly ratio_to_fastest: number | null;
  readonly power_w: number | null;
}

/** The document `prm/gpu`. */
export interface GpuReport {
  readonly format: 'prm/gpu';
  readonly format_version: string;
  readonly workflow: string;
  /** Null for all steps of the workflow. */
  readonly pipeline: string | null;
  /** Steps that were seen on a card. */
  readonly steps: Readonly<Record<string, readonly GpuClassReport[]>>;
}

/** With fewer jobs a class keeps the factor 1, which says nothing. */
const FEWEST_FOR_FACTOR = 3;

/**
 * The learned duration factors of GPU classes, the fastest first.
 *
 * @throws ModelError `model/unknown-pipeline`
 */
export function gpuReport(model: WorkflowModel, options: ReportOptions = {}): GpuReport {
  const { pipeline, steps: wanted } = stepsOfPipeline(model, options);
  const steps = Object.entries(model.steps)
    .filter(([name, step]) => Object.keys(step.gpu).length > 0 && (wanted === null || wanted.has(name)))
    .map(([name, step]): [string, GpuClassReport[]] => {
      const learned = Object.values(step.gpu).filter(({ n }) => n >= FEWEST_FOR_FACTOR);
      const fastest = Math.min(...learned.map(({ factor }) => factor));
      const classes = Object.entries(step.gpu).map(([gpu_class, { n, factor, power_w, display_name }]) => {
        const isLearned = n >= FEWEST_FOR_FACTOR && fastest > 0;
        return {
          gpu_class,
          display_name,
          n,
          factor,
          // Of factors next to nothing the quotient is too large for a number.
          ratio_to_fastest: isLearned ? Math.min(factor / fastest, Number.MAX_VALUE) : null,
          power_w,
        };
      });
      return [name, classes.sort((a, b) => a.factor - b.factor)];
    });
  return {
    format: 'prm/gpu',
    format_version: FORMAT_VERSION,
    workflow: model.key,
    pipeline,
    steps: Object.fromEntries(steps),
  };
}

import { choosePipeline, own, type WorkflowModel } from '@prm/model/format';

/** What a report on a model is limited to. */
export interface ReportOptions {
  /** The steps of one pipeline. Default: all steps of the workflow. */
  readonly pipeline?: string | null;
}

/**
 * The pipeline of a report and its steps; null for all.
 *
 * @throws ModelError `model/unknown-pipeline`
 */
export function stepsOfPipeline(
  model: WorkflowModel,
  { pipeline = null }: ReportOptions,
): { pipeline: string | null; steps: ReadonlySet<string> | null } {
  if (pipeline === null) return { pipeline, steps: null };
  const chosen = choosePipeline(model, pipeline) as string;
  return { pipeline: chosen, steps: new Set(own(model.pipelines, chosen)?.steps) };
}

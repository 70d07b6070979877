import {
  choosePipeline,
  FORMAT_VERSION,
  findWorkflow,
  own,
  type Registry,
  type StepModel,
} from '@prm/model/format';
import { checkInputSize } from './errors.ts';
import { recommendStep } from './recommend-step.ts';
import type { Recommendation, Recommendations } from './recommendation.ts';
import { runSamples, seenSamples } from './run-samples.ts';
import { followedSize } from './sample-size-of-step.ts';
import { orderOfChanges, stepUse } from './savings.ts';

/** What to advise on. */
export interface RecommendOptions {
  /** Bytes. Default: advice that holds for all sizes seen. */
  readonly inputSizeBytes?: number | null;
  /** Limits the advice to the steps of one pipeline. */
  readonly pipeline?: string | null;
  /** Leave out rows that ask for no change. Default false. */
  readonly changesOnly?: boolean;
}

/**
 * Says which requirements to raise or lower, from what jobs really used.
 *
 * @param workflow an identity key (all its steps), or the name of a pipeline (its steps, with its driver scales)
 * @throws ModelError `model/unknown-workflow`, `model/ambiguous-pipeline`, `model/unknown-pipeline`;
 *   PredictError `predict/bad-input-size`
 * @example
 * recommend(registry, 'somatic', { changesOnly: true }).steps['align']?.[0]?.suggested_text // '6gb'
 */
export function recommend(
  registry: Registry,
  workflow: string,
  options: RecommendOptions = {},
): Recommendations {
  const { inputSizeBytes = null, changesOnly = false } = options;
  if (inputSizeBytes !== null) checkInputSize(inputSizeBytes);
  const { model, pipeline: implied } = findWorkflow(registry, workflow);
  const wanted = options.pipeline ?? implied;
  const pipeline = wanted === null ? null : choosePipeline(model, wanted);
  const view = pipeline === null ? undefined : own(model.pipelines, pipeline);
  const known = seenSamples(model, view);
  const samples =
    inputSizeBytes === null ? null : runSamples({ largest: inputSizeBytes, n: null }, known?.seen ?? null);
  /** The size that the step's most demanding job follows: that of the largest sample, or of all together. */
  const sizeFor = (name: string, scale: StepModel['driver_scale']): number | null => {
    if (inputSizeBytes === null) return null;
    const timing = known === null ? undefined : own(known.view.timeline, name);
    const { bytes, isOwn } = followedSize(scale, timing, samples, inputSizeBytes);
    return isOwn ? inputSizeBytes : bytes;
  };
  const advised = Object.keys(model.steps)
    .filter((name) => view === undefined || view.steps.includes(name))
    .map((name): [string, Recommendation[]] => {
      const step = own(model.steps, name) as StepModel;
      const viewScale = view && own(view.driver_scale, name);
      const rows = recommendStep(step, {
        inputSizeBytes: sizeFor(name, viewScale ?? step.driver_scale),
        viewScale,
        use: stepUse(model, view, name, step),
      });
      return [
        name,
        changesOnly ? rows.filter(({ action }) => action === 'increase' || action === 'decrease') : rows,
      ];
    });
  const steps = Object.fromEntries(advised);
  return {
    format: 'prm/recommendations',
    format_version: FORMAT_VERSION,
    workflow: model.key,
    pipeline,
    input_size_bytes: inputSizeBytes,
    steps,
    order: orderOfChanges(steps),
  };
}

import {
  choosePipeline,
  compareText,
  FORMAT_VERSION,
  findWorkflow,
  own,
  type Registry,
  type WorkflowModel,
} from '@prm/model/format';
import { askedSamples, inOtherBytes, largestOf } from './asked-samples.ts';
import { inputFormFactor } from './input-form-factor.ts';
import { predictStep } from './predict-step.ts';
import type { PredictedStep, Prediction } from './prediction.ts';
import { predictionWarnings } from './prediction-warnings.ts';
import { type RunSamples, runSamples, seenSamples } from './run-samples.ts';
import { followedSize } from './sample-size-of-step.ts';
import { type SampleWork, sampleWork } from './sample-work.ts';
import { schedule } from './schedule.ts';
import { totalsOf } from './totals.ts';

/** What to predict. */
export interface PredictOptions {
  /** The one size a user knows before a run: of the largest sample, bytes. Not with a list of `samples`. */
  readonly inputSizeBytes?: number;
  /** How many samples the run has, or the size of each, bytes. Default: as many as usual. */
  readonly samples?: number | readonly number[] | null;
  /** Needed for a timeline when the workflow has several. Default: the only one, or the one asked for by name. */
  readonly pipeline?: string | null;
  /** Class of card to predict durations for. Default: the mix seen in training. */
  readonly gpuClass?: string | null;
  /** Where the run takes place, by dimension, such as `{ partition: 'c2' }`. Default: the mix seen in training. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Form of the input, such as `fastq.gz`: counts where a byte of it costs another amount. Default: the commonest. */
  readonly inputForm?: string | null;
}

/**
 * Predicts a run from one input size, or from the sizes of its samples: resources of every step, and with a pipeline the
 * timeline and its totals. Costs no disk and no fitting; nothing in it is random.
 *
 * @param registry models, in memory or on disk
 * @param workflow an identity key, or the name of a pipeline
 * @throws ModelError `model/unknown-workflow`, `model/ambiguous-pipeline`, `model/unknown-pipeline`;
 *   PredictError `predict/bad-input-size`, `predict/bad-samples`
 * @example
 * predictRun(registry, 'index_cohort', { inputSizeBytes: 50 * 1024 ** 3 }).totals?.makespan_seconds
 */
export function predictRun(registry: Registry, workflow: string, options: PredictOptions): Prediction {
  const { gpuClass = null, environment = {} } = options;
  const asked = askedSamples(options);
  const { model, pipeline: implied } = findWorkflow(registry, workflow);
  const pipeline = choosePipeline(model, options.pipeline ?? implied);
  const view = pipeline === null ? undefined : own(model.pipelines, pipeline);
  const known = seenSamples(model, view);
  const samples = runSamples(asked, known?.seen ?? null);
  // Sizes of another form are taken for what they are worth in the form that the model's sizes are in.
  const worth = inOtherBytes(asked, inputFormFactor(model, view, options.inputForm ?? null));
  const usualSamples = worth === asked ? samples : runSamples(worth, known?.seen ?? null);
  const names = Object.keys(model.steps).filter((name) => view === undefined || view.steps.includes(name));
  const work = new Map<string, SampleWork>();
  const steps = Object.fromEntries(
    names.map((name): [string, PredictedStep] => {
      const step = own(model.steps, name) as WorkflowModel['steps'][string];
      const viewScale = view && own(view.driver_scale, name);
      const timing = known === null ? undefined : own(known.view.timeline, name);
      const { bytes, isOwn } = followedSize(
        viewScale ?? step.driver_scale,
        timing,
        usualSamples,
        largestOf(worth),
      );
      const predicted = predictStep(step, bytes, viewScale, { gpuClass, environment });
      if (!isOwn || usualSamples === null || usualSamples.n === 1) return [name, predicted];
      const ofSamples = sampleWork(step, usualSamples, viewScale, { gpuClass, environment });
      work.set(name, ofSamples);
      return [name, { ...predicted, largest_job: ofSamples.largest }];
    }),
  );
  const warnings = predictionWarnings(model, {
    gpuClass,
    environment,
    asked,
    samples,
    names,
    stepsOfView: view?.steps ?? [],
  });
  const scheduled = { n: samples?.n ?? null, work };
  const timeline = view === undefined ? null : schedule(model, view, steps, { samples: scheduled });
  const unwaited =
    view === undefined ? null : schedule(model, view, steps, { samples: scheduled, withWaits: false });
  return {
    format: 'prm/prediction',
    format_version: FORMAT_VERSION,
    workflow: model.key,
    pipeline,
    pipelines: Object.keys(model.pipelines).sort(compareText),
    input_size_bytes: largestOf(asked),
    samples: samples && describedSamples(samples),
    gpu_class: gpuClass,
    environment,
    steps,
    timeline,
    totals: timeline && unwaited && totalsOf(timeline, steps, unwaited, work),
    warnings,
  };
}

function describedSamples({ sizes: _sizes, ...samples }: RunSamples): Prediction['samples'] {
  return samples;
}

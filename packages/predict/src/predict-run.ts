import {
  choosePipeline,
  compareText,
  FORMAT_VERSION,
  findWorkflow,
  own,
  type Registry,
  type StepModel,
  type WorkflowModel,
} from '@prm/model/format';
import { checkInputSize, checkSamples, PredictError } from './errors.ts';
import { inputFormFactor } from './input-form-factor.ts';
import { knownPlaces } from './known-places.ts';
import { predictStep } from './predict-step.ts';
import type { PredictedStep, Prediction, PredictionWarning } from './prediction.ts';
import { type AskedSamples, type RunSamples, runSamples, seenSamples } from './run-samples.ts';
import { followedSize } from './sample-size-of-step.ts';
import { type SampleWork, sampleWork } from './sample-work.ts';
import { schedule } from './schedule.ts';
import { shiftsOf } from './shift-words.ts';
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
 * Predicts a run from one input size, or from the sizes of its samples: resources of every step, and with a pipeline the timeline and its totals.
 * Costs no disk and no fitting; nothing in it is random.
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
  const usualSamples = runSamples(worth, known?.seen ?? null);
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
  const warnings = [
    ...gpuWarnings(model, gpuClass),
    ...environmentWarnings(model, environment),
    ...shiftWarnings(model, names),
    ...missingStepWarnings(model, view?.steps ?? []),
    ...sampleWarnings(samples, asked),
  ];
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

function largestOf(asked: AskedSamples): number {
  return 'list' in asked ? asked.list.reduce((most, size) => Math.max(most, size)) : asked.largest;
}

function inOtherBytes(asked: AskedSamples, factor: number): AskedSamples {
  return 'list' in asked
    ? { ...asked, list: asked.list.map((size) => size * factor) }
    : { ...asked, largest: asked.largest * factor };
}

function environmentWarnings(
  model: WorkflowModel,
  environment: Readonly<Record<string, string>>,
): PredictionWarning[] {
  const places = knownPlaces(model);
  return Object.entries(environment).flatMap(([dimension, value]): PredictionWarning[] => {
    const known = places.get(dimension) ?? [];
    if (known.includes(value)) return [];
    const others = [...places].map(([name, classes]) => `${name}: ${classes.join(', ')}`);
    const names =
      others.length > 0 ? `known: ${others.join('; ')}` : 'no place makes a difference to this workflow';
    const message = `${dimension}=${value} is not known, durations are those of the mix seen in training; ${names}`;
    return [{ code: 'unknown_environment', message, dimension, value, known }];
  });
}

function shiftWarnings(model: WorkflowModel, names: readonly string[]): PredictionWarning[] {
  return names.flatMap((step) =>
    shiftsOf(own(model.steps, step) as StepModel).map(
      (message): PredictionWarning => ({
        code: 'shifted',
        message: `${step}: ${message}`,
        step,
      }),
    ),
  );
}

function askedSamples({ inputSizeBytes, samples = null }: PredictOptions): AskedSamples {
  if (samples !== null) checkSamples(samples);
  if (samples === null || typeof samples === 'number') {
    checkInputSize(inputSizeBytes as number);
    return { largest: inputSizeBytes as number, n: samples };
  }
  if (inputSizeBytes === undefined) return { list: samples };
  const message = 'an input size beside the size of every sample: one of them is expected';
  throw new PredictError('predict/bad-samples', message);
}

function describedSamples({ sizes: _sizes, ...samples }: RunSamples): Prediction['samples'] {
  return samples;
}

function sampleWarnings(samples: RunSamples | null, asked: AskedSamples): PredictionWarning[] {
  if (samples === null) {
    if ('largest' in asked && asked.n === null) return [];
    const message =
      'this model does not tell how a run follows its samples: the prediction is that of the usual number; train again';
    return [{ code: 'samples_unknown', message }];
  }
  const { n, seen, source, outside_seen } = samples;
  if (source === 'usual' || !outside_seen) return [];
  const { min, max } = seen;
  const range = min === max ? `${min}` : `${min} to ${max}`;
  const message = `${n} ${n === 1 ? 'sample' : 'samples'}, runs of ${range} were seen: the prediction is extrapolated`;
  return [{ code: 'samples_outside_seen', message, n, min, max }];
}

function gpuWarnings(model: WorkflowModel, gpuClass: string | null): PredictionWarning[] {
  if (gpuClass === null) return [];
  const known = [...new Set(Object.values(model.steps).flatMap((step) => Object.keys(step.gpu)))].sort(
    compareText,
  );
  if (known.includes(gpuClass)) return [];
  const names =
    known.length > 0 ? `known: ${known.join(', ')}` : 'no step of this workflow was seen on a card';
  const message = `GPU class ${JSON.stringify(gpuClass)} is not known, durations are those of the mix seen in training; ${names}`;
  return [{ code: 'unknown_gpu_class', message, value: gpuClass, known }];
}

function missingStepWarnings(model: WorkflowModel, stepsOfView: readonly string[]): PredictionWarning[] {
  const steps = stepsOfView.filter((name) => own(model.steps, name) === undefined);
  if (steps.length === 0) return [];
  const message = `too few samples to predict ${steps.join(', ')}: their resources are not counted`;
  return [{ code: 'steps_without_model', message, steps }];
}

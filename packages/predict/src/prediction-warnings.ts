import { compareText, own, type StepModel, type WorkflowModel } from '@prm/model/format';
import type { AskedSamples } from './asked-samples.ts';
import { knownPlaces } from './known-places.ts';
import type { PredictionWarning } from './prediction.ts';
import type { RunSamples } from './run-samples.ts';
import { shiftsOf } from './shift-words.ts';

/** What a prediction was asked for, as far as it may call for a warning. */
export interface WarnedRequest {
  readonly gpuClass: string | null;
  readonly environment: Readonly<Record<string, string>>;
  readonly asked: AskedSamples;
  /** Null for a model that does not know samples. */
  readonly samples: RunSamples | null;
  /** Steps that are predicted. */
  readonly names: readonly string[];
  /** Steps of the pipeline, those without a model too. */
  readonly stepsOfView: readonly string[];
}

/** What is to be known before a prediction is used. */
export function predictionWarnings(model: WorkflowModel, request: WarnedRequest): PredictionWarning[] {
  return [
    ...gpuWarnings(model, request.gpuClass),
    ...environmentWarnings(model, request.environment),
    ...shiftWarnings(model, request.names),
    ...missingStepWarnings(model, request.stepsOfView),
    ...sampleWarnings(request.samples, request.asked),
  ];
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

function missingStepWarnings(model: WorkflowModel, stepsOfView: readonly string[]): PredictionWarning[] {
  const steps = stepsOfView.filter((name) => own(model.steps, name) === undefined);
  if (steps.length === 0) return [];
  const message = `too few samples to predict ${steps.join(', ')}: their resources are not counted`;
  return [{ code: 'steps_without_model', message, steps }];
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

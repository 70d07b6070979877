import type { RunTable } from '@prm/ingest';
import { type MetricName, own, type Registry, type WorkflowModel } from '@prm/model';
import { type PredictedMetric, predictJob } from '@prm/predict';
import { factsOfJob } from '../facts-of-job.ts';
import { findModel } from '../find-model.ts';
import { type NotTested, type Predictor, TESTED_METRICS, type TestedMetric } from './backtest-document.ts';
import { actualOf, recordedFacts, requestOf } from './recorded-job.ts';
import type { TestRun } from './split-runs.ts';
import { type Guess, guessOf, type TestedValue } from './tested-value.ts';
import type { TrainingValues } from './training-values.ts';

/** What a part was trained to. */
export interface TrainedPart {
  readonly robust: Registry;
  readonly reference: Registry;
  readonly values: TrainingValues;
}

/** Why a metric of a test job could not be tested. */
export interface Untested {
  readonly metric: TestedMetric;
  readonly reason: keyof NotTested;
}

/** Predicts every job of a test run from what is known before a run, and pairs it with what was measured. */
export function* testValues(
  table: RunTable,
  { run, pipelineName, jobs }: TestRun,
  trained: TrainedPart,
): Generator<TestedValue | Untested> {
  const { row } = run;
  const steps = [...run.snippets].map((snippet) => ({ snippet }));
  const { model } = findModel(trained.robust, { ...row, pipelineName, jobs: steps });
  const reference =
    model !== null && trained.reference.keys.includes(model.key) ? trained.reference.model(model.key) : null;
  for (const job of jobs) {
    const step = table.snippet(job) as string;
    const predict = (from: WorkflowModel | null): Partial<Record<MetricName, PredictedMetric>> => {
      const ofStep = from === null ? undefined : own(from.steps, step);
      return ofStep === undefined
        ? {}
        : predictJob(ofStep, factsOfJob(recordedFacts(table, job), row, ofStep));
    };
    const predictions = { robust: predict(model), reference: predict(reference) };
    for (const metric of TESTED_METRICS) {
      const actual = actualOf(table, job, metric);
      const known = model === null ? undefined : trained.values(model.key, step, metric);
      if (typeof actual !== 'number') yield { metric, reason: actual };
      else if (model === null || known === undefined || predictions.robust[metric] === undefined)
        yield { metric, reason: 'n_without_model' };
      else
        yield {
          workflow: model.key,
          step,
          run: row.text,
          job: table.id(job),
          metric,
          actual,
          guesses: present({
            robust: modelGuess(predictions.robust[metric]),
            reference: modelGuess(predictions.reference[metric]),
            median: plainGuess(known.median),
            largest: plainGuess(known.largest),
            request: plainGuess(requestOf(table, job, metric)),
          }),
          nTrain: known.n,
          isNew: !known.distinct.has(actual),
        };
    }
  }
}

function modelGuess(predicted: PredictedMetric | undefined): Guess | null {
  return predicted === undefined ? null : guessOf(predicted);
}

function plainGuess(value: number | null): Guess | null {
  return value === null ? null : { value, bounds: null };
}

function present(guesses: Readonly<Record<Predictor, Guess | null>>): TestedValue['guesses'] {
  return Object.fromEntries(Object.entries(guesses).filter(([, guess]) => guess !== null));
}

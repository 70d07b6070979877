import {
  FORMAT_VERSION,
  type LossName,
  type ModelQuality,
  own,
  type RunReference,
  type WorkflowModel,
} from '@prm/model/format';
import { type ReportOptions, stepsOfPipeline } from './report-options.ts';
import { remarksOn } from './step-remarks.ts';

/** One count of a model's quality, explained. */
export interface QualityLine {
  readonly count: string;
  readonly n: number;
  readonly meaning: string;
  /** How many of them at which step, most first. */
  readonly steps: Readonly<Record<string, number>>;
  /** Some of the jobs, to look at. */
  readonly references: readonly RunReference[];
}

/** Quality of one workflow's model. */
export interface WorkflowQuality {
  readonly workflow: string;
  readonly runs: WorkflowModel['runs'];
  /** By pipeline. */
  readonly partial_runs: Readonly<Record<string, number>>;
  readonly entry_steps: Readonly<Record<string, readonly string[]>>;
  readonly steps_left_out: ModelQuality['steps_left_out'];
  /** What else is worth a look, in words. */
  readonly remarks: readonly string[];
  /** Counts that are not 0. */
  readonly lines: readonly QualityLine[];
}

/** The document `prm/quality`. */
export interface QualityReport {
  readonly format: 'prm/quality';
  readonly format_version: string;
  /** Null for all pipelines. */
  readonly pipeline: string | null;
  readonly workflows: readonly WorkflowQuality[];
}

const MEANINGS: Readonly<Record<LossName | 'n_merged_dumps' | 'n_unnamed_jobs', string>> = {
  n_merged_dumps: 'other dumps of runs that are counted once: earlier states, copies, resumed files',
  n_unnamed_jobs: 'jobs whose command names no snippet: they belong to no step',
  n_not_completed: 'jobs that did not complete: no samples of normal use',
  n_duplicate_jobs: 'completed jobs that stand in several dumps: counted once',
  n_leftover: 'measurements left over from an earlier attempt of the job: not used',
  n_short: "jobs shorter than the monitor's interval: half of it is taken for their time, no rates",
  n_clock_skew: 'jobs that ended before they started, by the clock: without a duration',
  n_clock_unused: "durations by the poll's clock beside monitored ones: not mixed with them",
  n_without_duration: 'completed jobs without a duration',
  n_implausible: 'values no machine has (over 64 TB of memory, ten years, 4096 cores): not believed',
  n_without_driver: 'completed jobs without an input or output size',
  n_driver_outliers: 'sizes under 1 MB beside ones ten thousand times as large: taken for mis-measured',
  n_driver_other_source: 'jobs sized by their output at a step that is sized by its input, or the reverse',
  n_mem_unclear: 'memory requests without a unit',
  n_mem_unreadable: 'memory requests that could not be read',
  n_time_number: 'time requests that YAML made a number of: taken as seconds',
  n_time_unreadable: 'time requests that could not be read',
};

/**
 * What was lost on the way to the models, each count in a line, with the steps and some of the jobs it is about. With a
 * pipeline, of the workflows that have it and of its steps.
 *
 * @throws ModelError `model/unknown-pipeline` when none of them has it
 */
export function qualityReport(models: Iterable<WorkflowModel>, options: ReportOptions = {}): QualityReport {
  const { pipeline = null } = options;
  const all = [...models];
  const having = all.filter((model) => pipeline === null || own(model.pipelines, pipeline) !== undefined);
  const [first] = all;
  if (having.length === 0 && first !== undefined) stepsOfPipeline(first, options);
  return {
    format: 'prm/quality',
    format_version: FORMAT_VERSION,
    pipeline,
    workflows: having.map((model) => workflowQuality(model, options)),
  };
}

function workflowQuality(model: WorkflowModel, options: ReportOptions): WorkflowQuality {
  const { pipeline, steps: wanted } = stepsOfPipeline(model, options);
  const isWanted = (step: string | null): boolean => wanted === null || (step !== null && wanted.has(step));
  const views = Object.entries(model.pipelines).filter(([name]) => pipeline === null || name === pipeline);
  const { quality } = model;
  const lines = (Object.keys(MEANINGS) as (keyof typeof MEANINGS)[]).map((count): QualityLine => {
    const bySteps = isStepLoss(count)
      ? Object.entries(quality.steps)
          .map(([step, counts]): [string, number] => [step, counts[count]])
          .filter(([step, n]) => n > 0 && isWanted(step))
          .sort((a, b) => b[1] - a[1])
      : [];
    const n = wanted === null ? quality[count] : bySteps.reduce((sum, [, ofStep]) => sum + ofStep, 0);
    const references = (quality.references[count] ?? []).filter(
      ({ step }) => isWanted(step) || step === null,
    );
    return { count, n, meaning: MEANINGS[count], steps: Object.fromEntries(bySteps), references };
  });
  return {
    workflow: model.key,
    runs: model.runs,
    partial_runs: Object.fromEntries(views.map(([name, view]) => [name, view.partial_runs])),
    entry_steps: Object.fromEntries(views.map(([name, view]) => [name, view.entry_steps])),
    steps_left_out: quality.steps_left_out.filter(({ step }) => isWanted(step)),
    remarks: Object.entries(model.steps).flatMap(([name, step]) =>
      isWanted(name) ? remarksOn(name, step) : [],
    ),
    lines: lines.filter(({ n }) => n > 0),
  };
}

function isStepLoss(count: keyof typeof MEANINGS): count is LossName {
  return count !== 'n_merged_dumps' && count !== 'n_unnamed_jobs';
}

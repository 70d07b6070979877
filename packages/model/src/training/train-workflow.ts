import type { RunTable } from '@prm/ingest';
import { compareText } from '@prm/ingest';
import {
  type DriverScale,
  FORMAT_VERSION,
  type PipelineView,
  type Provenance,
  type StepLeftOut,
  type StepModel,
  type WorkflowModel,
} from '../format/workflow-model.ts';
import { GENERATOR } from '../generator.ts';
import { type CleanDrivers, cleanDrivers } from './driver-cleaning.ts';
import { stepScales } from './driver-pairs.ts';
import { LossLedger } from './losses.ts';
import type { TrainingOptions } from './options.ts';
import { type PipelineFacts, pipelineFacts } from './pipeline-facts.ts';
import { learnSamples } from './pipeline-samples.ts';
import { convertSizes } from './robust/convert-sizes.ts';
import { learnPlaces } from './robust/learn-places.ts';
import { prepareStep } from './robust/prepare-step.ts';
import { robustStepModel } from './robust/step-model.ts';
import { type StepColumns, stepColumns } from './step-columns.ts';
import { stepModel } from './step-model.ts';
import { gatherSteps, type StepJobs } from './step-samples.ts';
import { learnTimeline } from './timeline.ts';
import type { TrainingRun } from './workflow-runs.ts';

/** A mis-measured driver is an exception. */
const MOST_DROPPED = 0.5;

/**
 * Learns one workflow model.
 *
 * @param runs of one identity key, in canonical order
 * @param duplicates jobs that repeat a sample of another run
 */
export async function trainWorkflow(
  recorded: RunTable,
  key: string,
  runs: readonly TrainingRun[],
  duplicates: ReadonlySet<number>,
  options: TrainingOptions,
): Promise<WorkflowModel> {
  const ledger = new LossLedger();
  const { steps, unnamedJobs } = await gatherSteps(recorded, runs, duplicates, ledger);
  const asRecorded = steps.map((jobs) => ({
    jobs,
    drivers: cleanDrivers(recorded, jobs, ledger, options.method === 'reference' ? 1 : MOST_DROPPED),
  }));
  const { table, steps: cleaned } =
    options.method === 'reference'
      ? { table: recorded, steps: asRecorded }
      : convertSizes(recorded, asRecorded);
  const dropped = new Set(cleaned.flatMap(({ drivers }) => drivers.dropped));
  const views = byPipeline(runs);
  const facts = new Map([...views].map(([name, ofView]) => [name, pipelineFacts(table, ofView, dropped)]));
  const runDrivers = new Map([...facts.values()].flatMap((ofView) => [...ofView.runDrivers]));
  const samples =
    options.method === 'reference'
      ? null
      : new Map([...facts.values()].flatMap((ofView) => [...ofView.sampleSizes]));
  const modelled: { jobs: StepJobs; drivers: CleanDrivers; scale: DriverScale | null }[] = [];
  const viewScales = new Map<string, Map<string, DriverScale>>();
  const leftOut: StepLeftOut[] = [];
  for (const { jobs, drivers } of cleaned) {
    const nSamples = jobs.samples.length;
    if (nSamples < options.minStepSamples) {
      leftOut.push({
        step: jobs.step,
        n_samples: nSamples,
        needs: options.minStepSamples,
        reason: 'min_step_samples',
      });
      continue;
    }
    const scales = stepScales(jobs, drivers, runDrivers, samples);
    for (const [name, scale] of scales.byPipeline) {
      const ofView = viewScales.get(name) ?? new Map();
      viewScales.set(name, ofView.set(jobs.step, scale));
    }
    modelled.push({ jobs, drivers, scale: scales.overall });
  }
  const models = new Map(stepModels(table, modelled, options, ledger));
  const timed = new Set(
    [...models].filter(([, model]) => model.metrics.duration_seconds).map(([step]) => step),
  );
  const pipelines = [...views].map(([name, ofView]): [string, PipelineView] => {
    const ofPipeline = facts.get(name) as PipelineFacts;
    const ofSamples = samples && learnSamples([...ofPipeline.sampleSizes.values()]);
    return [
      name,
      {
        runs: ofView.length,
        partial_runs: ofPipeline.partial.size,
        steps: ofPipeline.steps,
        core_steps: ofPipeline.coreSteps,
        entry_steps: ofPipeline.entrySteps,
        driver_scale: Object.fromEntries(viewScales.get(name) ?? []),
        timeline: learnTimeline(table, ofView, ofPipeline.partial, timed, samples),
        ...(ofSamples && { samples: ofSamples }),
      },
    ];
  });
  for (const run of runs) {
    const reference = { run: run.row.text, step: null, job: null };
    for (let i = 0; i < run.mergedDumps; i++) ledger.refer('n_merged_dumps', reference);
  }
  const totals = ledger.totals();
  const duplicateJobs = sum(runs, (run) => run.duplicateJobs);
  return {
    format: 'prm/workflow-model',
    format_version: FORMAT_VERSION,
    key,
    identity_mode: options.identity,
    method: options.method,
    generator: GENERATOR,
    provenance: provenanceOf(runs),
    runs: {
      total: runs.length,
      partial: sum([...facts.values()], ({ partial }) => partial.size),
      with_run_driver: runDrivers.size,
      first_at: extremeText(runs, 'firstSubmitted', -1),
      last_at: extremeText(runs, 'lastCompleted', 1),
    },
    steps: Object.fromEntries(models),
    pipelines: Object.fromEntries(pipelines),
    quality: {
      n_merged_dumps: sum(runs, (run) => run.mergedDumps),
      n_unnamed_jobs: unnamedJobs,
      ...totals,
      n_duplicate_jobs: totals.n_duplicate_jobs + duplicateJobs,
      steps: Object.fromEntries(steps.map(({ step }) => [step, ledger.countsOf(step)])),
      steps_left_out: leftOut,
      references: ledger.references(),
    },
  };
}

/** The models of the steps that have enough samples. */
function stepModels(
  table: RunTable,
  steps: readonly { jobs: StepJobs; drivers: CleanDrivers; scale: DriverScale | null }[],
  { method, minStepSamples }: TrainingOptions,
  ledger: LossLedger,
): [string, StepModel][] {
  const columnsOf = (jobs: StepJobs): StepColumns => stepColumns(table, jobs, minStepSamples, ledger);
  if (method === 'reference') {
    return steps.map(({ jobs, drivers, scale }) => [
      jobs.step,
      stepModel(table, jobs, columnsOf(jobs), drivers, scale, minStepSamples, ledger),
    ]);
  }
  const prepared = steps.map(({ jobs, drivers }) =>
    prepareStep(table, jobs, drivers, columnsOf(jobs), minStepSamples),
  );
  const environments = learnPlaces(prepared, (run) => table.runs[run]?.environment ?? {}, minStepSamples);
  return prepared.map((step, i) => [
    step.jobs.step,
    robustStepModel(table, step, environments, steps[i]?.scale ?? null, minStepSamples, ledger),
  ]);
}

/** Runs by pipeline, names sorted. */
function byPipeline(runs: readonly TrainingRun[]): Map<string, TrainingRun[]> {
  const views = new Map<string, TrainingRun[]>();
  for (const run of runs) {
    const ofView = views.get(run.pipeline) ?? [];
    views.set(run.pipeline, ofView);
    ofView.push(run);
  }
  return new Map([...views].sort(([a], [b]) => compareText(a, b)));
}

function provenanceOf(runs: readonly TrainingRun[]): Provenance {
  const collect = (read: (run: TrainingRun) => string | null | undefined): string[] =>
    [...new Set(runs.map(read).filter((text): text is string => typeof text === 'string'))].sort(compareText);
  return {
    module_paths: collect(({ row }) => row.modulePath),
    namespaces: collect(({ row }) => row.registry?.namespace),
    versions: collect(({ row }) => row.registry?.version),
    pipeline_names: collect(({ row }) => row.pipelineName),
    profiles: collect(({ row }) => row.profile),
  };
}

/** The earliest (-1) or latest (1) stamp of the runs, as recorded. */
function extremeText(
  runs: readonly TrainingRun[],
  which: 'firstSubmitted' | 'lastCompleted',
  direction: 1 | -1,
): string | null {
  let best: TrainingRun['row']['firstSubmitted'] = null;
  for (const { row } of runs) {
    const stamp = row[which];
    if (stamp === null) continue;
    const difference =
      best === null
        ? 1
        : (stamp.seconds as number) - (best.seconds as number) || compareText(stamp.text, best.text);
    if (best === null || difference * direction > 0) best = stamp;
  }
  return best?.text ?? null;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

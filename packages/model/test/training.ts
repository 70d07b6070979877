import { mergeDumps, RunTable, readRuns } from '@prm/ingest';
import type { IdentityMode, WorkflowModel } from '../src/format/workflow-model.ts';
import { LossLedger } from '../src/training/losses.ts';
import { gatherSteps, type StepJobs } from '../src/training/step-samples.ts';
import { type TrainModelsOptions, trainModels } from '../src/training/train-models.ts';
import { gatherRuns, type TrainingRun } from '../src/training/workflow-runs.ts';

/** What training makes of mappings before it fits anything. */
export interface Gathered {
  readonly table: RunTable;
  /** Runs of all workflows. */
  readonly runs: readonly TrainingRun[];
  readonly byKey: ReadonlyMap<string, readonly TrainingRun[]>;
  readonly unnamedRuns: number;
  readonly duplicates: ReadonlySet<number>;
}

export async function gather(
  mappings: readonly unknown[],
  identity: IdentityMode = 'module',
): Promise<Gathered> {
  const table = new RunTable();
  for await (const { run, digests } of readRuns(mappings)) if (run !== null) table.add(run, digests);
  const gathered = await gatherRuns(table, await mergeDumps(table), identity);
  return { table, runs: [...gathered.byKey.values()].flat(), ...gathered };
}

/** The jobs of one step over all runs, with the table they are rows of and a ledger of losses. */
export async function gatherStep(
  mappings: readonly unknown[],
  step = 'align',
): Promise<{ table: RunTable; jobs: StepJobs; ledger: LossLedger; runs: readonly TrainingRun[] }> {
  const { table, runs, duplicates } = await gather(mappings);
  const ledger = new LossLedger();
  const { steps } = await gatherSteps(table, runs, duplicates, ledger);
  const jobs = steps.find((one) => one.step === step);
  if (jobs === undefined) throw new Error(`no job of step ${step}`);
  return { table, jobs, ledger, runs };
}

/** The model of the only workflow there is; every step with a completed job gets one unless the options say otherwise. */
export async function modelOf(
  mappings: readonly unknown[],
  options: TrainModelsOptions = {},
): Promise<WorkflowModel> {
  const { models } = await trainModels(mappings, { minStepSamples: 1, ...options });
  const [model, another] = models;
  if (model === undefined || another !== undefined) throw new Error(`${models.length} models, expected one`);
  return model;
}

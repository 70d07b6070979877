import {
  compareText,
  mergeDumps,
  type PassedOver,
  type ReadRunsOptions,
  type RunMappings,
  RunTable,
  readRuns,
} from '@prm/ingest';
import { ModelError } from '../format/errors.ts';
import { registryOf } from '../format/memory-registry.ts';
import type { DocumentRemark, Registry, TrainingQuality, WorkflowLeftOut } from '../format/registry.ts';
import { FORMAT_VERSION, type WorkflowModel } from '../format/workflow-model.ts';
import type { LockOptions } from '../registry/lock.ts';
import { prepareFolder, type RegistryContent, writeRegistry } from '../registry/write-registry.ts';
import { checkedOptions, type TrainingOptions } from './options.ts';
import { trainWorkflow } from './train-workflow.ts';
import { gatherRuns } from './workflow-runs.ts';

/** How far a training is. */
export interface TrainingProgress {
  readonly phase: 'reading' | 'fitting';
  /** Documents read, or workflows trained. */
  readonly done: number;
  /** Files to read, or workflows to train; null when it cannot be known. */
  readonly total: number | null;
}

export interface TrainModelsOptions
  extends Partial<TrainingOptions>,
    Pick<ReadRunsOptions, 'strict' | 'limits'>,
    LockOptions {
  /** Folder to write the registry to. Default: nothing is written. */
  readonly out?: string;
  readonly onProgress?: (progress: TrainingProgress) => void;
}

/** Models, and an account of everything that was read on the way to them. */
export interface Training {
  readonly registry: Registry;
  readonly models: readonly WorkflowModel[];
  readonly quality: TrainingQuality;
  /** Entries of folders that hold no runs by their name. */
  readonly passedOver: readonly PassedOver[];
}

/**
 * Trains one model a workflow from files and folders, or from mappings that never were files, and writes the registry
 * when a folder is given. The same runs give the same models, byte for byte, in whatever files and order they come.
 *
 * @param source a path, several, or an (async) iterable of mappings
 * @throws IngestError for a source that is not there, with `strict` for any document that cannot be read;
 *   ModelError `model/nothing-to-train`, `model/cannot-write`, `model/locked`, `model/bad-option`
 * @example
 * const { registry } = await trainModels('dumps/', { out: 'models/' });
 * registry.keys // ['somatic', 'textbio']
 */
export async function trainModels(
  source: string | readonly string[] | RunMappings,
  options: TrainModelsOptions = {},
): Promise<Training> {
  const settings = checkedOptions(options);
  if (options.out !== undefined) prepareFolder(options.out);
  const { table, account, passedOver } = await readTable(source, options);
  const merged = await mergeDumps(table);
  const gathered = await gatherRuns(table, merged, settings.identity);
  const models: WorkflowModel[] = [];
  const leftOut: WorkflowLeftOut[] = [];
  for (const key of [...gathered.byKey.keys()].sort(compareText)) {
    const runs = gathered.byKey.get(key) ?? [];
    options.onProgress?.({
      phase: 'fitting',
      done: models.length + leftOut.length,
      total: gathered.byKey.size,
    });
    if (runs.length < settings.minWorkflowRuns)
      leftOut.push({ key, runs: runs.length, reason: 'min_workflow_runs' });
    else models.push(await trainWorkflow(table, key, runs, gathered.duplicates, settings));
  }
  options.onProgress?.({ phase: 'fitting', done: gathered.byKey.size, total: gathered.byKey.size });
  const quality: TrainingQuality = {
    ...account,
    n_runs: merged.length,
    n_merged_dumps: table.runs.length - merged.length,
    n_unnamed_runs: gathered.unnamedRuns,
    workflows_left_out: leftOut,
  };
  if (models.length === 0) throw new ModelError('model/nothing-to-train', nothingToTrain(quality));
  if (options.out !== undefined)
    await writeRegistry(options.out, contentOf(models, settings, quality), options);
  return { registry: registryOf(models), models, quality, passedOver };
}

type Account = Omit<TrainingQuality, 'n_runs' | 'n_merged_dumps' | 'n_unnamed_runs' | 'workflows_left_out'>;

async function readTable(
  source: string | readonly string[] | RunMappings,
  options: TrainModelsOptions,
): Promise<{ table: RunTable; account: Account; passedOver: readonly PassedOver[] }> {
  const table = new RunTable();
  const skipped: DocumentRemark[] = [];
  const notes: DocumentRemark[] = [];
  let passedOver: readonly PassedOver[] = [];
  let files: number | null = null;
  let documents = 0;
  let notRuns = 0;
  let duplicateIds = 0;
  const { strict, limits, out } = options;
  const reading: ReadRunsOptions = {
    ...(strict === undefined ? {} : { strict }),
    ...(limits === undefined ? {} : { limits }),
    ...(out === undefined ? {} : { exclude: out }),
    onListing: (listing) => {
      files = listing.files;
      passedOver = listing.passedOver;
      for (const { path, message } of listing.notes)
        notes.push({ path, code: 'ingest/link', reason: message });
    },
  };
  for await (const document of readRuns(source, reading)) {
    const { where, run, error, digests } = document;
    documents++;
    options.onProgress?.({ phase: 'reading', done: documents, total: files });
    duplicateIds += document.notes.filter(({ code }) => code === 'ingest/duplicate-id').length;
    for (const { code, message } of document.notes) notes.push({ path: where, code, reason: message });
    if (error !== null) skipped.push({ path: where, code: error.code, reason: error.message });
    else if (run === null) notRuns++;
    else table.add(run, digests);
  }
  const account = {
    n_documents: documents,
    n_not_runs: notRuns,
    n_duplicate_ids: duplicateIds,
    n_passed_over: passedOver.length,
    skipped,
    notes,
  };
  return { table, account, passedOver };
}

function contentOf(
  models: readonly WorkflowModel[],
  settings: TrainingOptions,
  quality: TrainingQuality,
): RegistryContent {
  const options = {
    identity_mode: settings.identity,
    method: settings.method,
    min_step_samples: settings.minStepSamples,
    min_workflow_runs: settings.minWorkflowRuns,
  };
  return { models, index: { format: 'prm/registry', format_version: FORMAT_VERSION, options, quality } };
}

function nothingToTrain(quality: TrainingQuality): string {
  const { n_documents: documents, n_not_runs: notRuns, skipped, workflows_left_out: leftOut } = quality;
  if (documents === 0)
    return 'no run files found: expected .json, .yaml, .yml, .ndjson or .jsonl (also .gz) with Bio-Pype runs';
  const parts = [
    `${documents} documents read`,
    `${notRuns} without a job record`,
    `${skipped.length} skipped`,
  ];
  if (quality.n_unnamed_runs > 0) parts.push(`${quality.n_unnamed_runs} runs without a step`);
  if (leftOut.length > 0) parts.push(`${leftOut.length} workflows with too few runs`);
  const first = skipped[0];
  const example = first ? `; ${first.path}: ${first.reason}` : '';
  return `nothing to train a model from: ${parts.join(', ')}${example}`;
}

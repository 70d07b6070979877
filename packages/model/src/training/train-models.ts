import type { PassedOver, RunMappings } from '@prm/ingest';
import { ModelError } from '../format/errors.ts';
import { registryOf } from '../format/memory-registry.ts';
import type { Registry, TrainingQuality } from '../format/registry.ts';
import { FORMAT_VERSION, type WorkflowModel } from '../format/workflow-model.ts';
import type { LockOptions } from '../registry/lock.ts';
import { prepareFolder, type RegistryContent, writeRegistry } from '../registry/write-registry.ts';
import { type CollectRunsOptions, collectRuns } from './collect-runs.ts';
import { checkedOptions, type TrainingOptions } from './options.ts';
import { trainRuns } from './train-runs.ts';

export interface TrainModelsOptions extends Partial<TrainingOptions>, CollectRunsOptions, LockOptions {
  /** Folder to write the registry to. Default: nothing is written. */
  readonly out?: string;
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
  const collected = await collectRuns(source, options);
  const { table, merged, account, passedOver } = collected;
  const { models, leftOut, unnamedRuns, counts, notes } = await trainRuns(collected, options);
  const quality: TrainingQuality = {
    ...account,
    notes: [...account.notes, ...notes],
    n_runs: merged.length,
    n_merged_dumps: table.runs.length - merged.length,
    n_unnamed_runs: unnamedRuns,
    ...counts,
    workflows_left_out: leftOut,
  };
  if (models.length === 0) throw new ModelError('model/nothing-to-train', nothingToTrain(quality));
  if (options.out !== undefined)
    await writeRegistry(options.out, contentOf(models, settings, quality), options);
  return { registry: registryOf(models), models, quality, passedOver };
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
    ...(settings.exclude === undefined ? {} : { exclude: settings.exclude }),
    ...(settings.since === undefined ? {} : { since: settings.since }),
    ...(settings.last === undefined ? {} : { last: settings.last }),
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
  const asked = (quality.n_excluded_runs ?? 0) + (quality.n_runs_before_since ?? 0);
  if (asked > 0) parts.push(`${asked} runs left out as asked`);
  if (quality.n_unnamed_runs > 0) parts.push(`${quality.n_unnamed_runs} runs without a step`);
  if (leftOut.length > 0) parts.push(`${leftOut.length} workflows with too few runs`);
  const first = skipped[0];
  const example = first ? `; ${first.path}: ${first.reason}` : '';
  return `nothing to train a model from: ${parts.join(', ')}${example}`;
}

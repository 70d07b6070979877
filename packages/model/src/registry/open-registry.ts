import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '@prm/ingest/text';
import { ModelError } from '../format/errors.ts';
import { own } from '../format/own.ts';
import { parseDocument, parseModel } from '../format/parse-model.ts';
import type { Registry, RegistryIndex } from '../format/registry.ts';
import type { WorkflowModel } from '../format/workflow-model.ts';
import { INDEX_FILE } from './write-registry.ts';

/** A registry on disk. */
export interface FolderRegistry extends Registry {
  readonly index: RegistryIndex;
}

/**
 * Opens a folder of models. Only the index is read now; a model is read when it is asked for, and then kept.
 * When its file is gone because the folder was trained again since, the index is read once more. Otherwise a later
 * training is not seen: open the folder again.
 *
 * @throws ModelError `model/not-a-registry`, `model/not-a-model`, `model/newer-format`, `model/cannot-read`
 * @example
 * openRegistry('models').model('somatic').runs.total
 */
export function openRegistry(folder: string): FolderRegistry {
  let index = readIndex(folder);
  const models = new Map<string, WorkflowModel>();
  const entryOf = (key: string): RegistryIndex['workflows'][string] => {
    const entry = own(index.workflows, key);
    if (entry === undefined)
      throw new ModelError(
        'model/unknown-workflow',
        `${folder} has no model of workflow ${JSON.stringify(key)}`,
      );
    return entry;
  };
  const read = (key: string): WorkflowModel | null => {
    const path = join(folder, entryOf(key).file);
    const text = readOrNull(path);
    if (text === null) return null;
    const model = parseModel(text, path);
    if (model.key === key) return model;
    throw new ModelError(
      'model/not-a-model',
      `${path} cannot be used: it holds the model of another workflow; train again`,
    );
  };
  const load = (key: string): WorkflowModel => {
    const model = read(key);
    if (model !== null) return model;
    index = readIndex(folder);
    const again = read(key);
    if (again !== null) return again;
    const path = join(folder, entryOf(key).file);
    throw new ModelError('model/missing-file', `${path} is missing though the index names it; train again`);
  };
  return {
    get index() {
      return index;
    },
    get identityMode() {
      return index.options.identity_mode;
    },
    get keys() {
      return Object.keys(index.workflows).sort(compareText);
    },
    pipelinesOf: (key) => own(index.workflows, key)?.pipelines ?? [],
    model(key) {
      const model = models.get(key) ?? load(key);
      models.set(key, model);
      return model;
    },
  };
}

function readIndex(folder: string): RegistryIndex {
  const path = join(folder, INDEX_FILE);
  const text = readOrNull(path);
  if (text === null) {
    const hint = 'expected a folder that `prm train --out` wrote';
    throw new ModelError('model/not-a-registry', `${folder} holds no models (no ${INDEX_FILE}); ${hint}`);
  }
  const document = parseDocument(text, 'prm/registry', path);
  const fault = indexFault(document);
  if (fault !== null)
    throw new ModelError('model/not-a-model', `${path} cannot be used: ${fault}; train again`);
  return document as unknown as RegistryIndex;
}

/** What is wrong with an index, as far as a reader would trip over it; null when nothing is. */
function indexFault({ options, workflows }: Record<string, unknown>): string | null {
  if (!isObject(options)) return 'options is missing';
  if (!isObject(workflows)) return 'workflows is missing';
  for (const [key, entry] of Object.entries(workflows)) {
    const name = JSON.stringify(key.slice(0, 80));
    if (!isObject(entry)) return `the entry of ${name} is no mapping`;
    // A name with a folder in it would lead out of this one.
    if (typeof entry.file !== 'string' || !/^[^/\\]+\.json$/.test(entry.file))
      return `the entry of ${name} names no file`;
    if (!Array.isArray(entry.pipelines)) return `the entry of ${name} has no pipelines`;
  }
  return null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null when there is no such file. */
function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new ModelError('model/cannot-read', `cannot read ${path}: ${code}`);
  }
}

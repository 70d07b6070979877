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
 * When its file is gone because the folder was trained again since, the index is read once more.
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
  const load = (key: string): WorkflowModel => {
    const text = readOrNull(join(folder, entryOf(key).file));
    if (text !== null) return parseModel(text, join(folder, entryOf(key).file));
    index = readIndex(folder);
    const path = join(folder, entryOf(key).file);
    const again = readOrNull(path);
    if (again === null)
      throw new ModelError('model/missing-file', `${path} is missing though the index names it; train again`);
    return parseModel(again, path);
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
  const { workflows } = document;
  if (typeof workflows !== 'object' || workflows === null) {
    throw new ModelError('model/not-a-model', `${path} cannot be used: workflows is missing`);
  }
  return document as unknown as RegistryIndex;
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

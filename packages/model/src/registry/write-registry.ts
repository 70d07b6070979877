import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ModelError } from '../format/errors.ts';
import { stringifyModel } from '../format/parse-model.ts';
import type { RegistryIndex } from '../format/registry.ts';
import type { WorkflowModel } from '../format/workflow-model.ts';
import { isModelFileName, modelFileName } from './file-name.ts';
import { type LockOptions, withLock } from './lock.ts';

export const INDEX_FILE = 'index.json';
const MODEL_START = '{"format":"prm/workflow-model"';
const TEMPORARY = /^\.[^/]+\.tmp$/;

/** A registry to be written: its index without the file names, which follow from the models. */
export interface RegistryContent {
  readonly models: readonly WorkflowModel[];
  readonly index: Omit<RegistryIndex, 'workflows'>;
}

/**
 * Makes sure that a folder can be written to, before hours of work are spent on what should go there.
 *
 * @throws ModelError `model/cannot-write`
 */
export function prepareFolder(folder: string): void {
  attempt(folder, () => {
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, `.${process.pid}.probe.tmp`);
    writeFileSync(probe, '');
    rmSync(probe);
  });
}

/**
 * Writes a registry: models first, each under a name of its own content, the index renamed into place last. At any
 * moment the folder holds the old registry or the new one. Files of the old one stay until the next time, for readers
 * that have opened its index.
 *
 * @throws ModelError `model/cannot-write`, `model/locked`
 */
export async function writeRegistry(
  folder: string,
  { models, index }: RegistryContent,
  options: LockOptions = {},
): Promise<RegistryIndex> {
  prepareFolder(folder);
  return withLock(
    folder,
    () =>
      attempt(folder, () => {
        const previous = filesOfIndex(folder);
        const workflows = models.map((model): [string, RegistryIndex['workflows'][string]] => {
          const text = stringifyModel(model);
          const file = modelFileName(model.key, text);
          writeIfNew(folder, file, text);
          const pipelines = Object.keys(model.pipelines);
          return [model.key, { file, pipelines, identity_mode: model.identity_mode }];
        });
        const written: RegistryIndex = { ...index, workflows: Object.fromEntries(workflows) };
        replaceFile(folder, INDEX_FILE, `${JSON.stringify(written, null, 1)}\n`);
        removeOlder(folder, new Set([...previous, ...workflows.map(([, { file }]) => file)]));
        return written;
      }),
    options,
  );
}

/** The text under a name that is made of it is there already, whole, unless a crash left half of it. */
function writeIfNew(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  replaceFile(folder, name, text);
}

/** Writes beside and renames into place, flushed to the disk in between. */
function replaceFile(folder: string, name: string, text: string): void {
  const temporary = join(folder, `.${name.slice(0, 100)}.${process.pid}.tmp`);
  try {
    const file = openSync(temporary, 'w');
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, join(folder, name));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Removes models of generations before the previous one, and what crashed trainings left. */
function removeOlder(folder: string, keep: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (TEMPORARY.test(name) || (isModelFileName(name) && !keep.has(name) && isModelFile(path))) {
      rmSync(path, { force: true });
    }
  }
}

function isModelFile(path: string): boolean {
  const start = Buffer.alloc(MODEL_START.length);
  const file = openSync(path, 'r');
  try {
    readSync(file, start, 0, start.length, 0);
  } finally {
    closeSync(file);
  }
  return start.toString('utf8') === MODEL_START;
}

/** Files that the index in the folder names; none when there is no index that can be read. */
function filesOfIndex(folder: string): string[] {
  try {
    const index = JSON.parse(readFileSync(join(folder, INDEX_FILE), 'utf8')) as RegistryIndex;
    return Object.values(index.workflows).map(({ file }) => file);
  } catch {
    return [];
  }
}

function attempt<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ModelError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EACCES: 'permission denied',
      EPERM: 'permission denied',
      EROFS: 'the file system is read-only',
      ENOSPC: 'no space left on the disk',
      ENOTDIR: 'it, or a folder above it, is a file',
      EEXIST: 'it is a file',
    };
    const reason = reasons[code ?? ''] ?? message;
    throw new ModelError('model/cannot-write', `cannot write models to ${folder}: ${reason}`, {
      cause: error,
    });
  }
}

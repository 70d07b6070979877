import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { stringifyModel } from '../format/parse-model.ts';
import type { RegistryIndex } from '../format/registry.ts';
import type { WorkflowModel } from '../format/workflow-model.ts';
import { isModelFileName, modelFileName } from './file-name.ts';
import { type LockOptions, withLock } from './lock.ts';
import { writeFault } from './write-fault.ts';

export const INDEX_FILE = 'index.json';
const MODEL_START = '{"format":"prm/workflow-model"';
/** What a training that crashed can leave: files half written, and locks that were being taken over. */
const LEFT_BEHIND = /^\.(?:[^/]+\.tmp|lock\.[0-9a-f-]{36})$/;

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
  try {
    mkdirSync(folder, { recursive: true });
    const probe = join(folder, `.${randomUUID()}.tmp`);
    writeFileSync(probe, '');
    rmSync(probe, { force: true });
  } catch (error) {
    throw writeFault(folder, error);
  }
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
  const write = async (): Promise<RegistryIndex> => {
    try {
      const previous = filesOfIndex(folder);
      const workflows: [string, RegistryIndex['workflows'][string]][] = [];
      for (const model of models) {
        const text = stringifyModel(model);
        const file = modelFileName(model.key, text);
        await writeIfNew(folder, file, text);
        const pipelines = Object.keys(model.pipelines);
        workflows.push([model.key, { file, pipelines, identity_mode: model.identity_mode }]);
      }
      const written: RegistryIndex = { ...index, workflows: Object.fromEntries(workflows) };
      await replaceFile(folder, INDEX_FILE, `${JSON.stringify(written, null, 1)}\n`);
      await removeOlder(folder, new Set([...previous, ...workflows.map(([, { file }]) => file)]));
      return written;
    } catch (error) {
      throw writeFault(folder, error);
    }
  };
  return withLock(folder, write, options);
}

/** The text under a name that is made of it is there already, whole, unless a crash left half of it. */
async function writeIfNew(folder: string, name: string, text: string): Promise<void> {
  const there = await readFile(join(folder, name), 'utf8').catch(() => null);
  if (there !== text) await replaceFile(folder, name, text);
}

/** Writes beside and renames into place, flushed to the disk in between. */
async function replaceFile(folder: string, name: string, text: string): Promise<void> {
  const temporary = join(folder, `.${name.slice(0, 100)}.${process.pid}.tmp`);
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Removes models of generations before the previous one, and what crashed trainings left. */
async function removeOlder(folder: string, keep: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const isOld = isModelFileName(name) && !keep.has(name) && (await isModelFile(path));
    // What cannot be removed does no harm: the index names what counts.
    if (LEFT_BEHIND.test(name) || isOld) await rm(path, { force: true }).catch(() => undefined);
  }
}

async function isModelFile(path: string): Promise<boolean> {
  if (!(await stat(path)).isFile()) return false;
  const file = await open(path, 'r');
  try {
    const start = Buffer.alloc(MODEL_START.length);
    await file.read(start, 0, start.length, 0);
    return start.toString('utf8') === MODEL_START;
  } finally {
    await file.close();
  }
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

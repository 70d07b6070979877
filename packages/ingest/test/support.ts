import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished } from 'vitest';
import {
  DEFAULT_LIMITS,
  type DocumentLimits,
  IngestError,
  type IngestErrorCode,
  type Job,
  parseRun,
  type ReadRunsOptions,
  type Run,
  type RunDocument,
  readRuns,
} from '../src/index.ts';
import type { Document } from '../src/source/document.ts';

/** A folder that is gone after the test. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'prm-ingest-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a file below a folder, and the folders above it; a name in `.gz` compresses text. Returns its path. */
export function write(folder: string, name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, name.endsWith('.gz') && typeof content === 'string' ? gzipSync(content) : content);
  return path;
}

/** Writes one file into a folder of its own. Returns its path. */
export function aFile(name: string, content: string | Uint8Array): string {
  return write(tempFolder(), name, content);
}

/** Everything that `readRuns` gives. */
export async function readAll(
  source: Parameters<typeof readRuns>[0],
  options?: ReadRunsOptions,
): Promise<RunDocument[]> {
  const documents: RunDocument[] = [];
  for await (const document of readRuns(source, options)) documents.push(document);
  return documents;
}

/** The only document of a source. */
export async function readOne(
  source: Parameters<typeof readRuns>[0],
  options?: ReadRunsOptions,
): Promise<RunDocument> {
  const documents = await readAll(source, options);
  expect(documents).toHaveLength(1);
  return documents[0] as RunDocument;
}

/** The error that a call throws; no other kind is let through. */
export function errorOf(call: () => unknown): IngestError {
  try {
    call();
  } catch (error) {
    expect(error).toBeInstanceOf(IngestError);
    return error as IngestError;
  }
  throw new Error('nothing was thrown');
}

/** The error that a promise is refused with. */
export async function rejectionOf(promise: Promise<unknown>): Promise<IngestError> {
  const outcome = await promise.then(
    () => new Error('nothing was thrown'),
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(IngestError);
  return outcome as IngestError;
}

/** Asserts the code of an error and a part of its message. */
export function expectError(error: IngestError | null, code: IngestErrorCode, part: string | RegExp): void {
  expect(error?.code).toBe(code);
  expect(error?.message).toMatch(part);
}

/** The run of one record, and its job. */
export function jobOf(record: Record<string, unknown>, environment?: Record<string, unknown>): Job {
  const withCommand = { command: 'pype snippets --log /l align', ...record };
  const run = parseRun({ A: withCommand, ...(environment && { __pipeline_environment__: environment }) });
  return (run as Run).jobs[0] as Job;
}

/** The default limits with some of them lowered. */
export function limits(lowered: Partial<DocumentLimits> = {}): DocumentLimits {
  return { ...DEFAULT_LIMITS, ...lowered };
}

/** What a document holds, every member read. */
export function contentOf(document: Document): Record<string, unknown> {
  return Object.fromEntries(document.entries.map(({ key, read }) => [key, read()]));
}

/** A runtime mapping of one completed job, as JSON. */
export function runJson(id = 'A1', more: Record<string, unknown> = {}): string {
  return JSON.stringify({ [id]: { command: `pype snippets --log /l align`, status: 'completed', ...more } });
}

/** The same mapping as YAML. */
export function runYaml(id = 'A1'): string {
  return `${id}:\n  command: pype snippets --log /l align\n  status: completed\n`;
}

import { IngestError } from '../errors.ts';
import { buildRun, type Entry } from '../run/parse-run.ts';
import type { Run } from '../run/run.ts';
import type { ReadOptions } from './document.ts';
import { DEFAULT_LIMITS, type DocumentLimits } from './limits.ts';
import { listFiles } from './list-files.ts';
import { asIngestError, readDocuments } from './read-documents.ts';

/** How one run is read. */
export interface ReadRunOptions extends ReadOptions {
  readonly limits?: Partial<DocumentLimits>;
}

/** A run with the records it was read from. */
export interface RunWithRecords {
  readonly run: Run;
  /** Records and metadata by key, in the order of the file. */
  readonly records: ReadonlyMap<string, unknown>;
}

/**
 * Reads the one run that a file holds.
 *
 * @param path a .json, .yaml, .yml, .ndjson or .jsonl file, also .gz
 * @throws IngestError as `readRuns`; also `ingest/not-a-run` for a file without a job record, and
 *   `ingest/several-documents` for one with several runs
 */
export async function readRun(path: string, options: ReadRunOptions = {}): Promise<Run> {
  const entries = await readEntries(path, options);
  return named(path, () => buildRun(entries)) ?? notARun(path);
}

/** Reads the one run that a file holds, and keeps its records: a power curve needs their timelines. */
export async function readRunWithRecords(
  path: string,
  options: ReadRunOptions = {},
): Promise<RunWithRecords> {
  const entries = await readEntries(path, { ...options, timelines: true });
  return named(path, () => {
    const run = buildRun(entries) ?? notARun(path);
    return { run, records: new Map(entries.map(({ key, read }) => [key, read()])) };
  });
}

/** A fault met inside a record tells the file too. */
function named<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code, message } = asIngestError(error);
    throw new IngestError(code, message.startsWith(path) ? message : `${path}: ${message}`);
  }
}

async function readEntries(path: string, options: ReadRunOptions): Promise<readonly Entry[]> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const { files } = listFiles([path]);
  if (files[0] !== path || files.length !== 1) {
    throw new IngestError('ingest/not-a-run', `${path} is a folder, expected the file of one run`);
  }
  let found: readonly Entry[] | null = null;
  for await (const { line, document } of readDocuments(path, limits, options)) {
    const where = line === null ? path : `${path}:${line}`;
    if (document instanceof IngestError)
      throw new IngestError(document.code, `${where}: ${document.message}`);
    if (found !== null) {
      throw new IngestError('ingest/several-documents', `${path} holds several runs, expected one`);
    }
    found = document.entries;
  }
  return found ?? [];
}

function notARun(path: string): never {
  throw new IngestError(
    'ingest/not-a-run',
    `${path} holds no job record: expected a run as Bio-Pype writes it`,
  );
}

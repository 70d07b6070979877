import { IngestError } from '../errors.ts';
import { buildRun, parseRun, unwrap } from '../run/parse-run.ts';
import type { Run } from '../run/run.ts';
import type { Mapping } from '../text/scalars.ts';
import { type DigestSource, digestsOf } from './digests.ts';
import type { Note, ReadOptions } from './document.ts';
import { DEFAULT_LIMITS, type DocumentLimits } from './limits.ts';
import { type ListingNote, listFiles, type PassedOver } from './list-files.ts';
import { asIngestError, readDocuments } from './read-documents.ts';

/** What became of one document. */
export interface RunDocument {
  /** Path, `path:line`, or `#n` for the n-th mapping of an iterable, from 1. */
  readonly where: string;
  /** Null for a document without a job record, and for one that was skipped. */
  readonly run: Run | null;
  /** Why the document was skipped; null when it could be read. */
  readonly error: IngestError | null;
  readonly notes: readonly Note[];
  readonly digests: DigestSource;
}

/** Mappings that never were files: rows of a database cursor, say. */
export type RunMappings = Iterable<unknown> | AsyncIterable<unknown>;

/** How runs are read. */
export interface ReadRunsOptions extends ReadOptions {
  /** Throw at the first document that cannot be read. Default false: it is reported, and the rest goes on. */
  readonly strict?: boolean;
  readonly limits?: Partial<DocumentLimits>;
  /** A folder inside a source that is not entered: the one the models are written to. */
  readonly exclude?: string;
  /** Called once, when the files are known. */
  readonly onListing?: (listing: {
    files: number;
    passedOver: readonly PassedOver[];
    notes: readonly ListingNote[];
  }) => void;
}

/**
 * Reads runs from files and folders, or from mappings, one document in memory at a time.
 *
 * @param source a path, several, or an iterable of mappings as `parseRun` takes them
 * @throws IngestError `ingest/no-such-source`, `ingest/unreadable-source`; with `strict` whatever a document suffers from
 * @example
 * for await (const { where, run, error } of readRuns('dumps/')) console.log(where, run?.jobs.length ?? error?.message);
 */
export async function* readRuns(
  source: string | readonly string[] | RunMappings,
  options: ReadRunsOptions = {},
): AsyncGenerator<RunDocument> {
  const documents = isPaths(source) ? readFiles(toArray(source), options) : readMappings(source);
  for await (const document of documents) {
    if (document.error !== null && options.strict) {
      const { code, message } = document.error;
      throw new IngestError(code, `${document.where}: ${message}`);
    }
    yield document;
  }
}

async function* readFiles(paths: readonly string[], options: ReadRunsOptions): AsyncGenerator<RunDocument> {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const listing = listFiles(paths, options.exclude);
  options.onListing?.({ files: listing.files.length, passedOver: listing.passedOver, notes: listing.notes });
  for (const path of listing.files) {
    for await (const { line, document } of readDocuments(path, limits, options)) {
      const where = line === null ? path : `${path}:${line}`;
      const digests: DigestSource = { path, line, limits };
      if (document instanceof IngestError) {
        yield { where, run: null, error: document, notes: [], digests };
        continue;
      }
      try {
        const run = buildRun(document.entries);
        yield { where, run, error: null, notes: document.notes, digests };
      } catch (error) {
        yield { where, run: null, error: asIngestError(error), notes: document.notes, digests };
      }
    }
  }
}

async function* readMappings(mappings: RunMappings): AsyncGenerator<RunDocument> {
  let number = 0;
  for await (const mapping of mappings) {
    const where = `#${++number}`;
    try {
      const run = parseRun(mapping);
      yield { where, run, error: null, notes: [], digests: digestsOf(unwrap(mapping as Mapping)) };
    } catch (error) {
      yield { where, run: null, error: asIngestError(error), notes: [], digests: digestsOf({}) };
    }
  }
}

function isPaths(source: string | readonly string[] | RunMappings): source is string | readonly string[] {
  return (
    typeof source === 'string' || (Array.isArray(source) && source.every((item) => typeof item === 'string'))
  );
}

function toArray(source: string | readonly string[]): readonly string[] {
  return typeof source === 'string' ? [source] : source;
}

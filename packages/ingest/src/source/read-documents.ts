import { IngestError } from '../errors.ts';
import { notText, toUtf8 } from './decode.ts';
import type { Document, ReadOptions } from './document.ts';
import { fileFormat } from './file-format.ts';
import { readJsonDocument } from './json-document.ts';
import { type DocumentLimits, sizeError } from './limits.ts';
import { splitLines } from './ndjson-lines.ts';
import { readPieces, readWhole } from './read-bytes.ts';
import { readYamlDocument } from './yaml-document.ts';

/** A document of a file, or why it cannot be read. */
export interface DocumentResult {
  /** 1-based line in an NDJSON file; null when the document is the file, or when the file itself cannot be read. */
  readonly line: number | null;
  readonly document: Document | IngestError;
}

/**
 * The documents of one file, one at a time: the file itself, or each line of NDJSON that is not blank.
 * Nothing is thrown: what cannot be read is an answer, and the next document follows where there is one.
 *
 * @param onlyLines read these lines of NDJSON alone
 */
export async function* readDocuments(
  path: string,
  limits: DocumentLimits,
  options: ReadOptions = {},
  onlyLines: ReadonlySet<number | null> | null = null,
): AsyncGenerator<DocumentResult> {
  const format = fileFormat(path);
  if (format === null) {
    const expected = '.json, .yaml, .yml, .ndjson or .jsonl, each also .gz';
    yield {
      line: null,
      document: new IngestError('ingest/unknown-ending', `unknown ending; expected ${expected}`),
    };
  } else if (format === 'ndjson') {
    yield* readLines(path, limits, options, onlyLines);
  } else {
    const read = format === 'json' ? readJsonDocument : readYamlDocument;
    const document = await attempt(async () => read(toUtf8(await readWhole(path, limits)), limits, options));
    yield { line: null, document };
  }
}

async function* readLines(
  path: string,
  limits: DocumentLimits,
  options: ReadOptions,
  onlyLines: ReadonlySet<number | null> | null,
): AsyncGenerator<DocumentResult> {
  let isEmpty = true;
  try {
    for await (const { number, bytes, isRecoded } of splitLines(readPieces(path), limits)) {
      if (bytes !== null && isBlank(bytes)) continue;
      isEmpty = false;
      if (onlyLines !== null && !onlyLines.has(number)) continue;
      const document = await attempt(() => {
        if (bytes === null) throw sizeError('the line', limits.maxDocumentBytes, 'maxDocumentBytes');
        if (isRecoded && bytes.includes('\ufffd')) throw notText('UTF-16');
        return readJsonDocument(toUtf8(bytes), limits, options);
      });
      yield { line: number, document };
    }
  } catch (error) {
    yield { line: null, document: asIngestError(error) };
    return;
  }
  if (isEmpty) yield { line: null, document: { entries: [], notes: [] } };
}

async function attempt(read: () => Document | Promise<Document>): Promise<Document | IngestError> {
  try {
    return await read();
  } catch (error) {
    return asIngestError(error);
  }
}

/** Anything a parser throws at a document is the document's fault, told in one line. */
export function asIngestError(error: unknown): IngestError {
  if (error instanceof IngestError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new IngestError('ingest/not-parsable', (reason.split('\n')[0] as string).slice(0, 200), {
    cause: error,
  });
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}

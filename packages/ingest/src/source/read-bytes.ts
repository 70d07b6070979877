import { createReadStream } from 'node:fs';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { IngestError } from '../errors.ts';
import { isCompressed } from './file-format.ts';
import { checkDocumentBytes, type DocumentLimits } from './limits.ts';

/** The content of a file in pieces, decompressed when its name ends in `.gz`. Errors surface while iterating. */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  const stream: Readable = isCompressed(path)
    ? pipeline(file, createGunzip({ chunkSize: 1 << 18 }), () => {})
    : file;
  try {
    for await (const piece of stream) yield piece as Buffer;
  } catch (error) {
    throw readError(error);
  } finally {
    file.destroy();
  }
}

/** The whole content of a file, decompressed, within the limit of a document. */
export async function readWhole(path: string, limits: DocumentLimits): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of readPieces(path)) {
    bytes += piece.length;
    checkDocumentBytes(bytes, limits);
    pieces.push(piece);
  }
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces, bytes);
}

function readError(error: unknown): IngestError {
  if (error instanceof IngestError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  const isDamaged = code?.startsWith('Z_') === true;
  return new IngestError(
    'ingest/unreadable-source',
    isDamaged ? `damaged gzip: ${message}` : `cannot be read: ${code}`,
  );
}

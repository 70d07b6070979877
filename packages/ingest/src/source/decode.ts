import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { IngestError } from '../errors.ts';

/** How bytes are to be read, by their byte-order mark. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The decoder takes no more than 256 MB at a time. */
const PIECE_BYTES = 16 * 1024 ** 2;

/** The encoding a byte-order mark announces; UTF-8 without one. */
export function encodingOf(start: Uint8Array): Encoding {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/**
 * The document as UTF-8 without a byte-order mark.
 *
 * @throws IngestError `ingest/not-text` for bytes that are not valid in their encoding
 */
export function toUtf8(bytes: Buffer): Buffer {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8') {
    if (!isUtf8(bytes)) throw notText('UTF-8');
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return hasMark ? bytes.subarray(3) : bytes;
  }
  const decoder = new TextDecoder(encoding, { fatal: true });
  const pieces: Buffer[] = [];
  try {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      pieces.push(Buffer.from(decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true })));
    }
    decoder.decode();
  } catch {
    throw notText(encoding.toUpperCase());
  }
  return Buffer.concat(pieces);
}

export function notText(encoding: string): IngestError {
  return new IngestError(
    'ingest/not-text',
    `not valid ${encoding} text; expected UTF-8, or UTF-16 with a byte-order mark`,
  );
}

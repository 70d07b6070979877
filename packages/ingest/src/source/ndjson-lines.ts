import { TextDecoder } from 'node:util';
import { IngestError } from '../errors.ts';
import { type Encoding, encodingOf } from './decode.ts';
import type { DocumentLimits } from './limits.ts';

/** A line of text and its number, from 1; null for one that is longer than a document may be. */
export interface Line {
  readonly number: number;
  readonly bytes: Buffer | null;
}

const LF = 0x0a;

/** Splits pieces of UTF-8 (or UTF-16 with a byte-order mark) into lines, holding one line at a time. */
export async function* splitLines(
  pieces: AsyncIterable<Buffer>,
  limits: DocumentLimits,
): AsyncGenerator<Line> {
  let number = 0;
  let begun: Buffer[] = [];
  let begunBytes = 0;
  const add = (part: Buffer): void => {
    begunBytes += part.length;
    if (begunBytes > limits.maxDocumentBytes) begun = [];
    else if (part.length > 0) begun.push(part);
  };
  const finish = (): Line => {
    const isTooLong = begunBytes > limits.maxDocumentBytes;
    const bytes = isTooLong ? null : begun.length === 1 ? (begun[0] as Buffer) : Buffer.concat(begun);
    begun = [];
    begunBytes = 0;
    return { number: ++number, bytes };
  };
  for await (const piece of asUtf8(pieces)) {
    let from = 0;
    for (let end = piece.indexOf(LF); end >= 0; end = piece.indexOf(LF, from)) {
      add(piece.subarray(from, end));
      yield finish();
      from = end + 1;
    }
    add(piece.subarray(from));
  }
  if (begunBytes > 0) yield finish();
}

/** Pieces of UTF-16 recoded; UTF-8 passes as it is. */
async function* asUtf8(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let encoding: Encoding | null = null;
  let decoder: TextDecoder | null = null;
  for await (const piece of pieces) {
    if (encoding === null) {
      encoding = encodingOf(piece);
      if (encoding !== 'utf-8') decoder = new TextDecoder(encoding, { fatal: true });
    }
    yield decoder === null ? piece : decode(decoder, piece);
  }
  if (decoder !== null) yield decode(decoder);
}

function decode(decoder: TextDecoder, piece?: Buffer): Buffer {
  try {
    return Buffer.from(piece ? decoder.decode(piece, { stream: true }) : decoder.decode(), 'utf8');
  } catch {
    throw new IngestError('ingest/not-text', `not valid ${decoder.encoding.toUpperCase()} text`);
  }
}

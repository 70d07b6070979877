import { TextDecoder } from 'node:util';
import { type Encoding, encodingOf } from './decode.ts';
import type { DocumentLimits } from './limits.ts';

/** A line of text and its number, from 1; null for one that is longer than a document may be. */
export interface Line {
  readonly number: number;
  readonly bytes: Buffer | null;
  /** Whether it was UTF-16: what was not valid is U+FFFD now. */
  readonly isRecoded: boolean;
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
  let isRecoded = false;
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
    return { number: ++number, bytes, isRecoded };
  };
  for await (const piece of asUtf8(pieces, () => {
    isRecoded = true;
  })) {
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

/**
 * Pieces of UTF-16 recoded; UTF-8 passes as it is. What is not valid UTF-16 becomes U+FFFD, for the line it stands in to
 * be refused.
 */
async function* asUtf8(pieces: AsyncIterable<Buffer>, onRecode: () => void): AsyncGenerator<Buffer> {
  let encoding: Encoding | null = null;
  let decoder: TextDecoder | null = null;
  let held: Buffer = Buffer.alloc(0);
  for await (const piece of pieces) {
    let bytes = piece;
    if (encoding === null) {
      // A byte-order mark may come in two pieces.
      bytes = Buffer.concat([held, piece]);
      held = bytes;
      if (bytes.length < 2) continue;
      encoding = encodingOf(bytes);
      if (encoding !== 'utf-8') {
        decoder = new TextDecoder(encoding);
        onRecode();
      }
    }
    yield decoder === null ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
  if (encoding === null) yield held;
  if (decoder !== null) yield Buffer.from(decoder.decode());
}

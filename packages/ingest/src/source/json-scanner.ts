import { IngestError } from '../errors.ts';
import { type DocumentLimits, nestingError, nodesError } from './limits.ts';

/** Where a member of a JSON object stands: offsets in bytes, quotes of the key included, ends exclusive. */
export interface MemberRange {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** Takes a member's key and the start of its value; answers the value's end when it has walked it, else undefined. */
export type ValueWalker = (keyStart: number, keyEnd: number, valueStart: number) => number | undefined;

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Walks JSON bytes and finds where values begin and end, without building them. Strings, brackets and the punctuation
 * of the objects it is asked about are checked; what lies inside a skipped value only for balance.
 * Keeps count of nesting and of keys and values, so that the limits hold before anything is decoded.
 */
export class JsonScanner {
  readonly bytes: Buffer;
  readonly #limits: DocumentLimits;
  #nodes = 0;

  constructor(bytes: Buffer, limits: DocumentLimits) {
    this.bytes = bytes;
    this.#limits = limits;
  }

  /** The first byte from `at` on that is not white space; the length at the end. */
  skipSpace(at: number): number {
    const { bytes } = this;
    let i = at;
    for (; i < bytes.length; i++) {
      const byte = bytes[i];
      if (byte !== SPACE && byte !== LF && byte !== CR && byte !== TAB) break;
    }
    return i;
  }

  isObject(at: number): boolean {
    return this.bytes[at] === OPEN_OBJECT;
  }

  /** Whether the bytes of a key, quotes included, are those of `key`. */
  isKey(start: number, end: number, key: Uint8Array): boolean {
    if (end - start !== key.length) return false;
    for (let i = 0; i < key.length; i++) if (this.bytes[start + i] !== key[i]) return false;
    return true;
  }

  /**
   * The members of the object that begins at `start`, and where it ends.
   *
   * @param depth containers around this one
   */
  scanObject(start: number, depth: number): { members: MemberRange[]; end: number } {
    const members: MemberRange[] = [];
    const end = this.walkObject(start, depth, (keyStart, keyEnd, valueStart) => {
      const valueEnd = this.skipValue(valueStart, depth + 1);
      members.push({ keyStart, keyEnd, valueStart, valueEnd });
      return valueEnd;
    });
    return { members, end };
  }

  /**
   * Walks over the members of the object that begins at `start`, and answers where it ends.
   *
   * @param depth containers around this one
   * @param walkValue told of each member
   */
  walkObject(start: number, depth: number, walkValue: ValueWalker): number {
    const { bytes } = this;
    if (depth >= this.#limits.maxNesting) throw nestingError(this.#limits);
    let at = this.skipSpace(start + 1);
    if (bytes[at] === CLOSE_OBJECT) return at + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) throw this.unexpected(at, 'a key in double quotes');
      const keyStart = at;
      const keyEnd = this.#skipString(at);
      at = this.skipSpace(keyEnd);
      if (bytes[at] !== COLON) throw this.unexpected(at, 'a colon');
      const valueStart = this.skipSpace(at + 1);
      this.#count(2);
      const valueEnd = walkValue(keyStart, keyEnd, valueStart) ?? this.skipValue(valueStart, depth + 1);
      at = this.skipSpace(valueEnd);
      if (bytes[at] === CLOSE_OBJECT) return at + 1;
      if (bytes[at] !== COMMA) throw this.unexpected(at, 'a comma or the end of the object');
      at = this.skipSpace(at + 1);
    }
  }

  /**
   * The end of the value that begins at `start`: balanced brackets and closed strings.
   *
   * @param depth containers around the value
   * @param counted false for a value that is passed over: its nodes are never made
   */
  skipValue(start: number, depth: number, counted = true): number {
    const { bytes } = this;
    const first = bytes[start];
    if (first === QUOTE) return this.#skipString(start);
    if (first !== OPEN_OBJECT && first !== OPEN_LIST) return this.#skipBare(start);
    const open: number[] = [];
    let nodes = 0;
    for (let at = start; at < bytes.length; at++) {
      const byte = bytes[at] as number;
      if (byte === QUOTE) {
        at = this.#skipString(at) - 1;
      } else if (byte === COMMA || byte === COLON) {
        nodes++;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        nodes++;
        open.push(byte + 2);
        if (depth + open.length > this.#limits.maxNesting) throw nestingError(this.#limits);
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        if (open.pop() !== byte) throw this.unexpected(at, 'the other kind of bracket');
        if (open.length === 0) {
          if (counted) this.#count(nodes);
          return at + 1;
        }
      }
    }
    throw this.unexpected(bytes.length, 'a closing bracket');
  }

  unexpected(at: number, expected: string): IngestError {
    const { bytes } = this;
    const got =
      at >= bytes.length ? 'the end of the text' : JSON.stringify(String.fromCodePoint(bytes[at] as number));
    const where = this.placeOf(at);
    return new IngestError('ingest/not-parsable', `not JSON: expected ${expected} at ${where}, got ${got}`);
  }

  /** `line 3, column 6` of a byte. */
  placeOf(at: number): string {
    const { bytes } = this;
    let line = 1;
    let lineStart = 0;
    for (let i = bytes.indexOf(LF); i >= 0 && i < at; i = bytes.indexOf(LF, i + 1)) {
      line++;
      lineStart = i + 1;
    }
    return `line ${line}, column ${at - lineStart + 1}`;
  }

  #count(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes > this.#limits.maxNodes) throw nodesError(this.#limits);
  }

  #skipString(start: number): number {
    const { bytes } = this;
    for (let at = start + 1; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) return at + 1;
      if (byte === BACKSLASH) at++;
    }
    throw this.unexpected(bytes.length, 'the end of a string');
  }

  #skipBare(start: number): number {
    const { bytes } = this;
    let at = start;
    for (; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_LIST) break;
      if (byte === SPACE || byte === LF || byte === CR || byte === TAB) break;
    }
    if (at === start) throw this.unexpected(at, 'a value');
    return at;
  }
}

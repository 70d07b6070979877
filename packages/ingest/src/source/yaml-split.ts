/** Where something stands in the bytes of a document, the end exclusive. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A member of the top mapping, or of the one inside `runtime_data`: whole lines. */
export interface YamlPiece extends ByteRange {
  /** Spaces before its key. */
  readonly indent: number;
  /** Lines of a record's `resource_timeline`, key included. */
  readonly timelines: readonly ByteRange[];
}

const LF = 0x0a;
const SPACE = 0x20;
const DASH = 0x2d;
const COLON = 0x3a;
const TIMELINE = Buffer.from('resource_timeline:');
const WRAPPER = Buffer.from('runtime_data:');
const COMMAND = Buffer.from('command:');

/**
 * Cuts YAML at the lines of its members without reading them, and finds the timelines of records. Null for a text whose
 * lines do not look like block mappings: then only a parser can tell.
 *
 * A cut can be wrong where a quoted text or a bracket runs over lines that begin like members: what is cut off then does
 * not parse, and the caller turns to the whole text.
 */
export function splitYaml(bytes: Buffer): YamlPiece[] | null {
  const pieces = splitMembers(bytes, { start: 0, end: bytes.length }, 0);
  const wrapper = pieces?.findLast(({ start }) => startsWith(bytes, start, WRAPPER));
  if (wrapper === undefined) return pieces;
  const inside = insideOf(bytes, wrapper);
  const inner = inside && splitMembers(bytes, inside.range, inside.indent);
  const isRecord = inner?.some(({ start, indent }) => startsWith(bytes, start + indent, COMMAND)) ?? true;
  return isRecord ? pieces : inner;
}

/** The lines below a member's key when it has a block below; null when its value begins on its line. */
function insideOf(bytes: Buffer, piece: YamlPiece): { range: ByteRange; indent: number } | null {
  const lineEnd = endOfLine(bytes, piece.start);
  if (bytes[lineEnd - 1] !== COLON || lineEnd + 1 >= piece.end) return null;
  const range = { start: lineEnd + 1, end: piece.end };
  const indent = indentAt(bytes, range.start);
  return indent > piece.indent ? { range, indent } : null;
}

function splitMembers(bytes: Buffer, range: ByteRange, indent: number): YamlPiece[] | null {
  const pieces: YamlPiece[] = [];
  let start = -1;
  let timelines: ByteRange[] = [];
  let timelineStart = -1;
  /** Spaces before the members of the record that is open; unknown at its first line, none for a value on the line. */
  let inner = UNKNOWN;
  const closeTimeline = (end: number): void => {
    if (timelineStart >= 0) timelines.push({ start: timelineStart, end });
    timelineStart = -1;
  };
  const closePiece = (end: number): void => {
    closeTimeline(end);
    if (start >= 0) pieces.push({ start, end, indent, timelines });
    timelines = [];
    inner = UNKNOWN;
  };
  for (let at = range.start; at < range.end; ) {
    const lineEnd = endOfLine(bytes, at);
    const spaces = indentAt(bytes, at);
    const first = at + spaces;
    const next = Math.min(lineEnd + 1, range.end);
    if (first < lineEnd) {
      if (spaces < indent) return null;
      if (spaces === indent) {
        if (!beginsKey(bytes[first] as number)) return null;
        closePiece(at);
        start = at;
        if (bytes[lineEnd - 1] !== COLON) inner = NONE;
      } else if (start < 0) {
        return null;
      } else {
        if (inner === UNKNOWN) inner = spaces;
        const isItem = bytes[first] === DASH && (first + 1 === lineEnd || bytes[first + 1] === SPACE);
        if (spaces < inner || (spaces === inner && !isItem)) closeTimeline(at);
        if (spaces === inner && timelineStart < 0 && startsWith(bytes, first, TIMELINE)) timelineStart = at;
      }
    }
    at = next;
  }
  closePiece(range.end);
  return pieces;
}

const UNKNOWN = -1;
const NONE = Number.MAX_SAFE_INTEGER;

/** Letters, digits, underscores, quotes and what is beyond ASCII: other characters mean something else in YAML. */
function beginsKey(byte: number): boolean {
  return (
    (byte >= 0x30 && byte <= 0x39) ||
    (byte >= 0x41 && byte <= 0x5a) ||
    (byte >= 0x61 && byte <= 0x7a) ||
    byte === 0x5f ||
    byte === 0x22 ||
    byte === 0x27 ||
    byte >= 0x80
  );
}

function endOfLine(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(LF, at);
  return end < 0 ? bytes.length : end;
}

function indentAt(bytes: Buffer, at: number): number {
  let spaces = 0;
  while (bytes[at + spaces] === SPACE) spaces++;
  return spaces;
}

function startsWith(bytes: Buffer, at: number, text: Buffer): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false;
  return true;
}

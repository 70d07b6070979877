import { isMap, isScalar, parseAllDocuments, type YAMLMap, type Document as YamlDocument } from 'yaml';
import { IngestError } from '../errors.ts';
import type { Entry } from '../run/parse-run.ts';
import { isMapping } from '../text/scalars.ts';
import { type Document, lastOfEach, type Note, type ReadOptions } from './document.ts';
import { type DocumentLimits, nestingError, sizeError } from './limits.ts';
import { NodeBudget } from './node-budget.ts';
import { type Member, readPyYamlMapping, UnusualYaml } from './pyyaml-text.ts';
import { isClosedYaml } from './yaml-closed.ts';
import { NodeReader, scalarValue } from './yaml-nodes.ts';
import { splitYaml, type YamlPiece } from './yaml-split.ts';

/**
 * Reads a runtime mapping from YAML as PyYAML would, with the differences that ids need: keys, dependencies and ids
 * keep their text, timestamps stay text.
 *
 * Text in the form in which PyYAML writes runs is read member by member by a reader for that form, timelines that are
 * not wanted cut off unread. A member in another form is read by the `yaml` library, and where members depend on each
 * other or cannot be told apart by their lines, the whole text is.
 *
 * @param bytes UTF-8, no byte-order mark
 * @throws IngestError `ingest/not-parsable`, `ingest/not-a-mapping`, `ingest/several-documents`, `ingest/limit`
 */
export function readYamlDocument(bytes: Buffer, limits: DocumentLimits, options: ReadOptions = {}): Document {
  const timelines = options.timelines ?? false;
  const whole = withUnixLines(bytes);
  const text = withoutStart(whole);
  const pieces = splitYaml(text);
  if (pieces === null) return readWhole(whole, limits, timelines);
  checkKeptBytes(pieces, timelines, limits);
  try {
    return new PieceReader(text, limits, timelines).read(pieces);
  } catch (error) {
    // Members that refer to each other, or that were cut apart wrongly: the whole text tells, where it can be parsed.
    if (error instanceof NeedsWhole && whole.length <= limits.maxYamlPieceBytes)
      return readWhole(whole, limits, timelines);
    throw error instanceof NeedsWhole ? error.reason : error;
  }
}

/** A member that cannot be read alone. */
class NeedsWhole extends Error {
  readonly reason: IngestError;

  constructor(reason: IngestError) {
    super(reason.message);
    this.reason = reason;
  }
}

class PieceReader {
  readonly #bytes: Buffer;
  readonly #limits: DocumentLimits;
  readonly #timelines: boolean;
  readonly #budget: NodeBudget;
  readonly #notes: Note[] = [];

  constructor(bytes: Buffer, limits: DocumentLimits, timelines: boolean) {
    this.#bytes = bytes;
    this.#limits = limits;
    this.#timelines = timelines;
    this.#budget = new NodeBudget(limits);
  }

  read(pieces: readonly YamlPiece[]): Document {
    const members = pieces.flatMap((piece) => this.#piece(piece, piece === pieces.at(-1)));
    return toDocument(members, this.#notes);
  }

  #piece(piece: YamlPiece, isLast: boolean): Member[] {
    const depth = piece.indent === 0 ? 1 : 2;
    for (const { start, end } of piece.timelines) {
      if (!isClosedYaml(this.#bytes, start, end)) {
        const message = `not YAML: a resource_timeline with an open quote or bracket at line ${this.#line(start)}`;
        throw new NeedsWhole(new IngestError('ingest/not-parsable', message));
      }
    }
    const members = this.#lines(this.#withoutTimelines(piece), piece, depth, isLast);
    if (this.#timelines && piece.timelines.length > 0) this.#addTimelines(piece, members, depth + 1);
    return members;
  }

  #lines(text: string, piece: YamlPiece, depth: number, isLast: boolean): Member[] {
    const before = this.#budget.nodes;
    try {
      return readPyYamlMapping(text, piece.indent, depth, this.#budget);
    } catch (error) {
      if (!(error instanceof UnusualYaml)) throw error;
      this.#budget.nodes = before;
      if (error.isReference) {
        const message = `members refer to each other, at line ${this.#line(piece.start)}, in too large a text`;
        throw new NeedsWhole(new IngestError('ingest/limit', `${message} (limit maxYamlPieceBytes)`));
      }
    }
    try {
      return this.#general(text, depth);
    } catch (error) {
      if (!(error instanceof IngestError) || error.code === 'ingest/limit') throw error;
      const located = this.#located(error, piece);
      const isCutWrongly = !isLast || error instanceof NotAMapping || /alias/i.test(error.message);
      throw isCutWrongly ? new NeedsWhole(located) : located;
    }
  }

  #general(text: string, depth: number): Member[] {
    const { maxYamlPieceBytes } = this.#limits;
    if (text.length > maxYamlPieceBytes) throw pieceError(this.#limits);
    const root = parseOne(text, this.#limits)?.contents ?? null;
    if (!isMap(root)) throw new NotAMapping();
    const reader = new NodeReader(this.#budget, this.#timelines);
    const members = reader.readPairs((root as YAMLMap).items, depth);
    this.#notes.push(...reader.notes);
    return members;
  }

  /** Reads timelines apart from their record: what is wrong in one is noted, and the record stands without it. */
  #addTimelines(piece: YamlPiece, members: Member[], depth: number): void {
    const [key, record] = members.at(-1) as Member;
    if (!isMapping(record)) return;
    for (const { start, end } of piece.timelines) {
      const text = this.#bytes.toString('utf8', start, end);
      const indent = text.length - text.trimStart().length;
      try {
        const inside = this.#lines(text, { start, end, indent, timelines: [] }, depth, true);
        Object.assign(record, Object.fromEntries(inside));
      } catch (error) {
        if (error instanceof IngestError && error.code === 'ingest/limit') throw error;
        const message = `resource_timeline of job ${key} is not YAML; left out`;
        this.#notes.push({ code: 'ingest/bad-timeline', message });
      }
    }
  }

  #withoutTimelines({ start, end, timelines }: YamlPiece): string {
    let text = '';
    let at = start;
    for (const timeline of timelines) {
      text += this.#bytes.toString('utf8', at, timeline.start);
      at = timeline.end;
    }
    return text + this.#bytes.toString('utf8', at, end);
  }

  /** The error of a member with its line counted in the document. */
  #located(error: IngestError, piece: YamlPiece): IngestError {
    const first = this.#line(piece.start);
    const message = error.message.replace(
      /at line (\d+)/,
      (_, line) => `at line ${first - 1 + Number(line)}`,
    );
    return new IngestError(error.code, message);
  }

  #line(at: number): number {
    let line = 1;
    for (let i = this.#bytes.indexOf(0x0a); i >= 0 && i < at; i = this.#bytes.indexOf(0x0a, i + 1)) line++;
    return line;
  }
}

class NotAMapping extends IngestError {
  constructor() {
    super('ingest/not-a-mapping', 'expected a mapping of job id to job record at the top');
  }
}

/** The whole text by the general parser: what the reader of members must agree with. */
export function readWhole(bytes: Buffer, limits: DocumentLimits, timelines: boolean): Document {
  if (bytes.length > limits.maxYamlBytes) throw sizeError('the YAML', limits.maxYamlBytes, 'maxYamlBytes');
  if (bytes.length > limits.maxYamlPieceBytes) throw pieceError(limits);
  const root = parseOne(bytes.toString('utf8'), limits)?.contents ?? null;
  const isEmpty = root === null || (isScalar(root) && scalarValue(root.value, root.type, root.tag) === null);
  if (isEmpty) return { entries: [], notes: [] };
  if (!isMap(root)) throw new NotAMapping();
  const reader = new NodeReader(new NodeBudget(limits), timelines);
  const items = (root as YAMLMap).items;
  const wrapper = items.findLast(({ key }) => isScalar(key) && key.value === 'runtime_data')?.value;
  if (isMap(wrapper) && !wrapper.has('command')) {
    // In order, siblings too: their anchors may be used inside.
    const inside = items.map(({ value }) => {
      if (value === wrapper) return reader.readPairs(wrapper.items as YAMLMap['items'], 2);
      reader.read(value, 2);
      return [];
    });
    return toDocument(inside.flat(), reader.notes);
  }
  const members = reader.readPairs(items, 1);
  const aliased = members.findLast(([key]) => key === 'runtime_data')?.[1];
  const isWrapped = isMapping(aliased) && !Object.hasOwn(aliased, 'command');
  return toDocument(isWrapped ? Object.entries(aliased) : members, reader.notes);
}

function toDocument(members: readonly Member[], notes: readonly Note[]): Document {
  const entries = members.map(([key, value]): Entry => ({ key, read: () => value }));
  const unique = lastOfEach(entries, (entry) => {
    const value = entry.read();
    return isMapping(value) && Object.hasOwn(value, 'command');
  });
  return { entries: unique.entries, notes: [...notes, ...unique.notes] };
}

/** The only document of the text; null when there is none. */
function parseOne(text: string, limits: DocumentLimits): YamlDocument | null {
  const documents = [
    ...parseAllDocuments(text, {
      version: '1.1',
      schema: 'failsafe',
      merge: false,
      uniqueKeys: false,
      logLevel: 'silent',
    }),
  ];
  const fault = documents.flatMap((document) => document.errors)[0];
  if (fault) {
    // The parser recurses: what is nested too deeply for its stack is nested too deeply for us.
    if (fault.message.includes('call stack')) throw nestingError(limits);
    const reason = (fault.message.split('\n')[0] as string).replace(/:$/, '');
    throw new IngestError('ingest/not-parsable', `not YAML: ${reason.slice(0, 200)}`);
  }
  if (documents.length > 1) {
    throw new IngestError(
      'ingest/several-documents',
      `holds ${documents.length} YAML documents, expected one run`,
    );
  }
  return documents[0] ?? null;
}

function checkKeptBytes(pieces: readonly YamlPiece[], timelines: boolean, limits: DocumentLimits): void {
  let kept = 0;
  for (const piece of pieces) {
    kept += piece.end - piece.start;
    if (!timelines) for (const { start, end } of piece.timelines) kept -= end - start;
  }
  if (kept > limits.maxYamlBytes)
    throw sizeError('the YAML without timelines', limits.maxYamlBytes, 'maxYamlBytes');
}

function pieceError(limits: DocumentLimits): IngestError {
  return sizeError('YAML in another form than PyYAML writes', limits.maxYamlPieceBytes, 'maxYamlPieceBytes');
}

/** Line ends of DOS are line ends, inside of texts too. */
function withUnixLines(bytes: Buffer): Buffer {
  if (!bytes.includes('\r\n')) return bytes;
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] === 0x0d && bytes[i + 1] === 0x0a) continue;
    out[length++] = bytes[i] as number;
  }
  return out.subarray(0, length);
}

const START = '---\n';

/** Without the mark that a document begins, where it stands first. */
function withoutStart(bytes: Buffer): Buffer {
  return bytes.toString('latin1', 0, START.length) === START ? bytes.subarray(START.length) : bytes;
}

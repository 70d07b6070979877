import { IngestError } from '../errors.ts';
import type { Entry } from '../run/parse-run.ts';
import { type Document, lastOfEach, type Note, type ReadOptions } from './document.ts';
import { JsonScanner } from './json-scanner.ts';
import { type DocumentLimits, sizeError } from './limits.ts';
import { parsePythonJson } from './python-json.ts';

/**
 * Reads a runtime mapping from JSON, one record at a time: the text is walked first, and a record is parsed only when
 * it is asked for, without its timeline unless that is wanted.
 *
 * @param bytes UTF-8, no byte-order mark
 * @throws IngestError `ingest/not-parsable`, `ingest/not-a-mapping`, `ingest/limit`
 */
export function readJsonDocument(bytes: Buffer, limits: DocumentLimits, options: ReadOptions = {}): Document {
  const reader = new JsonReader(bytes, limits, options.timelines ?? false);
  return reader.read();
}

/** Escapes, and control characters, which JSON refuses in a string. */
const NEEDS_PARSING = /[\\\p{Cc}]/u;
const COMMAND = Buffer.from('"command"');
const TIMELINE = Buffer.from('"resource_timeline"');
const WRAPPER = Buffer.from('"runtime_data"');

/** A member of the mapping: where it stands, and what of it is passed over. */
class JsonMember implements Entry {
  readonly key: string;
  /** Whether it has a `command`, as job records have. */
  isRecord = false;
  /** Of its `resource_timeline`'s value; -1 without one. */
  timelineStart = -1;
  timelineEnd = -1;
  readonly valueStart: number;
  valueEnd = 0;
  readonly #reader: JsonReader;

  constructor(reader: JsonReader, key: string, valueStart: number) {
    this.#reader = reader;
    this.key = key;
    this.valueStart = valueStart;
  }

  read = (): unknown => this.#reader.readMember(this);
}

class JsonReader {
  readonly #scanner: JsonScanner;
  readonly #limits: DocumentLimits;
  readonly #timelines: boolean;
  readonly #notes: Note[] = [];

  constructor(bytes: Buffer, limits: DocumentLimits, timelines: boolean) {
    this.#scanner = new JsonScanner(bytes, limits);
    this.#limits = limits;
    this.#timelines = timelines;
  }

  read(): Document {
    const scanner = this.#scanner;
    const start = scanner.skipSpace(0);
    if (start === scanner.bytes.length) return { entries: [], notes: [] };
    if (!scanner.isObject(start)) this.#refuse(start);
    const outer: JsonMember[] = [];
    const inner: JsonMember[] = [];
    const end = this.#scanMembers(start, 0, outer, inner);
    const rest = scanner.skipSpace(end);
    if (rest < scanner.bytes.length) throw scanner.unexpected(rest, 'nothing more');
    const wrapper = outer.findLast(({ key }) => key === 'runtime_data');
    const isWrapped = wrapper !== undefined && scanner.isObject(wrapper.valueStart) && !wrapper.isRecord;
    const members = isWrapped ? inner : outer;
    this.#checkKeptBytes(members);
    const unique = lastOfEach(members, ({ isRecord }) => isRecord);
    // What nothing reads must be JSON all the same: a document is read as a whole, or not at all.
    const used = new Set(unique.entries);
    for (const member of members) if (!used.has(member)) this.readMember(member, false);
    if (isWrapped) for (const member of outer) if (member !== wrapper) this.readMember(member, false);
    this.#notes.push(...unique.notes);
    return { entries: unique.entries, notes: this.#notes };
  }

  /** A record, with its timeline when that is wanted; one that cannot be read is noted and missing. */
  readMember(member: JsonMember, timelines: boolean = this.#timelines): unknown {
    const { valueStart, valueEnd, timelineStart, timelineEnd } = member;
    if (timelineStart < 0) return this.#parse(this.#text(valueStart, valueEnd), member);
    const before = this.#text(valueStart, timelineStart);
    const record = this.#parse(`${before}null${this.#text(timelineEnd, valueEnd)}`, member);
    if (!timelines) return record;
    try {
      const points = parsePythonJson(this.#text(timelineStart, timelineEnd));
      return { ...(record as object), resource_timeline: points };
    } catch {
      const message = `resource_timeline of job ${member.key} is not JSON; left out`;
      this.#notes.push({ code: 'ingest/bad-timeline', message });
      return record;
    }
  }

  /** Finds members; those of a `runtime_data` at the top go into `inner`. */
  #scanMembers(start: number, depth: number, members: JsonMember[], inner: JsonMember[] | null): number {
    const scanner = this.#scanner;
    let open: JsonMember | null = null;
    const close = (end: number): void => {
      if (open !== null) open.valueEnd = end;
    };
    return scanner.walkObject(start, depth, (keyStart, keyEnd, valueStart) => {
      const member = new JsonMember(this, this.#key(keyStart, keyEnd), valueStart);
      members.push(member);
      open = member;
      let end: number;
      if (!scanner.isObject(valueStart)) end = scanner.skipValue(valueStart, depth + 1);
      else if (inner !== null && scanner.isKey(keyStart, keyEnd, WRAPPER)) {
        inner.length = 0;
        end = this.#scanMembers(valueStart, depth + 1, inner, null);
        member.isRecord = inner.some(({ key }) => key === 'command');
      } else end = this.#scanRecord(member, depth + 1);
      close(end);
      return end;
    });
  }

  #scanRecord(member: JsonMember, depth: number): number {
    const scanner = this.#scanner;
    const end = scanner.walkObject(member.valueStart, depth, (keyStart, keyEnd, valueStart) => {
      if (scanner.isKey(keyStart, keyEnd, COMMAND)) member.isRecord = true;
      if (!scanner.isKey(keyStart, keyEnd, TIMELINE)) return undefined;
      member.timelineStart = valueStart;
      member.timelineEnd = scanner.skipValue(valueStart, depth + 1, this.#timelines);
      return member.timelineEnd;
    });
    if (!member.isRecord) member.timelineStart = -1;
    return end;
  }

  #key(start: number, end: number): string {
    const text = this.#text(start, end);
    if (!NEEDS_PARSING.test(text)) return text.slice(1, -1);
    return this.#parse(text, null) as string;
  }

  #text(start: number, end: number): string {
    return this.#scanner.bytes.toString('utf8', start, end);
  }

  #parse(text: string, member: JsonMember | null): unknown {
    try {
      return parsePythonJson(text);
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, 160);
      const where = member === null ? '' : ` in ${JSON.stringify(member.key.slice(0, 60))}`;
      throw new IngestError('ingest/not-parsable', `not JSON${where}: ${reason}`);
    }
  }

  /** Something else than an object at the top. */
  #refuse(start: number): never {
    const scanner = this.#scanner;
    const end = scanner.skipValue(start, 0, false);
    const rest = scanner.skipSpace(end);
    if (rest < scanner.bytes.length) throw scanner.unexpected(rest, 'nothing more');
    if (end - start <= SMALL_BYTES) this.#parse(this.#text(start, end), null);
    throw new IngestError('ingest/not-a-mapping', 'expected a mapping of job id to job record at the top');
  }

  #checkKeptBytes(members: readonly JsonMember[]): void {
    let kept = 0;
    for (const { valueStart, valueEnd, timelineStart, timelineEnd } of members) {
      kept +=
        valueEnd - valueStart - (this.#timelines || timelineStart < 0 ? 0 : timelineEnd - timelineStart);
    }
    const { maxJsonBytes } = this.#limits;
    if (kept > maxJsonBytes) throw sizeError('the JSON without timelines', maxJsonBytes, 'maxJsonBytes');
  }
}

/** A document that is no mapping is parsed for the sake of its error only while that costs nothing. */
const SMALL_BYTES = 1_000_000;

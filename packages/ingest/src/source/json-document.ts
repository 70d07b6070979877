import { IngestError } from '../errors.ts';
import type { Entry } from '../run/parse-run.ts';
import { type Document, lastOfEach, type Note, type ReadOptions } from './document.ts';
import { JsonScanner, type MemberRange } from './json-scanner.ts';
import { type DocumentLimits, sizeError } from './limits.ts';
import { parsePythonJson } from './python-json.ts';

/** A top-level member: where it stands, and what of it is not wanted. */
interface TopMember extends MemberRange {
  readonly key: string;
  readonly isRecord: boolean;
  readonly timeline: MemberRange | null;
}

/**
 * Reads a runtime mapping from JSON, one record at a time: the text is walked first, and a record is parsed only when
 * it is asked for, without its timeline unless that is wanted.
 *
 * @param bytes UTF-8, no byte-order mark
 * @throws IngestError `ingest/not-parsable`, `ingest/not-a-mapping`, `ingest/limit`
 */
export function readJsonDocument(bytes: Buffer, limits: DocumentLimits, options: ReadOptions = {}): Document {
  const scanner = new JsonScanner(bytes, limits);
  const start = scanner.skipSpace(0);
  if (start === bytes.length) return { entries: [], notes: [] };
  if (!scanner.isObject(start)) {
    scanner.skipValue(start, 0);
    parseRange(scanner, start, bytes.length);
    throw new IngestError('ingest/not-a-mapping', 'expected a mapping of job id to job record at the top');
  }
  const wanted = options.timelines ?? false;
  const outer = topMembers(scanner, start, 0, wanted);
  const rest = scanner.skipSpace(outer.end);
  if (rest < bytes.length) throw scanner.unexpected(rest, 'nothing more');
  const wrapper = outer.members.findLast((member) => member.key === 'runtime_data');
  const isWrapped = wrapper !== undefined && !wrapper.isRecord && scanner.isObject(wrapper.valueStart);
  const members = isWrapped ? topMembers(scanner, wrapper.valueStart, 1, wanted).members : outer.members;
  checkKeptBytes(members, wanted, limits);
  const notes: Note[] = [];
  const entryOf = (member: TopMember): Entry => ({
    key: member.key,
    read: () => (wanted ? readWithTimeline(scanner, member, notes) : readRecord(scanner, member)),
  });
  const records = new Set(members.filter((member) => member.isRecord).map((member) => member.key));
  const unique = lastOfEach(members.map(entryOf), (entry) => records.has(entry.key));
  notes.push(...unique.notes);
  return { entries: unique.entries, notes };
}

function topMembers(
  scanner: JsonScanner,
  start: number,
  depth: number,
  timelines: boolean,
): { members: TopMember[]; end: number } {
  const found = new Map<number, { isRecord: boolean; timeline: MemberRange | null }>();
  const scanned = scanner.scanObject(start, depth, (keyStart, _keyEnd, valueStart) => {
    if (!scanner.isObject(valueStart)) return undefined;
    const record = scanRecord(scanner, valueStart, depth + 1, timelines);
    found.set(keyStart, record);
    return record.end;
  });
  const members = scanned.members.map((range) => {
    const record = found.get(range.keyStart) ?? { isRecord: false, timeline: null };
    const key = parseRange(scanner, range.keyStart, range.keyEnd) as string;
    return { ...range, key, isRecord: record.isRecord, timeline: record.isRecord ? record.timeline : null };
  });
  return { members, end: scanned.end };
}

function scanRecord(
  scanner: JsonScanner,
  start: number,
  depth: number,
  timelines: boolean,
): { isRecord: boolean; timeline: MemberRange | null; end: number } {
  let isRecord = false;
  const { members, end } = scanner.scanObject(start, depth, (keyStart, keyEnd, valueStart) => {
    if (isKey(scanner, keyStart, keyEnd, COMMAND)) isRecord = true;
    if (!isKey(scanner, keyStart, keyEnd, TIMELINE)) return undefined;
    return scanner.skipValue(valueStart, depth + 1, timelines);
  });
  const timeline = members.findLast(({ keyStart, keyEnd }) => isKey(scanner, keyStart, keyEnd, TIMELINE));
  return { isRecord, timeline: timeline ?? null, end };
}

const COMMAND = Buffer.from('"command"');
const TIMELINE = Buffer.from('"resource_timeline"');

function isKey(scanner: JsonScanner, start: number, end: number, key: Buffer): boolean {
  if (end - start !== key.length) return false;
  for (let i = 0; i < key.length; i++) if (scanner.bytes[start + i] !== key[i]) return false;
  return true;
}

/** A record without its timeline. */
function readRecord(scanner: JsonScanner, member: TopMember): unknown {
  const { timeline } = member;
  if (timeline === null) return parseRange(scanner, member.valueStart, member.valueEnd);
  return parseRange(scanner, member.valueStart, member.valueEnd, timeline);
}

/** A record with its timeline; one that cannot be read is noted and missing, as it is when it is passed over. */
function readWithTimeline(scanner: JsonScanner, member: TopMember, notes: Note[]): unknown {
  const record = readRecord(scanner, member);
  if (member.timeline === null) return record;
  try {
    const points = parseRange(scanner, member.timeline.valueStart, member.timeline.valueEnd);
    return { ...(record as object), resource_timeline: points };
  } catch {
    notes.push({
      code: 'ingest/bad-timeline',
      message: `resource_timeline of job ${member.key} is not JSON; left out`,
    });
    return record;
  }
}

/** Parses a part of the text; a part of it that is not wanted reads as null. */
function parseRange(scanner: JsonScanner, start: number, end: number, unwanted?: MemberRange): unknown {
  const text = Buffer.from(scanner.bytes.buffer, scanner.bytes.byteOffset, scanner.bytes.byteLength);
  const wanted = unwanted
    ? `${text.toString('utf8', start, unwanted.valueStart)}null${text.toString('utf8', unwanted.valueEnd, end)}`
    : text.toString('utf8', start, end);
  try {
    return parsePythonJson(wanted);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new IngestError('ingest/not-parsable', `not JSON: ${reason.slice(0, 200)}`);
  }
}

function checkKeptBytes(members: readonly TopMember[], timelines: boolean, limits: DocumentLimits): void {
  let kept = 0;
  for (const { valueStart, valueEnd, timeline } of members) {
    const unwanted = timelines || timeline === null ? 0 : timeline.valueEnd - timeline.valueStart;
    kept += valueEnd - valueStart - unwanted;
  }
  if (kept > limits.maxJsonBytes)
    throw sizeError('the JSON without timelines', limits.maxJsonBytes, 'maxJsonBytes');
}

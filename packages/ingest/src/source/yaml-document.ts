import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parseAllDocuments,
  type Document as YamlDocument,
} from 'yaml';
import { IngestError } from '../errors.ts';
import type { Entry } from '../run/parse-run.ts';
import { isMapping } from '../text/scalars.ts';
import { type Document, lastOfEach, type Note, type ReadOptions } from './document.ts';
import { type DocumentLimits, nestingError, nodesError, sizeError } from './limits.ts';
import { resolvePlain } from './yaml-scalars.ts';

/**
 * Reads a runtime mapping from YAML as PyYAML would, with the differences that ids need: keys, dependencies and ids
 * keep their text, timestamps stay text.
 *
 * @param bytes UTF-8, no byte-order mark
 * @throws IngestError `ingest/not-parsable`, `ingest/not-a-mapping`, `ingest/several-documents`, `ingest/limit`
 */
export function readYamlDocument(bytes: Buffer, limits: DocumentLimits, options: ReadOptions = {}): Document {
  if (bytes.length > limits.maxYamlBytes) throw sizeError('the YAML', limits.maxYamlBytes, 'maxYamlBytes');
  const document = parseOne(bytes.toString('utf8'), limits);
  const root = document?.contents ?? null;
  if (root === null || (isScalar(root) && toValue(root.value, root.type, root.tag) === null)) {
    return { entries: [], notes: [] };
  }
  if (!isMap(root)) {
    throw new IngestError('ingest/not-a-mapping', 'expected a mapping of job id to job record at the top');
  }
  const reader = new NodeReader(limits, options.timelines ?? false);
  let pairs = reader.readPairs(root.items, 1);
  const wrapper = pairs.findLast(([key]) => key === 'runtime_data')?.[1];
  if (isMapping(wrapper) && !Object.hasOwn(wrapper, 'command')) pairs = Object.entries(wrapper);
  const entries = pairs.map(([key, value]): Entry => ({ key, read: () => value }));
  const unique = lastOfEach(entries, (entry) => {
    const value = entry.read();
    return isMapping(value) && Object.hasOwn(value, 'command');
  });
  return { entries: unique.entries, notes: [...reader.notes, ...unique.notes] };
}

/** The only document of the text; null when there is none. */
function parseOne(text: string, limits: DocumentLimits): YamlDocument | null {
  let documents: ReturnType<typeof parseAllDocuments>;
  try {
    documents = parseAllDocuments(text, {
      version: '1.1',
      schema: 'failsafe',
      merge: false,
      uniqueKeys: false,
      logLevel: 'silent',
    });
  } catch (error) {
    // The parser recurses: what is nested too deeply for its stack is nested too deeply for us.
    if (error instanceof RangeError) throw nestingError(limits);
    throw error;
  }
  const found = [...documents];
  const fault = found.flatMap((document) => document.errors)[0];
  if (fault) {
    const reason = (fault.message.split('\n')[0] as string).replace(/:$/, '');
    throw new IngestError('ingest/not-parsable', `not YAML: ${reason.slice(0, 200)}`);
  }
  if (found.length > 1) {
    throw new IngestError(
      'ingest/several-documents',
      `holds ${found.length} YAML documents, expected one run`,
    );
  }
  return found[0] ?? null;
}

/** Members whose text is an identity, not a value. */
const IDENTITIES = new Set(['run_id', 'run_hash', 'run_name', 'queue_id', 'batch_id']);
const MERGE_KEY = '<<';
const TAG_PREFIX = 'tag:yaml.org,2002:';
const KNOWN_TAGS = new Set([
  'str',
  'int',
  'float',
  'bool',
  'null',
  'map',
  'seq',
  'timestamp',
  'merge',
  'set',
  'omap',
]);

type Member = [key: string, value: unknown];

/** Builds values from parsed nodes, within the limits. An alias stands for the very object its anchor became. */
class NodeReader {
  readonly notes: Note[] = [];
  readonly #limits: DocumentLimits;
  readonly #timelines: boolean;
  /** What each anchor became and how many nodes it holds; undefined while it is being built. */
  readonly #anchors = new Map<string, { value: unknown; nodes: number; depth: number } | undefined>();
  #nodes = 0;
  #deepest = 0;

  constructor(limits: DocumentLimits, timelines: boolean) {
    this.#limits = limits;
    this.#timelines = timelines;
  }

  /** The members of a mapping with merge keys resolved; a key that occurs twice stays twice, in order. */
  readPairs(pairs: readonly Pair[], depth: number): Member[] {
    if (depth > this.#limits.maxNesting) throw nestingError(this.#limits);
    this.#deepest = Math.max(this.#deepest, depth);
    const merged: Member[] = [];
    const own: Member[] = [];
    for (const pair of pairs) {
      const key = this.#keyText(pair.key);
      if (isMergeKey(pair.key)) {
        merged.push(...this.#mergedMembers(this.read(pair.value, depth + 1)));
      } else if (key === 'resource_timeline' && !this.#timelines) {
        own.push([key, null]);
      } else {
        own.push([key, this.#readMember(key, pair.value, depth + 1)]);
      }
      this.#count(1);
    }
    const overridden = new Set(own.map(([key]) => key));
    return [...merged.filter(([key]) => !overridden.has(key)), ...own];
  }

  read(node: unknown, depth: number): unknown {
    if (node === null || node === undefined) {
      this.#count(1);
      return null;
    }
    if (isAlias(node)) return this.#readAlias(node, depth);
    const anchor = (node as { anchor?: string }).anchor;
    if (anchor === undefined) return this.#build(node, depth);
    this.#anchors.set(anchor, undefined);
    const before = this.#nodes;
    const outerDeepest = this.#deepest;
    this.#deepest = depth;
    const value = this.#build(node, depth);
    this.#anchors.set(anchor, { value, nodes: this.#nodes - before, depth: this.#deepest - depth });
    this.#deepest = Math.max(this.#deepest, outerDeepest);
    return value;
  }

  #build(node: unknown, depth: number): unknown {
    this.#count(1);
    this.#noteTag(node);
    if (isScalar(node)) return toValue(node.value, node.type, node.tag);
    if (depth > this.#limits.maxNesting) throw nestingError(this.#limits);
    this.#deepest = Math.max(this.#deepest, depth);
    if (isSeq(node)) return node.items.map((item) => this.read(item, depth + 1));
    if (isMap(node)) return fromMembers(this.readPairs(node.items, depth));
    throw new IngestError('ingest/not-parsable', 'not YAML that PyYAML writes: a node of unknown kind');
  }

  #readMember(key: string, node: unknown, depth: number): unknown {
    if (IDENTITIES.has(key)) return this.#identity(node, depth);
    if (key !== 'dependencies' || !isSeq(node)) return this.read(node, depth);
    this.#count(1);
    return node.items.map((item) => this.#identity(item, depth + 1));
  }

  /** The text of a scalar, as written; null stays null. */
  #identity(node: unknown, depth: number): unknown {
    const value = this.read(node, depth);
    return isScalar(node) && value !== null ? String(node.value) : value;
  }

  #readAlias(alias: Alias, depth: number): unknown {
    const target = this.#anchors.get(alias.source);
    if (target === undefined) {
      const what = this.#anchors.has(alias.source) ? 'stands inside what it names' : 'names nothing';
      throw new IngestError('ingest/not-parsable', `not YAML: alias *${alias.source.slice(0, 80)} ${what}`);
    }
    this.#count(target.nodes);
    this.#deepest = Math.max(this.#deepest, depth + target.depth);
    if (this.#deepest > this.#limits.maxNesting) throw nestingError(this.#limits);
    return target.value;
  }

  #keyText(node: unknown): string {
    const value = isAlias(node) ? this.#readAlias(node, 1) : node;
    if (node === null || value === null) return '';
    if (isScalar(node)) {
      if (node.anchor !== undefined) this.read(node, 1);
      return String(node.value);
    }
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return String(value);
    throw new IngestError(
      'ingest/not-parsable',
      'not YAML that PyYAML reads: a key that is a mapping or a list',
    );
  }

  #mergedMembers(value: unknown): Member[] {
    const sources = Array.isArray(value) ? value : [value];
    if (!sources.every(isMapping)) {
      throw new IngestError(
        'ingest/not-parsable',
        'not YAML that PyYAML reads: << merges something that is no mapping',
      );
    }
    // Of several, the first goes before the others: it comes last, where it overrides.
    return sources.toReversed().flatMap((source) => Object.entries(source));
  }

  #noteTag(node: unknown): void {
    const tag = (node as { tag?: string }).tag;
    if (tag === undefined || (tag.startsWith(TAG_PREFIX) && KNOWN_TAGS.has(tag.slice(TAG_PREFIX.length))))
      return;
    if (tag === '!') return;
    this.notes.push({
      code: 'ingest/unknown-tag',
      message: `unknown YAML tag ${tag.slice(0, 80)}; read without it`,
    });
  }

  #count(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes > this.#limits.maxNodes) throw nodesError(this.#limits);
  }
}

function isMergeKey(node: unknown): boolean {
  return isScalar(node) && node.value === MERGE_KEY && node.type === 'PLAIN' && node.tag === undefined;
}

/** The value of a scalar: quoted is text, plain is resolved, a tag says what it is. */
function toValue(content: unknown, type: string | undefined, tag: string | undefined): unknown {
  const text = content === null || content === undefined ? '' : String(content);
  if (tag === `${TAG_PREFIX}str` || tag === '!' || tag === `${TAG_PREFIX}timestamp`) return text;
  const isPlain = type === undefined || type === 'PLAIN' || tag?.startsWith(TAG_PREFIX) === true;
  return isPlain ? resolvePlain(text) : text;
}

/** A mapping whose keys are all its own, `__proto__` too. */
function fromMembers(members: readonly Member[]): Record<string, unknown> {
  return Object.fromEntries(members);
}

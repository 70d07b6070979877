import { type Alias, isAlias, isMap, isScalar, isSeq, type Pair } from 'yaml';
import { IngestError } from '../errors.ts';
import { isMapping } from '../text/scalars.ts';
import type { Note } from './document.ts';
import type { NodeBudget } from './node-budget.ts';
import { IDENTITIES, type Member } from './pyyaml-text.ts';
import { resolvePlain } from './yaml-scalars.ts';

const MERGE_KEY = '<<';
const TAG_PREFIX = 'tag:yaml.org,2002:';
const TEXT_TAGS = new Set(['str', 'timestamp'].map((name) => TAG_PREFIX + name));
const VALUE_TAGS = new Set(['int', 'float', 'bool', 'null'].map((name) => TAG_PREFIX + name));
const KNOWN_TAGS = new Set([
  '!',
  ...TEXT_TAGS,
  ...VALUE_TAGS,
  ...['map', 'seq', 'merge', 'set', 'omap'].map((name) => TAG_PREFIX + name),
]);

/** What an anchor became: its value, its text when it is a scalar, how many nodes it holds and how deep they go. */
interface Anchored {
  readonly value: unknown;
  readonly text: string | null;
  readonly nodes: number;
  readonly depth: number;
}

/** Builds values from parsed nodes, within the limits. An alias stands for the very object its anchor became. */
export class NodeReader {
  readonly notes: Note[] = [];
  readonly #budget: NodeBudget;
  readonly #timelines: boolean;
  /** Undefined for an anchor that is being built. */
  readonly #anchors = new Map<string, Anchored | undefined>();
  #deepest = 0;

  constructor(budget: NodeBudget, timelines: boolean) {
    this.#budget = budget;
    this.#timelines = timelines;
  }

  /** The members of a mapping with merge keys resolved; a key that occurs twice stays twice, in order. */
  readPairs(pairs: readonly Pair[], depth: number): Member[] {
    this.#enter(depth);
    const merged: Member[] = [];
    const own: Member[] = [];
    for (const pair of pairs) {
      const key = this.#keyText(pair.key);
      if (isMergeKey(pair.key)) merged.push(...this.#mergedMembers(this.read(pair.value, depth + 1)));
      else if (key === 'resource_timeline' && !this.#timelines && depth > 1) own.push([key, null]);
      else own.push([key, this.#readMember(key, pair.value, depth + 1)]);
      this.#budget.count(1);
    }
    const overridden = new Set(own.map(([key]) => key));
    return [...merged.filter(([key]) => !overridden.has(key)), ...own];
  }

  read(node: unknown, depth: number): unknown {
    if (node === null || node === undefined) {
      this.#budget.count(1);
      return null;
    }
    if (isAlias(node)) return this.#readAlias(node, depth).value;
    const anchor = (node as { anchor?: string }).anchor;
    if (anchor === undefined) return this.#build(node, depth);
    this.#anchors.set(anchor, undefined);
    const before = this.#budget.nodes;
    const outerDeepest = this.#deepest;
    this.#deepest = depth;
    const value = this.#build(node, depth);
    const text = isScalar(node) && value !== null ? String(node.value) : null;
    this.#anchors.set(anchor, {
      value,
      text,
      nodes: this.#budget.nodes - before,
      depth: this.#deepest - depth,
    });
    this.#deepest = Math.max(this.#deepest, outerDeepest);
    return value;
  }

  #build(node: unknown, depth: number): unknown {
    this.#budget.count(1);
    this.#noteTag(node);
    if (isScalar(node)) return scalarValue(node.value, node.type, node.tag);
    this.#enter(depth);
    if (isSeq(node)) return node.items.map((item) => this.read(item, depth + 1));
    if (isMap(node)) return Object.fromEntries(this.readPairs(node.items, depth));
    throw new IngestError('ingest/not-parsable', 'not YAML that PyYAML writes: a node of unknown kind');
  }

  #enter(depth: number): void {
    this.#budget.checkDepth(depth);
    this.#deepest = Math.max(this.#deepest, depth);
  }

  #readMember(key: string, node: unknown, depth: number): unknown {
    if (IDENTITIES.has(key)) return this.#identity(node, depth);
    if (key !== 'dependencies' || !isSeq(node)) return this.read(node, depth);
    this.#budget.count(1);
    return node.items.map((item) => this.#identity(item, depth + 1));
  }

  /** The text of a scalar, as written; null stays null. */
  #identity(node: unknown, depth: number): unknown {
    if (isAlias(node)) {
      const { text, value } = this.#readAlias(node, depth);
      return text ?? value;
    }
    const value = this.read(node, depth);
    return isScalar(node) && value !== null ? String(node.value) : value;
  }

  #readAlias(alias: Alias, depth: number): Anchored {
    const target = this.#anchors.get(alias.source);
    if (target === undefined) {
      const what = this.#anchors.has(alias.source) ? 'stands inside what it names' : 'names nothing';
      throw new IngestError('ingest/not-parsable', `not YAML: alias *${alias.source.slice(0, 80)} ${what}`);
    }
    this.#budget.count(target.nodes);
    this.#enter(depth + target.depth);
    return target;
  }

  #keyText(node: unknown): string {
    if (isAlias(node)) {
      const { text } = this.#readAlias(node, 1);
      if (text !== null) return text;
    } else if (node === null || node === undefined) {
      return '';
    } else if (isScalar(node)) {
      if (node.anchor !== undefined) this.read(node, 1);
      return String(node.value ?? '');
    }
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
    if (tag === undefined || KNOWN_TAGS.has(tag) || this.notes.length >= MOST_NOTES) return;
    this.notes.push({
      code: 'ingest/unknown-tag',
      message: `unknown YAML tag ${tag.slice(0, 80)}; read without it`,
    });
  }
}

/** A document with more odd tags is told of by these. */
const MOST_NOTES = 20;

function isMergeKey(node: unknown): boolean {
  return isScalar(node) && node.value === MERGE_KEY && node.type === 'PLAIN' && node.tag === undefined;
}

/** The value of a scalar: quoted is text, plain is resolved, a tag says what it is. */
export function scalarValue(content: unknown, type: string | undefined, tag: string | undefined): unknown {
  const text = content === null || content === undefined ? '' : String(content);
  if (tag !== undefined && (tag === '!' || TEXT_TAGS.has(tag))) return text;
  const isPlain = type === undefined || type === 'PLAIN';
  return isPlain || (tag !== undefined && VALUE_TAGS.has(tag)) ? resolvePlain(text) : text;
}

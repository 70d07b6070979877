import type { NodeBudget } from './node-budget.ts';
import { foldLines, type QuotedText, readDoubleQuoted, readSingleQuoted } from './yaml-quoted.ts';
import { resolvePlain } from './yaml-scalars.ts';

/** Something that PyYAML does not write in a run: the general parser has to read it. */
export class UnusualYaml extends Error {
  /** Whether it refers to something elsewhere in the document, or can be referred to from there. */
  readonly isReference: boolean;

  constructor(isReference = false) {
    super('unusual YAML');
    this.isReference = isReference;
  }
}

/** A member of a mapping. */
export type Member = [key: string, value: unknown];

/** Members whose text is an identity, not a value. */
export const IDENTITIES: ReadonlySet<string> = new Set([
  'run_id',
  'run_hash',
  'run_name',
  'queue_id',
  'batch_id',
]);

/** Control characters but line feeds, other line ends, a byte-order mark: the general parser knows what they mean. */
const UNUSUAL_CHARACTERS = /[^\n\x20-\x7e\xa0-\u2027\u202a-\ufefe\uff00-\ufffd]/;
/** PyYAML takes a longer one for something else. */
const LONGEST_KEY = 1000;
/** At the start of a plain text these mean something else. */
const INDICATORS = new Set('&*!|>%@`#,]}{[?-:\'"');

/**
 * Reads YAML in the form in which PyYAML writes runs: block mappings and lists, plain and quoted texts, `[]` and `{}`.
 * About twenty times as fast as the general parser, and in far less memory; tests hold the two together.
 *
 * @param text whole lines of one mapping
 * @param indent spaces before its keys
 * @param depth containers, the mapping included
 * @throws UnusualYaml for anything else, IngestError `ingest/limit`
 */
export function readPyYamlMapping(text: string, indent: number, depth: number, budget: NodeBudget): Member[] {
  if (UNUSUAL_CHARACTERS.test(text)) throw new UnusualYaml();
  const reader = new LineReader(text, budget);
  const members = reader.mapping(indent, depth);
  if (reader.at < text.length) throw new UnusualYaml();
  return members;
}

class LineReader {
  readonly #text: string;
  readonly #budget: NodeBudget;
  /** Start of the line that is next, but while a line is read. */
  at = 0;

  constructor(text: string, budget: NodeBudget) {
    this.#text = text;
    this.#budget = budget;
  }

  /**
   * The members of a mapping whose keys stand behind `indent` spaces.
   *
   * @param first where the first key begins, when it stands behind a dash
   */
  mapping(indent: number, depth: number, first = -1): Member[] {
    this.#budget.checkDepth(depth);
    const members: Member[] = [];
    for (let keyAt = first; ; keyAt = -1) {
      if (keyAt < 0) {
        if (this.at >= this.#text.length) break;
        const spaces = this.#spacesAt(this.at);
        if (spaces < indent || this.#isItem(this.at + spaces)) break;
        if (spaces > indent) throw new UnusualYaml();
        keyAt = this.at + spaces;
      }
      const { key, end } = this.#key(keyAt);
      this.#budget.count(1);
      members.push([key, this.#value(end, indent, depth + 1, key)]);
    }
    return members;
  }

  /** A key, and where what follows its colon begins. */
  #key(at: number): { key: string; end: number } {
    const text = this.#text;
    const char = text[at];
    if (char === "'" || char === '"') {
      const quoted = this.#quoted(at, at);
      if (text.indexOf('\n', at) < quoted.end || text[quoted.end] !== ':') throw new UnusualYaml();
      return { key: quoted.text, end: this.#afterColon(quoted.end) };
    }
    if (char === undefined || INDICATORS.has(char))
      throw new UnusualYaml(char === '*' || char === '&' || char === '!');
    const lineEnd = this.#lineEnd(at);
    for (
      let colon = text.indexOf(':', at);
      colon >= 0 && colon < lineEnd;
      colon = text.indexOf(':', colon + 1)
    ) {
      const next = text[colon + 1];
      if (next !== ' ' && next !== '\n' && next !== undefined) continue;
      const key = text.slice(at, colon);
      const isUsual = key !== '<<' && key.length < LONGEST_KEY && !key.endsWith(' ') && !key.includes(' #');
      if (!isUsual) throw new UnusualYaml(key === '<<');
      return { key, end: this.#afterColon(colon) };
    }
    throw new UnusualYaml();
  }

  #afterColon(colon: number): number {
    const next = this.#text[colon + 1];
    if (next !== ' ' && next !== '\n' && next !== undefined) throw new UnusualYaml();
    return colon + 1;
  }

  /** What follows a key's colon: on its line, or below it. */
  #value(at: number, indent: number, depth: number, key: string): unknown {
    const text = this.#text;
    if (text[at] === ' ') {
      const start = at + this.#spacesAt(at);
      if (text[start] === '\n' || text[start] === undefined) throw new UnusualYaml();
      return this.#scalar(start, indent, depth, IDENTITIES.has(key));
    }
    this.at = at + 1;
    const spaces = this.#spacesAt(this.at);
    const start = this.at + spaces;
    if (start < text.length && spaces >= indent && this.#isItem(start)) {
      return this.#list(spaces, depth, key === 'dependencies');
    }
    this.#budget.count(1);
    if (start >= text.length || spaces <= indent) return null;
    return Object.fromEntries(this.mapping(spaces, depth));
  }

  #list(indent: number, depth: number, asText: boolean): unknown[] {
    this.#budget.checkDepth(depth);
    this.#budget.count(1);
    const items: unknown[] = [];
    while (
      this.at < this.#text.length &&
      this.#spacesAt(this.at) === indent &&
      this.#isItem(this.at + indent)
    ) {
      const dash = this.at + indent;
      const start = dash + 2;
      const isPlainItem = this.#text[dash + 1] === ' ' && !' \n'.includes(this.#text[start] ?? '\n');
      if (!isPlainItem || this.#isItem(start)) throw new UnusualYaml();
      if (this.#beginsMember(start, indent)) {
        this.#budget.count(1);
        items.push(Object.fromEntries(this.mapping(indent + 2, depth + 1, start)));
      } else items.push(this.#scalar(start, indent, depth + 1, asText));
    }
    return items;
  }

  /** Whether a key with its colon stands at the start of an item of a list behind `indent` spaces. */
  #beginsMember(at: number, indent: number): boolean {
    const text = this.#text;
    const char = text[at];
    if (char === "'" || char === '"') {
      const { end } = this.#quoted(at, indent);
      return end < this.#lineEnd(at) && text[end] === ':';
    }
    const lineEnd = this.#lineEnd(at);
    const colon = text.indexOf(': ', at);
    return (colon >= 0 && colon < lineEnd) || text[lineEnd - 1] === ':';
  }

  /**
   * A scalar, `[]` or `{}` to the end of its last line.
   *
   * @param indent of the mapping or list it belongs to: lines that go on with it stand deeper
   */
  #scalar(at: number, indent: number, depth: number, asText: boolean): unknown {
    const text = this.#text;
    const char = text[at];
    this.#budget.count(1);
    if (char === "'" || char === '"') {
      const quoted = this.#quoted(at, indent);
      this.#endOfValue(quoted.end);
      return quoted.text;
    }
    if (char === '[' || char === '{') {
      if (text[at + 1] !== (char === '[' ? ']' : '}')) throw new UnusualYaml();
      this.#budget.checkDepth(depth);
      this.#endOfValue(at + 2);
      return char === '[' ? [] : {};
    }
    const plain = this.#plain(at, indent);
    const value = resolvePlain(plain);
    return asText && value !== null ? plain : value;
  }

  #plain(at: number, indent: number): string {
    const text = this.#text;
    const char = text[at] as string;
    const follower = text[at + 1] ?? '\n';
    const isWord = (char === '-' || char === '?' || char === ':') && follower !== ' ' && follower !== '\n';
    if (INDICATORS.has(char) && !isWord) throw new UnusualYaml(char === '*' || char === '&' || char === '!');
    const lines = [this.#plainLine(at)];
    while (this.at < text.length) {
      const spaces = this.#spacesAt(this.at);
      const start = this.at + spaces;
      if (start >= text.length || text[start] === '\n') throw new UnusualYaml();
      if (spaces <= indent) break;
      if (this.#isItem(start) || text[start] === '#') throw new UnusualYaml();
      lines.push(this.#plainLine(start));
    }
    return lines.length === 1 ? (lines[0] as string) : foldLines(lines);
  }

  /** One line of a plain text; the next line is next. */
  #plainLine(start: number): string {
    const end = this.#lineEnd(start);
    const line = this.#text.slice(start, end);
    if (line.includes(': ') || line.endsWith(':') || line.includes(' #') || line.endsWith(' '))
      throw new UnusualYaml();
    this.at = end + 1;
    return line;
  }

  #quoted(at: number, indent: number): QuotedText {
    const quoted =
      this.#text[at] === "'" ? readSingleQuoted(this.#text, at) : readDoubleQuoted(this.#text, at);
    if (quoted === null) throw new UnusualYaml();
    // Lines that go on with it stand deeper: otherwise who knows what they are.
    for (let line = this.#text.indexOf('\n', at) + 1; line > 0 && line < quoted.end; ) {
      const spaces = this.#spacesAt(line);
      if (spaces <= indent && this.#text[line + spaces] !== '\n') throw new UnusualYaml();
      line = this.#text.indexOf('\n', line) + 1;
    }
    return quoted;
  }

  /** Nothing may follow a value on its line. */
  #endOfValue(end: number): void {
    if (end < this.#text.length && this.#text[end] !== '\n') throw new UnusualYaml();
    this.at = end + 1;
  }

  #isItem(at: number): boolean {
    const next = this.#text[at + 1];
    return this.#text[at] === '-' && (next === ' ' || next === '\n' || next === undefined);
  }

  #spacesAt(at: number): number {
    let spaces = 0;
    while (this.#text[at + spaces] === ' ') spaces++;
    return spaces;
  }

  #lineEnd(at: number): number {
    const end = this.#text.indexOf('\n', at);
    return end < 0 ? this.#text.length : end;
  }
}

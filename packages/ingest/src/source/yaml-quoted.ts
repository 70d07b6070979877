/** A quoted text without its quotes, and where what follows the closing one begins. */
export interface QuotedText {
  readonly text: string;
  readonly end: number;
}

/** Lines of a text that YAML folds: a line end is a blank, and n + 1 of them are n line ends. */
export function foldLines(lines: readonly string[]): string {
  let text = lines[0] ?? '';
  let breaks = 0;
  for (const line of lines.slice(1)) {
    breaks++;
    if (line === '') continue;
    text += breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
    text += line;
    breaks = 0;
  }
  // Lines without text at the end: the last is the one the closing quote stands on.
  if (breaks > 0) text += breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
  return text;
}

/** The text in single quotes that begins at `start`; null when it is not closed. */
export function readSingleQuoted(text: string, start: number): QuotedText | null {
  let end = text.indexOf("'", start + 1);
  while (end >= 0 && text[end + 1] === "'") end = text.indexOf("'", end + 2);
  if (end < 0) return null;
  const raw = text.slice(start + 1, end).replaceAll("''", "'");
  return { text: raw.includes('\n') ? foldQuoted(raw) : raw, end: end + 1 };
}

/** Blanks around line ends do not count. */
function foldQuoted(raw: string): string {
  const lines = raw.split('\n');
  const last = lines.length - 1;
  const trimmed = lines.map((line, i) => {
    const started = i === 0 ? line : line.replace(/^ +/, '');
    return i === last ? started : trimEnd(started);
  });
  return foldLines(trimmed);
}

function trimEnd(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end--;
  return line.slice(0, end);
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ['/', '/'],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);
const HEX_DIGITS: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);
const ORDINARY = /[^"\\ \n]*/y;

/** The text in double quotes that begins at `start`; null when it is not closed, or holds an escape that is none. */
export function readDoubleQuoted(text: string, start: number): QuotedText | null {
  let out = '';
  let at = start + 1;
  for (;;) {
    ORDINARY.lastIndex = at;
    const run = ORDINARY.exec(text)?.[0] ?? '';
    out += run;
    at += run.length;
    const char = text[at];
    if (char === undefined) return null;
    if (char === '"') return { text: out, end: at + 1 };
    if (char === '\\') {
      const escaped = readEscape(text, at);
      if (escaped === null) return null;
      out += escaped.text;
      at = escaped.end;
    } else {
      const space = readSpace(text, at);
      out += space.text;
      at = space.end;
    }
  }
}

/** Blanks, which stay, or blanks and line ends, which are folded. */
function readSpace(text: string, start: number): QuotedText {
  let at = start;
  while (text[at] === ' ') at++;
  if (text[at] !== '\n') return { text: text.slice(start, at), end: at };
  const { breaks, end } = skipBreaks(text, at);
  return { text: breaks === 1 ? ' ' : '\n'.repeat(breaks - 1), end };
}

function skipBreaks(text: string, start: number): { breaks: number; end: number } {
  let breaks = 0;
  let at = start;
  while (text[at] === '\n') {
    breaks++;
    at++;
    while (text[at] === ' ') at++;
  }
  return { breaks, end: at };
}

function readEscape(text: string, start: number): QuotedText | null {
  const char = text[start + 1];
  if (char === undefined) return null;
  if (char === '\n') {
    const { breaks, end } = skipBreaks(text, start + 1);
    return { text: '\n'.repeat(breaks - 1), end };
  }
  const plain = ESCAPES.get(char);
  if (plain !== undefined) return { text: plain, end: start + 2 };
  const digits = HEX_DIGITS.get(char);
  if (digits === undefined) return null;
  const end = start + 2 + digits;
  const hex = text.slice(start + 2, end);
  const code = Number.parseInt(hex, 16);
  if (hex.length < digits || !/^[0-9a-fA-F]+$/.test(hex) || code > 0x10ffff) return null;
  return { text: String.fromCodePoint(code), end };
}

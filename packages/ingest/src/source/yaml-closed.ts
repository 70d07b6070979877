const LF = 0x0a;
const SPACE = 0x20;
const DOUBLE_QUOTE = 0x22;
const HASH = 0x23;
const SINGLE_QUOTE = 0x27;
const COMMA = 0x2c;
const DASH = 0x2d;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_MAPPING = 0x7b;
const CLOSE_MAPPING = 0x7d;

/**
 * Whether quotes and brackets that are opened in a stretch of block YAML are closed in it: what is passed over must end
 * where it seems to, whatever else is wrong inside.
 */
export function isClosedYaml(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end) {
    at = skipLead(bytes, at, end);
    const byte = bytes[at];
    if (byte === SINGLE_QUOTE || byte === DOUBLE_QUOTE) {
      const close = closingQuote(bytes, at, end);
      if (close < 0) return false;
      at = close + 1;
      // A quoted key: its value follows.
      if (bytes[at] === COLON) at++;
      else at = nextLine(bytes, at, end);
    } else if (byte === OPEN_LIST || byte === OPEN_MAPPING) {
      const close = closingBracket(bytes, at, end);
      if (close < 0) return false;
      at = nextLine(bytes, close + 1, end);
    } else {
      at = afterKey(bytes, at, end);
    }
  }
  return true;
}

/** Over blanks and the dashes of lists. */
function skipLead(bytes: Buffer, from: number, end: number): number {
  let at = from;
  while (at < end && (bytes[at] === SPACE || (bytes[at] === DASH && bytes[at + 1] === SPACE))) at++;
  return at;
}

/** Behind `key:` where one stands on the line, else the next line. */
function afterKey(bytes: Buffer, from: number, end: number): number {
  for (let at = from; at < end; at++) {
    const byte = bytes[at];
    if (byte === LF) return at + 1;
    if (byte === COLON && bytes[at + 1] === SPACE) return at + 1;
    if (byte === HASH && bytes[at - 1] === SPACE) return nextLine(bytes, at, end);
  }
  return end;
}

function nextLine(bytes: Buffer, from: number, end: number): number {
  const at = bytes.indexOf(LF, from);
  return at < 0 || at >= end ? end : at + 1;
}

function closingQuote(bytes: Buffer, start: number, end: number): number {
  const quote = bytes[start] as number;
  for (let at = start + 1; at < end; at++) {
    const byte = bytes[at];
    if (byte === BACKSLASH && quote === DOUBLE_QUOTE) at++;
    else if (byte === quote) {
      if (quote === SINGLE_QUOTE && bytes[at + 1] === SINGLE_QUOTE) at++;
      else return at;
    }
  }
  return -1;
}

function closingBracket(bytes: Buffer, start: number, end: number): number {
  const open: number[] = [];
  let isTokenStart = true;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if ((byte === SINGLE_QUOTE || byte === DOUBLE_QUOTE) && isTokenStart) {
      at = closingQuote(bytes, at, end);
      if (at < 0) return -1;
    } else if (byte === OPEN_LIST || byte === OPEN_MAPPING) open.push(byte + 2);
    else if (byte === CLOSE_LIST || byte === CLOSE_MAPPING) {
      if (open.pop() !== byte) return -1;
      if (open.length === 0) return at;
    }
    if (byte !== SPACE && byte !== LF) {
      isTokenStart = byte === COMMA || byte === COLON || byte === OPEN_LIST || byte === OPEN_MAPPING;
    }
  }
  return -1;
}

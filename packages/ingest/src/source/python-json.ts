const MISSING = /-?\bInfinity\b|\bNaN\b/g;
const BACKSLASH = 0x5c;

/**
 * JSON as Python's json module writes it: `NaN`, `Infinity` and `-Infinity` stand for missing values and become null.
 * Inside a string they are text.
 *
 * @throws SyntaxError as JSON.parse
 * @example
 * parsePythonJson('{"a": NaN, "b": "NaN"}') // { a: null, b: 'NaN' }
 */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!text.includes('NaN') && !text.includes('Infinity')) throw error;
    return JSON.parse(withoutMissing(text));
  }
}

/** Replaces the names of missing values outside strings. */
function withoutMissing(text: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const stringStart = quote < 0 ? text.length : quote;
    parts.push(text.slice(at, stringStart).replace(MISSING, 'null'));
    at = endOfString(text, stringStart);
    parts.push(text.slice(stringStart, at));
  }
  return parts.join('');
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

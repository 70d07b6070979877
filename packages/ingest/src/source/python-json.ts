const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\bInfinity\b|\bNaN\b/gs;

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
    return JSON.parse(text.replace(TOKEN, (token) => (token.startsWith('"') ? token : 'null')));
  }
}

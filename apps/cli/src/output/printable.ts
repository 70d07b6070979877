/** Control characters, and marks that change the direction or the line of what follows. */
const HARMFUL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** Line ends, and on a terminal the codes that colour our own text. */
const LINE_ENDS = /(\n)/u;
const LINE_ENDS_AND_COLOURS = new RegExp(`(\n|${String.fromCharCode(27)}\\[(?:1|2|22|31|32|33|36|39)m)`, 'u');

/**
 * Text from a file, made harmless for a terminal: a name can hold escape sequences.
 *
 * @example
 * printable('a\u001b[31mb') // 'a\\x1b[31mb'
 */
export function printable(text: string): string {
  return text.replace(HARMFUL, (char) => {
    const hex = char.charCodeAt(0).toString(16);
    return hex.length > 2 ? `\\u${hex.padStart(4, '0')}` : `\\x${hex.padStart(2, '0')}`;
  });
}

/** A whole text made harmless, but for its line ends and, on a terminal, our colours. */
export function printableText(text: string, hasColors: boolean): string {
  return text
    .split(hasColors ? LINE_ENDS_AND_COLOURS : LINE_ENDS)
    .map((part, i) => (i % 2 === 1 ? part : printable(part)))
    .join('');
}

/** JSON in which what a terminal would obey is escaped; line ends stand outside of strings and stay. */
export function printableJson(json: string): string {
  return json.replace(HARMFUL, (char) =>
    char === '\n' ? char : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

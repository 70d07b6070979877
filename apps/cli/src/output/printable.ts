// Control characters, and marks that change the direction or the line of what follows.
const HARMFUL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

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

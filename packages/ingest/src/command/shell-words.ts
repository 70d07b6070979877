/**
 * Splits a command line as a POSIX shell would: white space separates, quotes group, a backslash escapes, and at the
 * end of a line joins it to the next. Nothing is expanded. An open quote runs to the end.
 *
 * @example
 * shellWords(`a 'b c' "d \\"e"`) // ['a', 'b c', 'd "e']
 */
export function shellWords(command: string): string[] {
  const words: string[] = [];
  let word = '';
  let inWord = false;
  for (let i = 0; i < command.length; i++) {
    const char = command[i] as string;
    if (char === '\\' && command[i + 1] === '\n') {
      i++;
      continue;
    }
    if (isSpace(char)) {
      if (inWord) words.push(word);
      word = '';
      inWord = false;
      continue;
    }
    inWord = true;
    if (char === "'") {
      const end = command.indexOf("'", i + 1);
      const closed = end < 0 ? command.length : end;
      word += command.slice(i + 1, closed);
      i = closed;
    } else if (char === '"') {
      const quoted = doubleQuoted(command, i + 1);
      word += quoted.text;
      i = quoted.end;
    } else if (char === '\\') {
      word += command[++i] ?? '';
    } else {
      word += char;
    }
  }
  if (inWord) words.push(word);
  return words;
}

/** What a backslash escapes inside double quotes; before anything else it stands for itself. */
const ESCAPED = new Set(['$', '`', '"', '\\']);

/** What stands inside double quotes from `start` on, and where the closing one is. */
function doubleQuoted(command: string, start: number): { text: string; end: number } {
  let text = '';
  let i = start;
  for (; i < command.length && command[i] !== '"'; i++) {
    const next = command[i + 1] ?? '';
    if (command[i] !== '\\' || !(ESCAPED.has(next) || next === '\n')) text += command[i];
    else {
      i++;
      if (next !== '\n') text += next;
    }
  }
  return { text, end: i };
}

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f' || char === '\v';
}

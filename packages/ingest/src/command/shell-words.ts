/**
 * Splits a command line as a POSIX shell would: white space separates, quotes group, a backslash escapes.
 * Nothing is expanded. An open quote runs to the end.
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
    if (isSpace(char)) {
      if (inWord) words.push(word);
      word = '';
      inWord = false;
      continue;
    }
    inWord = true;
    if (char === "'") {
      const end = closing(command, "'", i + 1);
      word += command.slice(i + 1, end);
      i = end;
    } else if (char === '"') {
      for (i++; i < command.length && command[i] !== '"'; i++) {
        if (command[i] === '\\' && DOUBLE_QUOTE_ESCAPES.includes(command[i + 1] ?? ' ')) i++;
        word += command[i];
      }
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
const DOUBLE_QUOTE_ESCAPES = '$`"\\\n';

function isSpace(char: string): boolean {
  return char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f' || char === '\v';
}

function closing(command: string, quote: string, from: number): number {
  const end = command.indexOf(quote, from);
  return end < 0 ? command.length : end;
}

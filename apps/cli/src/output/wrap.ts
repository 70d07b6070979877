import { textWidth } from './text-width.ts';

/** A paragraph in lines of at most `width` columns; its indent stays, and lines after the first get two more. */
export function wrapWords(text: string, width: number): string[] {
  const indent = /^ */.exec(text)?.[0] ?? '';
  const lines: string[] = [];
  let line = '';
  let columns = 0;
  for (const word of text.slice(indent.length).split(' ')) {
    const more = textWidth(word);
    if (line === '') {
      line = `${indent}${word}`;
      columns = indent.length + more;
    } else if (columns + 1 + more <= width) {
      line = `${line} ${word}`;
      columns += 1 + more;
    } else {
      lines.push(line);
      line = `${indent}  ${word}`;
      columns = indent.length + 2 + more;
    }
  }
  return [...lines, line];
}

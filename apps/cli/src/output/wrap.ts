/** A paragraph in lines of at most `width` characters; those after the first are indented. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width || line.trim() === '') {
      line = longer;
    } else {
      lines.push(line);
      line = `  ${word}`;
    }
  }
  return [...lines, line];
}

import { printable } from './printable.ts';

/** A word of a command line that can be copied: in quotes where a shell would take it apart. */
export function shellWord(word: string): string {
  const safe = printable(word);
  return /^[\w./:@%+,-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", `'\\''`)}'`;
}

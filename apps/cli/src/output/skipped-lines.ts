import type { DocumentRemark } from '@prm/model';
import { counted } from './words.ts';

/** Documents that could not be read, one a line, and how many more there were. */
export function skippedLines(skipped: readonly DocumentRemark[], most: number): string[] {
  const lines = skipped.slice(0, most).map(({ path, reason }) => `skipped ${path}: ${reason}`);
  const rest = skipped.length - most;
  return rest > 0 ? [...lines, `skipped ${counted(rest, 'more document')}; --json lists all`] : lines;
}

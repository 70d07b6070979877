import { readFileSync } from 'node:fs';
import { parseExclusions } from '@prm/model';
import { UsageFault } from './usage-fault.ts';

/**
 * The entries of a file of exclusions.
 *
 * @param from who named the file, for messages
 */
export function readExclusions(path: string, from: string): string[] {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UsageFault(`${from} ${path}: ${reasonOf(error)}`);
  }
  return parseExclusions(textOf(bytes, `${from} ${path}`));
}

function textOf(bytes: Uint8Array, which: string): string {
  const expected = 'expected UTF-8 text with a run id, a job id or step@version a line';
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Not text: told below.
  }
  throw new UsageFault(`${which}: not text; ${expected}`);
}

function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return 'no such file';
    case 'EISDIR':
      return 'a folder, expected a file';
    case 'EACCES':
      return 'cannot be read: permission denied';
    default:
      return `cannot be read: ${error instanceof Error ? error.message : error}`;
  }
}

import { statSync, writeFileSync } from 'node:fs';
import { TextFile } from './text-file.ts';
import { UsageFault } from './usage-fault.ts';
import { writeReason } from './write-reason.ts';

/**
 * Writes a file that the command line asked for: as a whole or not at all, and at once to what is no file, such as a
 * pipe.
 *
 * @throws UsageFault
 */
export function writeText(path: string, text: string): void {
  const found = path === '' ? undefined : statSync(path, { throwIfNoEntry: false });
  if (found && !found.isFile() && !found.isDirectory()) {
    writeAtOnce(path, text);
    return;
  }
  const file = new TextFile(path);
  try {
    file.write(text);
    file.finish();
  } catch (error) {
    file.abandon();
    throw error;
  }
}

function writeAtOnce(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageFault(`cannot write ${path}: ${writeReason(error)}`);
  }
}

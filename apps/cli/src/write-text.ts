import { writeFileSync } from 'node:fs';
import { UsageFault } from './usage-fault.ts';

/** Writes a file that the command line asked for. */
export function writeText(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageFault(`cannot write ${path}: ${(error as NodeJS.ErrnoException).code ?? error}`);
  }
}

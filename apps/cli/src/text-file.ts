import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { UsageFault } from './usage-fault.ts';
import { writeReason } from './write-reason.ts';

const CHUNK = 1 << 16;

/**
 * A text file that is there as a whole or not at all: lines go into a file beside it, which takes its place at the end.
 * Opening it tells whether it can be written, before any work is done.
 */
export class TextFile {
  readonly #path: string;
  readonly #target: string;
  readonly #beside: string;
  readonly #file: number;
  #lines: string[] = [];
  #length = 0;

  /** @throws UsageFault */
  constructor(path: string) {
    this.#path = path;
    this.#target = this.#try(() => targetOf(path));
    this.#beside = join(dirname(this.#target), `.${basename(this.#target)}.${process.pid}.tmp`);
    this.#file = this.#try(() => openSync(this.#beside, 'w'));
  }

  write(line: string): void {
    this.#lines.push(line, '\n');
    this.#length += line.length;
    if (this.#length >= CHUNK) this.#flush();
  }

  /** Puts the file in its place. */
  finish(): void {
    this.#flush();
    this.#try(() => {
      closeSync(this.#file);
      renameSync(this.#beside, this.#target);
    });
  }

  /** Leaves nothing behind. */
  abandon(): void {
    rmSync(this.#beside, { force: true });
  }

  #flush(): void {
    const text = this.#lines.join('');
    this.#lines = [];
    this.#length = 0;
    this.#try(() => {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    });
  }

  #try<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const path = this.#path === '' ? '""' : this.#path;
      throw new UsageFault(`cannot write ${path}: ${writeReason(error)}`);
    }
  }
}

/** Where a link leads; a file that is not there yet is its own. */
function targetOf(path: string): string {
  if (path === '') throw new Error('it has no name');
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return path;
  if (!found.isFile()) throw new Error(found.isDirectory() ? 'it is a folder' : 'it is no file');
  return realpathSync(path);
}

import { readFileSync, statSync } from 'node:fs';
import { parseInputSize } from '@prm/ingest/units';
import { UsageFault } from './usage-fault.ts';

/** A sheet of the most samples there can be is smaller by far. */
const LARGEST_BYTES = 64 * 1024 ** 2;
const MOST_SAMPLES = 100_000;
/** A title has no digit: what has one may be a size with a slip in it, and a sample is not passed over for that. */
const DIGIT = /\d/;

/**
 * What `--samples` says: a number, or a sheet with the size of each sample.
 *
 * @throws UsageFault
 */
export function givenSamples(text: string): number | number[] {
  if (/^\s*[+-]?\d+\s*$/.test(text)) {
    const n = Number(text);
    if (n >= 1 && n <= MOST_SAMPLES) return n;
    throw new UsageFault(`--samples ${text}: expected a number from 1 to ${MOST_SAMPLES}, or a file`);
  }
  return readSampleSheet(text);
}

/**
 * The sizes of a sheet, bytes: one a line, alone or after a name and a tab. Empty lines, lines that begin with `#` and a
 * line of titles are passed over.
 *
 * @throws UsageFault that names the file, and the line where one is at fault
 */
function readSampleSheet(path: string): number[] {
  const sizes: number[] = [];
  let isFirst = true;
  for (const [i, line] of readText(path)
    .split(/\r\n|\r|\n/)
    .entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const where = `--samples ${path}, line ${i + 1}`;
    const cells = line.split('\t');
    if (cells.length > 2) {
      throw new UsageFault(`${where}: ${cells.length} columns, expected a size, or a name, a tab and a size`);
    }
    const size = cells.at(-1) as string;
    const isTitle = isFirst && !DIGIT.test(size);
    isFirst = false;
    if (isTitle) continue;
    if (sizes.length === MOST_SAMPLES) throw new UsageFault(`${where}: more than ${MOST_SAMPLES} samples`);
    sizes.push(sizeOf(size, where));
  }
  if (sizes.length > 0) return sizes;
  throw new UsageFault(`--samples ${path}: no sample; expected a size a line, such as 50gb`);
}

function sizeOf(text: string, where: string): number {
  try {
    return parseInputSize(text);
  } catch (error) {
    throw new UsageFault(`${where}: ${(error as Error).message}`);
  }
}

function readText(path: string): string {
  const stats = path === '' ? undefined : statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new UsageFault(`--samples ${path}: neither a number of samples nor a file that is there`);
  }
  if (!stats.isFile()) throw new UsageFault(`--samples ${path}: not a file`);
  if (stats.size > LARGEST_BYTES)
    throw new UsageFault(`--samples ${path}: larger than 64 MB, not a sheet of samples`);
  const text = read(path);
  if (text.includes('\0')) throw new UsageFault(`--samples ${path}: not a text file`);
  return text;
}

/** UTF-8, a byte-order mark is dropped. */
function read(path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const reason =
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'not UTF-8 text' : `cannot be read: ${code}`;
    throw new UsageFault(`--samples ${path}: ${reason}`);
  }
}

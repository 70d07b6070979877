import { statSync } from 'node:fs';
import { formOf } from '@prm/ingest';
import { parseInputSize } from '@prm/ingest/units';
import { UsageFault } from './usage-fault.ts';

/** Bytes of the sizes given, and of the files given together: what Bio-Pype would record as the input of one job. */
export function inputSizes(sizes: readonly string[], files: readonly string[]): number[] {
  const given = sizes.map(parseInputSize);
  return files.length === 0 ? given : [...given, totalSize(files)];
}

/** Sizes of files alone count, as in Bio-Pype: a folder's content does not. */
function totalSize(files: readonly string[]): number {
  let total = 0;
  for (const path of files) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile())
      throw new UsageFault(`--input ${path === '' ? '""' : path}: ${stats ? 'not a file' : 'no such file'}`);
    total += stats.size;
  }
  if (total === 0) throw new UsageFault(`--input: the files are empty; a prediction needs a size above 0`);
  return total;
}

/** The form that all of the files have; null where they differ, or tell nothing. */
export function formOfFiles(files: readonly string[]): string | null {
  const forms = new Set(files.map(formOf));
  return forms.size === 1 ? ([...forms][0] ?? null) : null;
}

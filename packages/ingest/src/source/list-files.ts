import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { IngestError } from '../errors.ts';
import { compareText } from '../text/compare-text.ts';
import { fileFormat, isPassedOverName } from './file-format.ts';

/** Something met while looking for files that is not read. */
export interface PassedOver {
  readonly path: string;
  readonly reason: 'another ending' | 'a file that Bio-Pype writes beside runs' | 'the folder of the models';
}

/** A link that leads nowhere new, or an entry that could not be looked at. */
export interface ListingNote {
  readonly path: string;
  readonly message: string;
}

/** What there is to read. */
export interface Listing {
  readonly files: readonly string[];
  readonly passedOver: readonly PassedOver[];
  readonly notes: readonly ListingNote[];
}

/**
 * The run files under files and folders, folders searched recursively, in an order that depends on names alone.
 * Hidden entries are not looked at; a file reached twice, through a link or by naming it twice, is listed once.
 *
 * @param sources paths; one that is a file is listed whatever its name
 * @param exclude a folder not to enter: the one the models are written to
 * @throws IngestError `ingest/no-such-source`, `ingest/unreadable-source`
 */
export function listFiles(sources: readonly string[], exclude?: string): Listing {
  const walk = new Walk(exclude === undefined ? null : realPathOrNull(exclude));
  for (const source of sources) walk.source(source);
  return walk;
}

class Walk implements Listing {
  readonly files: string[] = [];
  readonly passedOver: PassedOver[] = [];
  readonly notes: ListingNote[] = [];
  readonly #seen = new Set<string>();
  readonly #excluded: string | null;

  constructor(excluded: string | null) {
    this.#excluded = excluded;
  }

  source(path: string): void {
    let isFolder: boolean;
    try {
      isFolder = statSync(path).isDirectory();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') {
        throw new IngestError('ingest/no-such-source', `no such file or directory: ${path || "''"}`);
      }
      throw new IngestError('ingest/unreadable-source', `cannot read ${path}: ${code ?? String(error)}`);
    }
    if (isFolder) this.#folder(path, new Set(), true);
    else this.#file(path);
  }

  #file(path: string): void {
    if (this.#isNew(realpathSync(path))) this.files.push(path);
  }

  #folder(path: string, above: ReadonlySet<string>, isSource: boolean): void {
    const real = realpathSync(path);
    if (above.has(real)) {
      this.notes.push({ path, message: 'a link to a folder above itself; not followed' });
      return;
    }
    if (real === this.#excluded && !isSource) {
      this.passedOver.push({ path, reason: 'the folder of the models' });
      return;
    }
    if (!this.#isNew(real)) return;
    const entries = this.#entries(path, isSource);
    const inside = new Set(above).add(real);
    for (const entry of entries)
      if (!entry.name.startsWith('.')) this.#entry(join(path, entry.name), entry, inside);
  }

  #entries(path: string, isSource: boolean): Dirent[] {
    try {
      return readdirSync(path, { withFileTypes: true }).sort((a, b) => compareText(a.name, b.name));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (isSource)
        throw new IngestError('ingest/unreadable-source', `cannot read ${path}: ${code ?? String(error)}`);
      this.notes.push({ path, message: `cannot be read: ${code ?? String(error)}` });
      return [];
    }
  }

  #entry(path: string, entry: Dirent, above: ReadonlySet<string>): void {
    const kind = entry.isSymbolicLink() ? this.#kindBehind(path) : entry;
    if (kind === null) return;
    if (kind.isDirectory()) this.#folder(path, above, false);
    else if (!kind.isFile()) this.notes.push({ path, message: 'neither a file nor a folder; not read' });
    else if (isPassedOverName(entry.name)) {
      this.passedOver.push({ path, reason: 'a file that Bio-Pype writes beside runs' });
    } else if (fileFormat(entry.name) === null) this.passedOver.push({ path, reason: 'another ending' });
    else this.#file(path);
  }

  #kindBehind(path: string): { isDirectory(): boolean; isFile(): boolean } | null {
    try {
      return statSync(path);
    } catch (error) {
      const isCircular = (error as NodeJS.ErrnoException).code === 'ELOOP';
      this.notes.push({
        path,
        message: isCircular ? 'a link that leads to itself' : 'a link that leads nowhere',
      });
      return null;
    }
  }

  #isNew(real: string): boolean {
    if (this.#seen.has(real)) return false;
    this.#seen.add(real);
    return true;
  }
}

function realPathOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}

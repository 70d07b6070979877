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
 * Hidden entries are not looked at; a file reached twice, through a link or by naming it twice, is listed once, under its
 * own name where it has one here.
 *
 * @param sources paths; one that is a file is listed whatever its name
 * @param exclude a folder not to enter: the one the models are written to
 * @throws IngestError `ingest/no-such-source`, `ingest/unreadable-source`
 */
export function listFiles(sources: readonly string[], exclude?: string): Listing {
  const walk = new Walk(exclude === undefined ? null : realPathOrNull(exclude));
  for (const source of sources) walk.source(source);
  walk.followLinks();
  return walk;
}

/** What a directory entry, or the target of a link, is. */
interface EntryKind {
  isDirectory(): boolean;
  isFile(): boolean;
}

class Walk implements Listing {
  readonly files: string[] = [];
  readonly passedOver: PassedOver[] = [];
  readonly notes: ListingNote[] = [];
  readonly #seen = new Set<string>();
  readonly #excluded: string | null;
  /** Links met in folders, with the folders they were met in: what they lead to may be met under its own name yet. */
  readonly #links: { path: string; entry: Dirent; above: ReadonlySet<string> }[] = [];

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

  followLinks(): void {
    for (let link = this.#links.shift(); link !== undefined; link = this.#links.shift()) {
      const kind = this.#kindBehind(link.path);
      if (kind !== null) this.#look(link.path, link.entry.name, kind, link.above);
    }
  }

  #file(path: string): void {
    const real = this.#realPath(path);
    if (real !== null && this.#isNew(real)) this.files.push(path);
  }

  /** Null, and a note, for what is gone by now, or has a name that is not text. */
  #realPath(path: string): string | null {
    try {
      return realpathSync(path);
    } catch {
      this.notes.push({ path, message: 'cannot be looked up: its name is not UTF-8, or it is gone' });
      return null;
    }
  }

  #folder(path: string, above: ReadonlySet<string>, isSource: boolean): void {
    const real = this.#realPath(path);
    if (real === null) return;
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
    if (entry.isSymbolicLink()) this.#links.push({ path, entry, above });
    else this.#look(path, entry.name, entry, above);
  }

  #look(path: string, name: string, kind: EntryKind, above: ReadonlySet<string>): void {
    if (kind.isDirectory()) this.#folder(path, above, false);
    else if (!kind.isFile()) this.notes.push({ path, message: 'neither a file nor a folder; not read' });
    else if (isPassedOverName(name)) {
      this.passedOver.push({ path, reason: 'a file that Bio-Pype writes beside runs' });
    } else if (fileFormat(name) === null) this.passedOver.push({ path, reason: 'another ending' });
    else this.#file(path);
  }

  #kindBehind(path: string): EntryKind | null {
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

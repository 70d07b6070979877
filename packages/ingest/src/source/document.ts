import type { Entry } from '../run/parse-run.ts';

/** Something worth telling about a document that could be read all the same. */
export interface Note {
  readonly code: 'ingest/duplicate-id' | 'ingest/bad-timeline' | 'ingest/unknown-tag' | 'ingest/link';
  readonly message: string;
}

/** The members of one runtime mapping, unwrapped, one a key. */
export interface Document {
  readonly entries: readonly Entry[];
  /** Those of what is read only when it is asked for come with the reading. */
  readonly notes: readonly Note[];
}

/** How a document is read. */
export interface ReadOptions {
  /** Read `resource_timeline` too. Default false: it is most of a big file, and only power curves need it. */
  readonly timelines?: boolean;
}

/** One entry a key, the last of each; what was dropped is noted when it was a job record. */
export function lastOfEach<T extends Entry>(
  entries: readonly T[],
  isRecord: (entry: T) => boolean,
): { entries: T[]; notes: Note[] } {
  const last = new Map<string, T>();
  const twice = new Set<string>();
  for (const entry of entries) {
    if (last.has(entry.key) && !entry.key.startsWith('__') && isRecord(entry)) twice.add(entry.key);
    last.set(entry.key, entry);
  }
  const notes = [...twice].map(
    (id): Note => ({
      code: 'ingest/duplicate-id',
      message: `job id ${id} occurs more than once; the last one stands`,
    }),
  );
  return { entries: [...last.values()], notes };
}

import { IngestError } from '../errors.ts';
import { contentDigest } from '../text/digest.ts';
import { asMapping, type Mapping, member } from '../text/scalars.ts';
import type { DocumentLimits } from './limits.ts';
import { readDocuments } from './read-documents.ts';

/**
 * Where the digests of a document come from: its file, which is read again when they are needed, or what was made while
 * it was at hand.
 */
export type DigestSource =
  | { readonly path: string; readonly line: number | null; readonly limits: DocumentLimits }
  | { readonly run: string; readonly records: ReadonlyMap<string, string> };

/**
 * SHA-256 of runs, in hex: of the canonical JSON of their mapping without timelines, which teach nothing. They settle
 * ties, so few are ever made; a file that holds many of them is read once.
 */
export async function runDigests(sources: readonly DigestSource[]): Promise<string[]> {
  const mappings = await digestsFromFiles(sources, (_, mapping) => contentDigest(withoutTimelines(mapping)));
  return sources.map((source, i) => ('run' in source ? source.run : (mappings[i] as string)));
}

/** SHA-256 of job records, as `runDigests`. */
export async function recordDigests(
  jobs: readonly { source: DigestSource; id: string }[],
): Promise<string[]> {
  const fromFiles = await digestsFromFiles(
    jobs.map(({ source }) => source),
    (i, mapping) => contentDigest(withoutTimeline(member(mapping, (jobs[i] as { id: string }).id))),
  );
  return jobs.map(({ source, id }, i) =>
    'run' in source ? (source.records.get(id) ?? '') : (fromFiles[i] as string),
  );
}

/** The digests of a mapping that will be gone. */
export function digestsOf(mapping: Mapping): DigestSource {
  const records = Object.entries(mapping).filter(([key]) => !key.startsWith('__'));
  return {
    run: contentDigest(withoutTimelines(mapping)),
    records: new Map(records.map(([key, record]) => [key, contentDigest(withoutTimeline(record))])),
  };
}

/** Reads each file once and digests the documents that are asked for. */
async function digestsFromFiles(
  sources: readonly DigestSource[],
  digest: (index: number, mapping: Mapping) => string,
): Promise<(string | undefined)[]> {
  const out: (string | undefined)[] = sources.map(() => undefined);
  const wanted = new Map<string, Map<number | null, number[]>>();
  for (const [i, source] of sources.entries()) {
    if (!('path' in source)) continue;
    const ofFile = wanted.get(source.path) ?? new Map<number | null, number[]>();
    wanted.set(source.path, ofFile);
    ofFile.set(source.line, [...(ofFile.get(source.line) ?? []), i]);
  }
  for (const [path, lines] of wanted) {
    const { limits } = sources[[...lines.values()][0]?.[0] ?? 0] as { limits: DocumentLimits };
    for await (const { line, document } of readDocuments(path, limits, {}, new Set(lines.keys()))) {
      const indices = lines.get(line) ?? [];
      lines.delete(line);
      if (indices.length === 0) continue;
      if (document instanceof IngestError) throw changed(path);
      const mapping = Object.fromEntries(document.entries.map(({ key, read }) => [key, read()]));
      for (const i of indices) out[i] = digest(i, mapping);
    }
    if (lines.size > 0) throw changed(path);
  }
  return out;
}

function changed(path: string): IngestError {
  return new IngestError('ingest/unreadable-source', `${path} changed while it was read; train again`);
}

function withoutTimelines(mapping: Mapping): Mapping {
  return Object.fromEntries(Object.entries(mapping).map(([key, record]) => [key, withoutTimeline(record)]));
}

function withoutTimeline(record: unknown): unknown {
  const mapping = asMapping(record);
  if (!Object.hasOwn(mapping, 'resource_timeline')) return record;
  const { resource_timeline: _, ...rest } = mapping;
  return rest;
}

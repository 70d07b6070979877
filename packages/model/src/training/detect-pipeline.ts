import { createHash } from 'node:crypto';
import { compareText } from '@prm/ingest';

/** How alike two sets of snippets must be for one to be taken for a run of the other. */
const LEAST_SIMILARITY = 0.6;

/** Names of pipelines and the snippets they were seen with. */
export type KnownPipelines = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The pipeline of a run without a name: the known one with the most similar set of snippets (Jaccard ≥ 0.6; of equally
 * similar ones the larger overlap, then the name), else a signature of the set.
 *
 * @param snippets of all jobs of the run, at least one
 * @example
 * detectPipeline(new Set(['a', 'b']), new Map([['p', new Set(['a', 'b', 'c'])]])) // 'p'
 */
export function detectPipeline(snippets: ReadonlySet<string>, known: KnownPipelines): string {
  let best: { name: string; similarity: number; shared: number } | null = null;
  for (const [name, others] of known) {
    let shared = 0;
    for (const snippet of snippets) if (others.has(snippet)) shared++;
    const similarity = shared / (snippets.size + others.size - shared);
    if (!(similarity >= LEAST_SIMILARITY)) continue;
    const order =
      best === null
        ? -1
        : best.similarity - similarity || best.shared - shared || compareText(name, best.name);
    if (order < 0) best = { name, similarity, shared };
  }
  return best?.name ?? pipelineSignature(snippets);
}

/** `sig-` and twelve hex digits of the SHA-256 of the sorted names. */
export function pipelineSignature(snippets: ReadonlySet<string>): string {
  const text = [...snippets].sort(compareText).join('\n');
  return `sig-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
}

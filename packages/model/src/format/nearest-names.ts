import { compareText } from '@prm/ingest/text';

/** Names further away than this share of their length are no likely slip of the hand. */
const FURTHEST = 0.5;

/** Up to `most` of the names that are nearest to a mistyped one, by edit distance without regard to case. */
export function nearestNames(name: string, names: readonly string[], most: number): string[] {
  const wanted = name.toLowerCase().slice(0, 200);
  return names
    .map((candidate) => ({
      candidate,
      distance: relativeDistance(wanted, candidate.toLowerCase().slice(0, 200)),
    }))
    .filter(({ distance }) => distance <= FURTHEST)
    .sort((a, b) => a.distance - b.distance || compareText(a.candidate, b.candidate))
    .slice(0, most)
    .map(({ candidate }) => candidate);
}

function relativeDistance(a: string, b: string): number {
  if (a === b) return 0;
  if (a !== '' && b !== '' && (b.includes(a) || a.includes(b))) return 0.25;
  return editDistance(a, b) / Math.max(a.length, b.length, 1);
}

/** Levenshtein's distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

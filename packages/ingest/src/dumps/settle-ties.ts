/**
 * Sorts lists, and orders what the comparison leaves equal by digests, which are asked for once, for all that is tied.
 *
 * @param direction of the digests
 * @returns sorted copies, in the order of the lists
 */
export async function settleTies<T>(
  lists: readonly (readonly T[])[],
  compare: (a: T, b: T) => number,
  digestsOf: (items: readonly T[]) => Promise<readonly string[]>,
  direction: 'ascending' | 'descending' = 'ascending',
): Promise<T[][]> {
  const sorted = lists.map((list) => [...list].sort(compare));
  const tied: T[] = [];
  for (const list of sorted)
    for (const { start, end } of ties(list, compare)) tied.push(...list.slice(start, end));
  if (tied.length === 0) return sorted;
  const digests = new Map<T, string>();
  for (const [i, digest] of (await digestsOf(tied)).entries()) digests.set(tied[i] as T, digest);
  const sign = direction === 'ascending' ? 1 : -1;
  const byDigest = (a: T, b: T): number => {
    const [one, other] = [digests.get(a) as string, digests.get(b) as string];
    return one === other ? 0 : one < other ? -sign : sign;
  };
  for (const list of sorted) {
    for (const { start, end } of ties(list, compare)) {
      list.splice(start, end - start, ...list.slice(start, end).sort(byDigest));
    }
  }
  return sorted;
}

/** Stretches of a sorted list that compare as equal. */
function ties<T>(sorted: readonly T[], compare: (a: T, b: T) => number): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && compare(sorted[start] as T, sorted[end] as T) === 0) end++;
    if (end - start > 1) found.push({ start, end });
    start = end;
  }
  return found;
}

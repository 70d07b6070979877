import { durationText } from '@prm/predict';

/** Items by a name, in order of appearance. */
export function groupBy<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const name = nameOf(item);
    const group = groups.get(name);
    if (group) group.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

/** `a, b and c`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** `2 jobs`. */
export function counted(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** From so many times what is expected on, what is usual is not much of a bound: few jobs were seen, or unlike ones. */
const WIDE = 5;

/** ` (usual up to 26 h)`, ` (varies widely, up to 200 h)`; nothing where no spread is known. */
export function usualWords(expectedSeconds: number, usualUpToSeconds: number | null): string {
  if (usualUpToSeconds === null) return '';
  const usual = durationText(usualUpToSeconds);
  if (usual === durationText(expectedSeconds)) return '';
  const isWide = usualUpToSeconds >= WIDE * expectedSeconds;
  return isWide ? ` (varies widely, up to ${usual})` : ` (usual up to ${usual})`;
}

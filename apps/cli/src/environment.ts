import { UsageFault } from './usage-fault.ts';

/**
 * The places named on the command line, by dimension.
 *
 * @param words each `dimension=class`, such as `partition=c2`
 * @throws UsageFault
 */
export function environmentOf(words: readonly string[]): Record<string, string> {
  const places = words.map((word): [string, string] => {
    const at = word.indexOf('=');
    if (at <= 0 || at === word.length - 1)
      throw new UsageFault(`--environment is ${JSON.stringify(word)}, expected such as partition=c2`);
    return [word.slice(0, at), word.slice(at + 1)];
  });
  const twice = places.find(([dimension], i) => places.findIndex(([one]) => one === dimension) < i);
  if (twice) throw new UsageFault(`--environment: ${twice[0]} is given twice, expected once`);
  return Object.fromEntries(places);
}

/**
 * A copy in an order drawn by lot, the same for the same seed and key. Fisher and Yates' shuffle over Mulberry32, seeded
 * with the FNV-1a hash of both: what is drawn under one key does not depend on what is drawn under others.
 *
 * @example
 * seededShuffle([1, 2, 3, 4], 1, 'align').join() // '2,4,3,1'
 */
export function seededShuffle<T>(items: readonly T[], seed: number, key: string): T[] {
  const out = [...items];
  let state = hashOf(`${seed}\n${key}`);
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(uniform() * (i + 1));
    [out[i], out[j]] = [out[j] as T, out[i] as T];
  }
  return out;
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}

/** Numbers that look random and are the same for the same seed. */
export interface Noise {
  /** From 0 to 1, evenly. */
  uniform(): number;
  /** Of mean 0 and standard deviation 1. */
  normal(): number;
  /** A factor around 1: e to the power of a normal deviate of this standard deviation. */
  factor(sigma: number): number;
}

/**
 * By mulberry32, and Box and Muller.
 *
 * @example
 * seededNoise(1).uniform() === seededNoise(1).uniform() // true
 */
export function seededNoise(seed: number): Noise {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal, factor: (sigma) => Math.exp(sigma * normal()) };
}

/** Random numbers, the same for the same seed. */
export interface Dice {
  /** From 0 to 1, without 1. */
  uniform(): number;
  /** Of mean 0 and deviation 1. */
  normal(): number;
}

/**
 * Mulberry32, and Box and Muller's way to the normal distribution.
 *
 * @example
 * const dice = diceOf(7);
 * const noise = Array.from({ length: 100 }, () => dice.normal());
 */
export function diceOf(seed: number): Dice {
  let state = (seed * 0x9e3779b1) >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  return { uniform, normal };
}

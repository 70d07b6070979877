/**
 * Rounds as Python's `round` does: to the nearest number of so many decimals, of two equally near ones to the even.
 * Both look at the exact binary value, so that only true ties differ from `toFixed`.
 *
 * @example
 * pythonRound(0.25, 1) // 0.2
 */
export function pythonRound(value: number, decimals: number): number {
  // Exactly half way are only odd multiples of 2^-(decimals + 1), and scaling by a power of two is exact.
  const halves = value * 2 ** (decimals + 1);
  const rounded = Number(value.toFixed(decimals));
  if (!Number.isInteger(halves) || halves % 2 === 0) return rounded;
  // Of two equally near ones toFixed takes the larger in size: the even one is a unit of the last decimal less.
  const units = BigInt(value.toFixed(decimals).replace('.', ''));
  if (units % 2n === 0n) return rounded;
  return Number(`${units > 0n ? units - 1n : units + 1n}e-${decimals}`);
}

/** Bytes of one unit: B, K, KB, KiB, Ki … E, EB, EiB, Ei, all powers of 1024 as Bio-Pype takes them; any case. */
export function bytesPerUnit(unit: string): number {
  const power = 'bkmgtpe'.indexOf(unit.slice(0, 1).toLowerCase());
  return unit === '' ? 1 : 1024 ** power;
}

/** A unit as part of a regular expression (flag i). */
export const UNIT_PATTERN = '[kmgtpe]i?b?|b';

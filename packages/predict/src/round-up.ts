const MB_PER_GB = 1024;
const MINUTE = 60;
const HOUR = 3600;

/** Memory rounded up to 256 MB below 4 GB, else to whole GB. */
export function roundUpMemoryMb(memMb: number): number {
  return roundUpTo(memMb, memMb < 4 * MB_PER_GB ? 256 : MB_PER_GB);
}

/** Time rounded up to 5 minutes below one hour, 15 minutes below eight, else whole hours. */
export function roundUpTimeSeconds(timeSeconds: number): number {
  const step = timeSeconds < HOUR ? 5 * MINUTE : timeSeconds < 8 * HOUR ? 15 * MINUTE : HOUR;
  return roundUpTo(timeSeconds, step);
}

/** Whole cores, at least one. */
export function roundUpCores(cores: number): number {
  return Math.max(1, roundUpTo(cores, 1));
}

/** A hair above a multiple is that multiple: 1.3 · 1024 / 1.3 must not round up to the next. */
function roundUpTo(value: number, step: number): number {
  return Math.ceil(value / step - 1e-9) * step;
}

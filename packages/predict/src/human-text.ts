const SIZE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB', 'EB'] as const;
const BYTES_PER_MB = 1024 ** 2;

/**
 * A size for people: `3.2 GB`, units of 1024, two significant digits and more.
 *
 * @example
 * sizeText(3435973837) // '3.2 GB'
 */
export function sizeText(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.6 KB would round to 1024 KB: from there on it is 1 MB.
  while (Math.abs(value) >= 1023.5 && unit < SIZE_UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${shortNumber(value)} ${SIZE_UNITS[unit]}`;
}

/**
 * Memory for people.
 *
 * @param memMb MB of 1024² bytes
 * @example
 * memorySizeText(1843) // '1.8 GB'
 */
export function memorySizeText(memMb: number): string {
  return sizeText(Math.min(memMb * BYTES_PER_MB, Number.MAX_VALUE));
}

/**
 * A time span for people: `0.4 s`, `42 s`, `12 min`, `1 h 25 min`, `62 h`, `12 d`.
 *
 * @example
 * durationText(5100) // '1 h 25 min'
 */
export function durationText(seconds: number): string {
  if (seconds < 59.5) return `${shortNumber(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (seconds < 595) return twoParts(Math.round(seconds), 60, 'min', 's');
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return twoParts(minutes, 60, 'h', 'min');
  const hours = Math.round(seconds / 3600);
  return hours < 240 ? `${hours} h` : `${Math.round(hours / 24)} d`;
}

/** A number as short as it can be said: one decimal below ten, two below one, else none. */
export function shortNumber(value: number): string {
  const size = Math.abs(value);
  if (value > 0 && value < 0.005) return '<0.01';
  if (size >= 9.95) return String(Math.round(value));
  return String(Number(value.toFixed(size < 0.995 ? 2 : 1)));
}

function twoParts(amount: number, base: number, large: string, small: string): string {
  const rest = amount % base;
  const whole = `${Math.floor(amount / base)} ${large}`;
  return rest === 0 ? whole : `${whole} ${rest} ${small}`;
}

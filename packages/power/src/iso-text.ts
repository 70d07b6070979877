/**
 * A moment as Python's `datetime.isoformat` prints it, to the microsecond and without a zone.
 *
 * @param seconds since 1970, as `parseTimestamp` gives them
 * @example
 * isoText(0.25) // '1970-01-01T00:00:00.250000'
 */
export function isoText(seconds: number): string {
  let whole = Math.floor(seconds);
  let micros = roundHalfEven((seconds - whole) * 1_000_000);
  if (micros === 1_000_000) {
    whole++;
    micros = 0;
  }
  const text = new Date(whole * 1000).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
  return micros === 0 ? text : `${text}.${String(micros).padStart(6, '0')}`;
}

function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

const DATE = '(\\d{4})-?(\\d{2})-?(\\d{2})';
const CLOCK = '(\\d{2})(?::?(\\d{2})(?::?(\\d{2})(?:[.,](\\d+))?)?)?';
const ZONE = ' ?(?:Z|([+-])(\\d{2}):?(\\d{2})?(?::?(\\d{2}))?)';
const TIMESTAMP = new RegExp(`^${DATE}(?:[Tt ]${CLOCK}(${ZONE})?)?$`);
const LONGEST = 64;
const MS_PER_DAY = 86_400_000;

/**
 * Seconds since 1970 of an ISO 8601 timestamp, to the microsecond; null when it is none.
 * One without a zone is taken as written, never shifted by the machine's: only differences of such times mean anything.
 *
 * @example
 * parseTimestamp('1970-01-02T00:00:00.5') // 86400.5
 */
export function parseTimestamp(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > LONGEST) return null;
  const match = TIMESTAMP.exec(value);
  if (match === null) return null;
  const field = (i: number): number => Number(match[i] ?? 0);
  const [year, month, day, hour, minute, second] = [
    field(1),
    field(2),
    field(3),
    field(4),
    field(5),
    field(6),
  ];
  const midnight = Date.UTC(year, month - 1, day);
  const date = new Date(midnight);
  if (year === 0 || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  if (year < 100) date.setUTCFullYear(year);
  if (hour > 23 || minute > 59 || second > 59 || field(10) > 23 || field(11) > 59 || field(12) > 59)
    return null;
  const microseconds = Number((match[7] ?? '').slice(0, 6).padEnd(6, '0'));
  const offset = (match[9] === '-' ? -1 : 1) * (field(10) * 3600 + field(11) * 60 + field(12));
  const days = date.getTime() / MS_PER_DAY;
  const seconds = days * 86_400 + hour * 3600 + minute * 60 + second - offset;
  return (seconds * 1_000_000 + microseconds) / 1_000_000;
}

/**
 * The label of a tick: the clock time, with seconds only where ticks need them, and below it the date where it begins.
 *
 * @param ticks all of them; without them every label names its date
 */
export function utcTicks(date: Date, i: number, ticks: readonly Date[] = []): string {
  const hasSeconds = [date, ...ticks].some((one) => !one.toISOString().endsWith(':00.000Z'));
  const [day = '', time = ''] = date.toISOString().split('T');
  const clock = time.slice(0, hasSeconds ? 'HH:MM:SS'.length : 'HH:MM'.length);
  const before = ticks[i - 1]?.toISOString();
  return before?.startsWith(day) ? clock : `${clock}\n${day}`;
}

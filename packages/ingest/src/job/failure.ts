/** Why a job failed, as far as its message tells. */
export type FailureKind = 'oom' | 'timeout' | 'other';

/** What a scheduler or the tool says stands at the start; a whole log pasted there is not searched. */
const LONGEST = 10_000;
const OUT_OF_MEMORY =
  /out[ _]?of[ _]?memory|\boom\b|oom[-_ ]?kill|memory limit|exceeded.*memory|bad_alloc|cannot allocate memory|\b137\b/i;
/** Not "connection timed out": that is a network's, and more time would not help. */
const TIMED_OUT = /^\W*time ?out\b|failed: time ?out|time[ _]?limit|wall ?time|deadline/i;

/**
 * Reads the kind of a failure from its error message.
 *
 * @example
 * failureKind('Job failed: Out of memory') // 'oom'
 */
export function failureKind(message: unknown): FailureKind {
  if (typeof message !== 'string') return 'other';
  const start = message.slice(0, LONGEST);
  if (OUT_OF_MEMORY.test(start)) return 'oom';
  return TIMED_OUT.test(start) ? 'timeout' : 'other';
}

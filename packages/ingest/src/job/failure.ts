/** Why a job failed, as far as its message tells. */
export type FailureKind = 'oom' | 'timeout' | 'other';

const OUT_OF_MEMORY =
  /out[ _]?of[ _]?memory|\boom\b|oom[-_ ]?kill|memory limit|bad_alloc|cannot allocate memory|\b137\b/i;
/** Not "connection timed out": that is a network's, and more time would not help. */
const TIMED_OUT = /^\W*time ?out\b|failed: time ?out|time[ _]?limit|wall ?time|deadline/i;

/**
 * Reads the kind of a failure from its error message. Takes time in proportion to the message: a whole log may be in it.
 *
 * @example
 * failureKind('Job failed: Out of memory') // 'oom'
 */
export function failureKind(message: unknown): FailureKind {
  if (typeof message !== 'string') return 'other';
  if (OUT_OF_MEMORY.test(message) || exceedsMemory(message)) return 'oom';
  return TIMED_OUT.test(message) ? 'timeout' : 'other';
}

/** `exceeded … memory` in one line. */
function exceedsMemory(message: string): boolean {
  return message
    .toLowerCase()
    .split(/[\n\r]/)
    .some((line) => {
      const at = line.indexOf('exceeded');
      return at >= 0 && line.includes('memory', at);
    });
}

/** A requested time, or nothing; `problem` tells when something was written that could not be used, or only by a guess. */
export interface ParsedTime {
  readonly timeSeconds: number | 'unlimited' | null;
  /** `number`: YAML read an unquoted clock time in base 60; taken as seconds. */
  readonly problem: 'number' | 'unreadable' | null;
}

const SECONDS_OF = [86_400, 3600, 60, 1] as const;
/** No spelling of a time is longer; the forms need not look at more. */
const LONGEST = 100;
const UNLIMITED = /^(?:unlimited|infinite|not_set|partition_limit)$/i;
const FRACTION = '(\\d+(?:\\.\\d+)?)';
/** Forms that give [days, hours, minutes, seconds]. */
const FORMS = [
  new RegExp(`^(\\d+)-(\\d+)(?::(\\d+))?(?::${FRACTION})?$`),
  new RegExp(`^(\\d+) days?, (\\d+):(\\d+):${FRACTION}$`, 'i'),
  new RegExp(`^(?:(?:(\\d+):)?(\\d+):)?(\\d+):${FRACTION}$`),
  new RegExp(`^()()${FRACTION}()$`),
  new RegExp(
    `^(?:${FRACTION}\\s*d)?\\s*(?:${FRACTION}\\s*h)?\\s*(?:${FRACTION}\\s*m)?\\s*(?:${FRACTION}\\s*s)?$`,
    'i',
  ),
];

/**
 * A time request in any spelling that SLURM or a snippet's author uses: `D-HH[:MM[:SS]]`, `D:HH:MM:SS`, `HH:MM:SS`,
 * `MM:SS`, bare text = minutes, `2 days, 04:00:00`, `1d12h`, `90s`, UNLIMITED. A number is seconds, and is told.
 *
 * @param value text or number as recorded
 * @example
 * parseTimeRequest('1-12') // { timeSeconds: 129600, problem: null }
 */
export function parseTimeRequest(value: unknown): ParsedTime {
  if (value === undefined || value === null || value === '' || value === 0)
    return { timeSeconds: null, problem: null };
  if (typeof value !== 'string') {
    const usable = typeof value === 'number' && value > 0 && Number.isFinite(value);
    return usable ? { timeSeconds: value, problem: 'number' } : { timeSeconds: null, problem: 'unreadable' };
  }
  const text = value.trim();
  if (text === '') return { timeSeconds: null, problem: null };
  if (text.length > LONGEST) return { timeSeconds: null, problem: 'unreadable' };
  if (UNLIMITED.test(text)) return { timeSeconds: 'unlimited', problem: null };
  const match = FORMS.map((form) => form.exec(text)).find((found) => found !== null);
  if (!match) return { timeSeconds: null, problem: 'unreadable' };
  const seconds = SECONDS_OF.reduce((sum, unit, i) => sum + Number(match[i + 1] ?? 0) * unit, 0);
  if (!Number.isFinite(seconds)) return { timeSeconds: null, problem: 'unreadable' };
  return { timeSeconds: seconds > 0 ? seconds : null, problem: null };
}

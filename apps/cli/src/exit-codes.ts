/** What the process tells its caller. */
export const EXIT = {
  done: 0,
  /** The data's fault. */
  data: 1,
  /** The command line's fault. */
  usage: 2,
  /** A gate that the command line asked for was tripped. */
  gate: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Codes of the packages that mean that the command line was wrong, not the data. */
const USAGE_CODES = new Set([
  'cli/usage',
  'ingest/bad-size',
  'evaluate/bad-option',
  'predict/bad-input-size',
  'predict/bad-samples',
  'power/bad-bin-minutes',
  'power/too-many-bins',
  'power/bad-carbon-intensity',
]);

export function exitCodeOf(code: string): ExitCode {
  return USAGE_CODES.has(code) ? EXIT.usage : EXIT.data;
}

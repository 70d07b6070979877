import type { FailureDocument } from './documents.ts';

/** The code and message of anything thrown; what none of the packages meant to throw is a fault of prm itself. */
export function failureOf(error: unknown): FailureDocument {
  const message = error instanceof Error ? error.message : String(error);
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string' && code.includes('/')) return { code, message };
  return {
    code: 'cli/internal',
    message: `unexpected: ${message} (a fault of prm itself; --debug shows where)`,
  };
}

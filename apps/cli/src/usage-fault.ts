/** A command line that cannot be followed. */
export class UsageFault extends Error {
  readonly code = 'cli/usage';
}

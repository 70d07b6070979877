/** What can be wrong with a request. The code is API, the message is not. */
export type PowerErrorCode =
  | 'power/bad-bin-minutes'
  | 'power/too-many-bins'
  | 'power/no-timeline'
  | 'power/bad-carbon-intensity'
  | 'power/not-a-mapping';

/** A curve that cannot be made. */
export class PowerError extends Error {
  override readonly name: string = 'PowerError';
  readonly code: PowerErrorCode;

  constructor(code: PowerErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What can be wrong with a request. The code is API, the message is not. */
export type EvaluateErrorCode = 'evaluate/bad-option' | 'evaluate/nothing-to-test';

/** Misuse of this package, or nothing to answer from. */
export class EvaluateError extends Error {
  override readonly name: string = 'EvaluateError';
  readonly code: EvaluateErrorCode;

  constructor(code: EvaluateErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What can be wrong with a request. The code is API, the message is not. */
export type PredictErrorCode = 'predict/bad-input-size';

/** Misuse of this package. */
export class PredictError extends Error {
  override readonly name: string = 'PredictError';
  readonly code: PredictErrorCode;

  constructor(code: PredictErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** @throws PredictError `predict/bad-input-size` unless the size is finite and more than 0 bytes */
export function checkInputSize(bytes: number): void {
  if (Number.isFinite(bytes) && bytes > 0) return;
  throw new PredictError(
    'predict/bad-input-size',
    `input size is ${bytes}, expected a finite number of bytes above 0`,
  );
}

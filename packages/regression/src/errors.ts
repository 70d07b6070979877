/** What can be wrong with a call of this package. The code is API, the message is not. */
export type RegressionErrorCode =
  | 'regression/length-mismatch'
  | 'regression/no-values'
  | 'regression/invalid-value'
  | 'regression/unknown-kind';

/** Misuse of this package: thrown, because the caller can see it before the call. */
export class RegressionError extends Error {
  override readonly name: string = 'RegressionError';
  readonly code: RegressionErrorCode;

  constructor(code: RegressionErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** @throws RegressionError `regression/length-mismatch`, naming the function that was called */
export function checkLengths(caller: string, x: ArrayLike<number>, y: ArrayLike<number>): void {
  if (x.length === y.length) return;
  throw new RegressionError('regression/length-mismatch', `${caller}: ${x.length} x for ${y.length} y`);
}

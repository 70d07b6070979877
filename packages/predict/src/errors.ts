/** What can be wrong with a request. The code is API, the message is not. */
export type PredictErrorCode = 'predict/bad-input-size' | 'predict/bad-samples';

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

/** No run has more samples; a list can hold no more. */
const MOST_SAMPLES = 100_000;

/** @throws PredictError `predict/bad-samples` unless it is a whole number, or a list of sizes, of at most 100 000 */
export function checkSamples(samples: number | readonly number[]): void {
  const n = typeof samples === 'number' ? samples : samples.length;
  if (!(Number.isSafeInteger(n) && n >= 1 && n <= MOST_SAMPLES)) {
    throw new PredictError(
      'predict/bad-samples',
      `${n} samples, expected a whole number from 1 to ${MOST_SAMPLES}`,
    );
  }
  if (typeof samples === 'number') return;
  for (const [i, bytes] of samples.entries()) {
    if (Number.isFinite(bytes) && bytes > 0) continue;
    const message = `sample ${i + 1} has a size of ${bytes}, expected a finite number of bytes above 0`;
    throw new PredictError('predict/bad-samples', message);
  }
}

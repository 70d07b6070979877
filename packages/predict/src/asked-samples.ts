import { checkInputSize, checkSamples, PredictError } from './errors.ts';

/** What is asked for: the size of the largest sample, with or without their number; or the size of every one. Bytes. */
export type AskedSamples =
  | { readonly largest: number; readonly n: number | null }
  | { readonly list: readonly number[] };

/**
 * What is asked for, checked.
 *
 * @throws PredictError `predict/bad-input-size`, `predict/bad-samples`
 */
export function askedSamples({
  inputSizeBytes,
  samples = null,
}: {
  readonly inputSizeBytes?: number;
  readonly samples?: number | readonly number[] | null;
}): AskedSamples {
  if (samples !== null) checkSamples(samples);
  if (samples === null || typeof samples === 'number') {
    checkInputSize(inputSizeBytes as number);
    return { largest: inputSizeBytes as number, n: samples };
  }
  if (inputSizeBytes === undefined) return { list: samples };
  const message = 'an input size beside the size of every sample: one of them is expected';
  throw new PredictError('predict/bad-samples', message);
}

/** The size of the largest sample, bytes. */
export function largestOf(asked: AskedSamples): number {
  return 'list' in asked ? asked.list.reduce((most, size) => Math.max(most, size)) : asked.largest;
}

/** The same, sizes multiplied by what a byte of them is worth. */
export function inOtherBytes(asked: AskedSamples, factor: number): AskedSamples {
  if (factor === 1) return asked;
  return 'list' in asked
    ? { ...asked, list: asked.list.map((size) => size * factor) }
    : { ...asked, largest: asked.largest * factor };
}

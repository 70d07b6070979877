import type { Prediction } from '@prm/predict';

/** Warnings that ask for attention: something was asked for that the model does not know. */
export function alerts({ warnings }: Prediction): string[] {
  return warnings.filter(({ code }) => code !== 'shifted').map(({ message }) => message);
}

/** What is good to know beside the figures: steps whose level moved. */
export function shiftNotes({ warnings }: Prediction): string[] {
  return warnings.filter(({ code }) => code === 'shifted').map(({ message }) => message);
}

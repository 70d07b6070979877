import { shortNumber } from '@prm/predict';
import type { RunPlace } from '../evaluation.ts';

/** A difference below this is not worth a word. */
const WORTH_TELLING = 0.1;

/** `On the slower partition c2: jobs usually take 1.8 × as long there, and that was expected.` */
export function placeWords(places: readonly RunPlace[]): string[] {
  return places.flatMap(({ dimension, class: name, factor }) => {
    const what = `${dimension.replaceAll('_', ' ')} ${name}`;
    if (factor === null)
      return [`On ${what}, where no run was seen: expected is what jobs take at the places seen.`];
    if (Math.abs(factor - 1) < WORTH_TELLING) return [];
    const kind = factor > 1 ? 'slower' : 'faster';
    return [
      `On the ${kind} ${what}: jobs usually take ${shortNumber(factor)} × as long there, and that was expected.`,
    ];
  });
}

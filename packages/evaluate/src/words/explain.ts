import type { Evaluation } from '../evaluation.ts';
import { flagWords } from './flags.ts';
import { headline } from './headline.ts';
import { ungradedWords, unmodelledWords } from './left-out.ts';

/** What an evaluation says, before it is put into words. */
export type EvaluationFacts = Omit<Evaluation, 'words'>;

/** Tells people what happened, what was expected and what to do, most important first. */
export function explain(facts: EvaluationFacts): string[] {
  return [...headline(facts), ...ungradedWords(facts), ...flagWords(facts), ...unmodelledWords(facts)];
}

import type { EvaluationFacts, RunIdentity } from './facts.ts';
import { flagWords } from './flags.ts';
import { headline } from './headline.ts';
import { ungradedWords, unmodelledWords } from './left-out.ts';
import { placeWords } from './place.ts';

/** Tells people what happened, what was expected and what to do, most important first. */
export function explain(facts: EvaluationFacts, identity: RunIdentity): string[] {
  return [
    ...headline(facts, identity),
    ...placeWords(facts.places),
    ...ungradedWords(facts),
    ...flagWords(facts),
    ...unmodelledWords(facts),
  ];
}

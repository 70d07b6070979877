import type { EvaluationFacts, RunIdentity } from './facts.ts';
import { flagWords } from './flags.ts';
import { headline } from './headline.ts';
import { ungradedWords, unmodelledWords } from './left-out.ts';

/** Tells people what happened, what was expected and what to do, most important first. */
export function explain(facts: EvaluationFacts, identity: RunIdentity): string[] {
  return [
    ...headline(facts, identity),
    ...ungradedWords(facts),
    ...flagWords(facts),
    ...unmodelledWords(facts),
  ];
}

import type { Evaluation } from '../evaluation.ts';

/** What an evaluation says, before it is put into words. */
export type EvaluationFacts = Omit<Evaluation, 'words'>;

/** What a run says of itself, and who knows it. */
export interface RunIdentity {
  /** Whether it names its pipeline. */
  readonly isNamed: boolean;
  /** Keys of the models that know its pipeline, where that decided. */
  readonly holders: readonly string[];
}

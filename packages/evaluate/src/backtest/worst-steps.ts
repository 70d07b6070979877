import { compareText } from '@prm/ingest';
import type { StepScores, TestedMetric } from './backtest-document.ts';

/** A step and how far off its predictions are. */
export interface FarStep {
  /** With its workflow where another has a step of that name. */
  readonly name: string;
  readonly step: StepScores;
  /** Its median absolute percentage error. */
  readonly error: number;
}

/** Steps with three values and more, those with the largest error first. */
export function worstSteps(steps: readonly StepScores[], metric: TestedMetric): FarStep[] {
  return steps
    .flatMap((step) => {
      const error = step.pooled[metric].step_mdape;
      return error === null ? [] : [{ name: nameOf(step, steps), step, error }];
    })
    .sort((a, b) => b.error - a.error || compareText(a.name, b.name));
}

/** A step's name; with its workflow where another has a step of that name. */
export function nameOf(
  one: { readonly workflow: string; readonly step: string },
  steps: readonly StepScores[],
): string {
  const isShared = steps.some(({ workflow, step }) => step === one.step && workflow !== one.workflow);
  return isShared ? `${one.workflow}/${one.step}` : one.step;
}

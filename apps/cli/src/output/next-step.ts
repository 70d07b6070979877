import { own, type WorkflowModel } from '@prm/model';
import { sizeText } from '@prm/predict';
import { shellWord } from './shell-word.ts';

/** What to do after a training: a prediction of a size that was seen, or more runs. */
export function nextStep(models: readonly WorkflowModel[], out: string): string {
  const model = models.find(({ steps }) => Object.keys(steps).length > 0);
  if (model === undefined) return 'Next: more runs. No step has the completed jobs that a model needs.';
  return `Next: prm predict ${shellWord(out)} ${shellWord(model.key)} --input-size ${usualSize(model)}`;
}

/** The usual size at a step that brings the data in, as one types it. */
function usualSize({ pipelines, steps }: WorkflowModel): string {
  const entries = Object.values(pipelines).flatMap(({ entry_steps }) => entry_steps);
  const median = entries.map((step) => own(steps, step)?.driver.median ?? null).find((size) => size !== null);
  return median === undefined ? '50gb' : sizeText(median).replace(' ', '').toLowerCase();
}

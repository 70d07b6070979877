import { own, type PipelineView, type WorkflowModel } from '@prm/model/format';

/**
 * What a byte of a form of input is worth in bytes of the form that a workflow's sizes are in, by the first step of those
 * that data comes in through which knows the form; 1 where none does.
 */
export function inputFormFactor(
  model: WorkflowModel,
  view: PipelineView | undefined,
  inputForm: string | null,
): number {
  if (inputForm === null) return 1;
  const entries = view?.entry_steps ?? Object.values(model.pipelines).flatMap((one) => one.entry_steps);
  for (const name of entries) {
    const form = own(own(model.steps, name)?.driver.forms ?? {}, inputForm);
    if (form !== undefined) return form.factor;
  }
  return 1;
}

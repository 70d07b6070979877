import type { ModelQuality, WorkflowModel } from './workflow-model.ts';

/**
 * A copy of a model without what can hold the name of a user, group or host: module paths, profiles and references to
 * runs. Strip a model before showing it to anyone but the people whose runs trained it.
 */
export function stripProvenance(model: WorkflowModel): WorkflowModel {
  const quality: ModelQuality = { ...model.quality, references: {} };
  return { ...model, provenance: { ...model.provenance, module_paths: [], profiles: [] }, quality };
}

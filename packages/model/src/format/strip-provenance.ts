import type { ModelQuality, Provenance, WorkflowModel } from './workflow-model.ts';

/**
 * A copy of a model without what can hold the name of a user, group or host: module paths, namespaces, profiles and
 * references to runs. Strip a model before showing it to anyone but the people whose runs trained it. Of the provenance
 * stay versions and pipeline names; what a newer version of prm may have added goes.
 */
export function stripProvenance(model: WorkflowModel): WorkflowModel {
  const quality: ModelQuality = { ...model.quality, references: {} };
  const { versions, pipeline_names } = model.provenance;
  const provenance: Provenance = { module_paths: [], namespaces: [], versions, pipeline_names, profiles: [] };
  return { ...model, provenance, quality };
}

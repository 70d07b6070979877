export { compareText } from '@prm/ingest/text';
export { ModelError, type ModelErrorCode } from './errors.ts';
export { choosePipeline, type FoundWorkflow, findWorkflow } from './find-workflow.ts';
export { largestDeviation } from './largest-deviation.ts';
export { registryOf } from './memory-registry.ts';
export { own } from './own.ts';
export { parseModel, stringifyModel } from './parse-model.ts';
export type {
  DocumentRemark,
  Registry,
  RegistryIndex,
  TrainingQuality,
  WorkflowLeftOut,
} from './registry.ts';
export { stripProvenance } from './strip-provenance.ts';
export {
  type DriverScale,
  FORMAT_VERSION,
  type GpuClassModel,
  type IdentityMode,
  type InputFormModel,
  type LossCounts,
  type LossName,
  type MetricCurve,
  type MetricName,
  type ModelQuality,
  type PipelineSamples,
  type PipelineView,
  type Provenance,
  type RunReference,
  type ScaleBase,
  type SpanGrowth,
  type StepDriver,
  type StepFailures,
  type StepLeftOut,
  type StepModel,
  type StepPower,
  type StepRequirements,
  type StepTiming,
  type TrainingMethod,
  type WorkflowModel,
} from './workflow-model.ts';

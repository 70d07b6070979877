export * from './format/index.ts';
export { modelFileName } from './registry/file-name.ts';
export type { LockOptions } from './registry/lock.ts';
export { type FolderRegistry, openRegistry } from './registry/open-registry.ts';
export { type RegistryContent, writeRegistry } from './registry/write-registry.ts';
export {
  type CollectedAccount,
  type CollectedRuns,
  type CollectRunsOptions,
  collectRuns,
  type TrainingProgress,
} from './training/collect-runs.ts';
export { detectPipeline, type KnownPipelines, pipelineSignature } from './training/detect-pipeline.ts';
export { parseExclusions } from './training/exclusions.ts';
export { DEFAULT_TRAINING_OPTIONS, type TrainingOptions } from './training/options.ts';
export { partOfRuns } from './training/part-of-runs.ts';
export {
  type Training,
  type TrainModelsOptions,
  trainModels,
} from './training/train-models.ts';
export { type TrainedRuns, type TrainRunsOptions, trainRuns } from './training/train-runs.ts';
export { type GatheredRuns, gatherRuns, type TrainingRun } from './training/workflow-runs.ts';

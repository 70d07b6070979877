export * from './format/index.ts';
export { modelFileName } from './registry/file-name.ts';
export type { LockOptions } from './registry/lock.ts';
export { type FolderRegistry, openRegistry } from './registry/open-registry.ts';
export { type RegistryContent, writeRegistry } from './registry/write-registry.ts';
export { detectPipeline, type KnownPipelines, pipelineSignature } from './training/detect-pipeline.ts';
export { DEFAULT_TRAINING_OPTIONS, type TrainingOptions } from './training/options.ts';
export {
  type Training,
  type TrainingProgress,
  type TrainModelsOptions,
  trainModels,
} from './training/train-models.ts';

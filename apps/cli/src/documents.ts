import type { PassedOver } from '@prm/ingest';
import type { TrainingQuality, WorkflowModel } from '@prm/model';
import type {
  EnvironmentReport,
  GpuReport,
  Prediction,
  QualityReport,
  SensitivityReport,
} from '@prm/predict';
import type { LoadedSettings } from './settings/load-settings.ts';

/** One workflow as a training left it. */
interface TrainedWorkflow {
  readonly runs: number;
  readonly partial_runs: number;
  /** Steps with a model. */
  readonly steps: number;
  readonly pipelines: readonly string[];
}

/** The document `prm/training`: what `prm train --json` prints. */
export interface TrainingDocument {
  readonly format: 'prm/training';
  readonly format_version: string;
  /** Folder of the models. */
  readonly out: string;
  readonly workflows: Readonly<Record<string, TrainedWorkflow>>;
  readonly quality: TrainingQuality;
  /** Entries of folders that hold no runs by their name. */
  readonly passed_over: readonly PassedOver[];
}

/** One workflow of a folder of models. */
export interface ListedWorkflow {
  readonly key: string;
  readonly identity_mode: WorkflowModel['identity_mode'];
  readonly runs: WorkflowModel['runs'];
  readonly steps: readonly string[];
  readonly pipelines: readonly string[];
}

/** The document `prm/workflows`: what `prm workflows --json` prints. */
export interface WorkflowsDocument {
  readonly format: 'prm/workflows';
  readonly format_version: string;
  readonly workflows: readonly ListedWorkflow[];
}

/** The document `prm/predictions`: several predictions side by side. */
export interface PredictionsDocument {
  readonly format: 'prm/predictions';
  readonly format_version: string;
  readonly predictions: readonly Prediction[];
}

/** The document `prm/sensitivities`: reports of several workflows. */
export interface SensitivitiesDocument {
  readonly format: 'prm/sensitivities';
  readonly format_version: string;
  readonly reports: readonly SensitivityReport[];
}

/** The document `prm/gpu-reports`: reports of several workflows. */
export interface GpuReportsDocument {
  readonly format: 'prm/gpu-reports';
  readonly format_version: string;
  readonly reports: readonly GpuReport[];
}

/** The document `prm/environment-reports`: reports of several workflows. */
export interface EnvironmentReportsDocument {
  readonly format: 'prm/environment-reports';
  readonly format_version: string;
  readonly reports: readonly EnvironmentReport[];
}

/** The document `prm/quality`, with what became of the documents of the training. */
export interface QualityDocument extends QualityReport {
  readonly documents: TrainingQuality;
}

/** The document `prm/config`: what `prm config --json` prints. */
export interface ConfigDocument {
  readonly format: 'prm/config';
  readonly format_version: string;
  readonly settings: LoadedSettings;
}

/** What a failed command prints on stderr with `--json`. */
export interface FailureDocument {
  /** See docs/errors.md. */
  readonly code: string;
  readonly message: string;
}

import type { IdentityMode, TrainingMethod, WorkflowModel } from './workflow-model.ts';

/** Workflow models by key: in memory, or read from disk one by one as they are asked for. */
export interface Registry {
  /** What runs were gathered by. */
  readonly identityMode: IdentityMode;
  /** Sorted. */
  readonly keys: readonly string[];
  /** Pipelines of a workflow, sorted; none for an unknown key. */
  pipelinesOf(key: string): readonly string[];
  /**
   * @throws ModelError `model/unknown-workflow` for a key that is none of `keys`, and what reading it meets
   */
  model(key: string): WorkflowModel;
}

/** One document that could not be read, or something worth telling of one that could. */
export interface DocumentRemark {
  /** Path, or `path:line`. */
  readonly path: string;
  readonly code: string;
  readonly reason: string;
}

/** A workflow with too few runs for a model. */
export interface WorkflowLeftOut {
  readonly key: string;
  readonly runs: number;
  readonly reason: 'min_workflow_runs';
}

/** What became of all documents of a training. */
export interface TrainingQuality {
  readonly n_documents: number;
  /** Documents without a job record. */
  readonly n_not_runs: number;
  readonly n_duplicate_ids: number;
  readonly n_passed_over: number;
  readonly skipped: readonly DocumentRemark[];
  readonly notes: readonly DocumentRemark[];
  /** Runs, their dumps merged. */
  readonly n_runs: number;
  readonly n_merged_dumps: number;
  /** Runs without a step. */
  readonly n_unnamed_runs: number;
  /** Runs, and jobs of other runs, that `exclude` named; as all below, only where it was asked for. */
  readonly n_excluded_runs?: number;
  readonly n_excluded_jobs?: number;
  /** Runs that were over before `since`; those without a time are among them. */
  readonly n_runs_before_since?: number;
  /** Runs that are not among the `last` of their workflow. */
  readonly n_runs_beyond_last?: number;
  readonly workflows_left_out: readonly WorkflowLeftOut[];
}

/** The document `prm/registry`: `index.json` of a folder of models. */
export interface RegistryIndex {
  readonly format: 'prm/registry';
  readonly format_version: string;
  readonly options: {
    readonly identity_mode: IdentityMode;
    readonly method: TrainingMethod;
    readonly min_step_samples: number;
    readonly min_workflow_runs: number;
    /** Entries, sorted; absent where nothing was excluded. */
    readonly exclude?: readonly string[];
    /** As it was given. */
    readonly since?: string;
    /** Runs a workflow. */
    readonly last?: number;
  };
  readonly workflows: Readonly<
    Record<
      string,
      { readonly file: string; readonly pipelines: readonly string[]; readonly identity_mode: IdentityMode }
    >
  >;
  readonly quality: TrainingQuality;
}

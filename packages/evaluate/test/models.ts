import { type Job, parseRun, type Run } from '@prm/ingest';
import {
  type MetricCurve,
  type MetricName,
  type Registry,
  registryOf,
  type StepModel,
  type WorkflowModel,
} from '@prm/model';
import { aJob, aRun, type BuiltJob, type JobFacts, type RunFacts } from '@prm/testing';

/** How far samples lay around their predictions, as shares of these. */
export interface Spread {
  /** Robust standard deviation. Default null: one sample. */
  readonly mad?: number | null;
  /** Residuals. Default 5. */
  readonly n?: number;
  /** 95 % of samples lay below this. Default 0. */
  readonly q95?: number;
  /** 99 % of them. Default as `q95`. */
  readonly q99?: number;
}

/** The curve of `value` at any size. */
export function aConstant(
  value: number,
  { mad = null, n = 5, q95 = 0, q99 = q95 }: Spread = {},
): MetricCurve {
  return {
    kind: 'constant',
    a: value,
    b: 0,
    n,
    n_with_driver: 0,
    n_distinct_x: 0,
    r2_loo: 0,
    spearman: null,
    x: null,
    y: { min: value, median: value, p95: value, max: value },
    residuals: {
      n,
      mad,
      quantiles: {
        '0.05': 0,
        '0.25': 0,
        '0.5': 0,
        '0.75': 0,
        '0.9': 0,
        '0.95': q95,
        '0.99': q99,
        '1': q99,
      },
    },
    candidates: [],
    points: [],
  };
}

/** `perGb` a GB of 1e9 bytes, seen from 1 to 100 GB. */
export function aLine(perGb: number, spread: Spread = {}): MetricCurve {
  return {
    ...aConstant(50 * perGb, spread),
    kind: 'linear',
    a: 0,
    b: perGb / 1e9,
    x: { min: 1e9, median: 50e9, p95: 95e9, max: 100e9 },
    y: { min: perGb, median: 50 * perGb, p95: 95 * perGb, max: 100 * perGb },
  };
}

/** A step of which nothing is known but what a test says. */
export function aStep(facts: Partial<StepModel> = {}): StepModel {
  return {
    n_samples: 5,
    n_with_driver: 5,
    n_driver_outliers: 0,
    driver: { source: 'input', min: 1e9, median: 50e9, p95: 95e9, max: 100e9 },
    driver_scale: null,
    duration_source: 'monitor',
    metrics: {},
    requirements: null,
    gpu: {},
    power: { cpu_tdp_w: null, power_idle_w: null, power_loaded_w: null },
    failures: {
      n_failed: 0,
      n_oom: 0,
      n_timeout: 0,
      max_mem_mb_at_oom: null,
      max_time_seconds_at_timeout: null,
    },
    overhead_seconds: 0,
    ...facts,
  };
}

/** A step that takes so many seconds and, where said, so many MB. */
export function aTimedStep(seconds: number, spread: Spread = {}, memMb?: number): StepModel {
  return aStep({
    metrics: {
      duration_seconds: aConstant(seconds, spread),
      ...(memMb === undefined ? {} : { memory_rss_mb_max: aConstant(memMb) }),
    },
  });
}

export function stepOf(metrics: Readonly<Partial<Record<MetricName, MetricCurve>>>): StepModel {
  return aStep({ metrics });
}

const NO_LOSSES = {
  n_not_completed: 0,
  n_duplicate_jobs: 0,
  n_leftover: 0,
  n_short: 0,
  n_clock_skew: 0,
  n_clock_unused: 0,
  n_without_duration: 0,
  n_implausible: 0,
  n_without_driver: 0,
  n_driver_outliers: 0,
  n_driver_other_source: 0,
  n_mem_unclear: 0,
  n_mem_unreadable: 0,
  n_time_number: 0,
  n_time_unreadable: 0,
};

/** What a test says of a model. */
export interface ModelFacts {
  /** Default `somatic`. */
  readonly key?: string;
  /** Default: one of all steps, `germline`. */
  readonly pipelines?: Readonly<Record<string, readonly string[]>>;
  /** Steps with fewer samples than the three that are needed. */
  readonly leftOut?: Readonly<Record<string, number>>;
  readonly identityMode?: WorkflowModel['identity_mode'];
}

export function aModel(steps: Readonly<Record<string, StepModel>>, facts: ModelFacts = {}): WorkflowModel {
  const { key = 'somatic', leftOut = {}, identityMode = 'module' } = facts;
  const pipelines = facts.pipelines ?? { germline: Object.keys(steps) };
  return {
    format: 'prm/workflow-model',
    format_version: '1.0',
    key,
    identity_mode: identityMode,
    method: 'reference',
    generator: { name: 'prm', version: '0.0.0' },
    provenance: { module_paths: [], namespaces: [], versions: [], pipeline_names: [], profiles: [] },
    runs: { total: 5, partial: 0, with_run_driver: 5, first_at: null, last_at: null },
    steps,
    pipelines: Object.fromEntries(
      Object.entries(pipelines).map(([name, ofView]) => [
        name,
        {
          runs: 5,
          partial_runs: 0,
          steps: ofView,
          core_steps: ofView,
          entry_steps: [],
          driver_scale: {},
          timeline: {},
        },
      ]),
    ),
    quality: {
      n_merged_dumps: 0,
      n_unnamed_jobs: 0,
      ...NO_LOSSES,
      steps: {},
      steps_left_out: Object.entries(leftOut).map(([step, nSamples]) => ({
        step,
        n_samples: nSamples,
        needs: 3,
        reason: 'min_step_samples' as const,
      })),
      references: {},
    },
  };
}

export function aRegistry(steps: Readonly<Record<string, StepModel>>, facts: ModelFacts = {}): Registry {
  return registryOf([aModel(steps, facts)]);
}

/** A run of the module and pipeline that `aModel` is of, unless said otherwise; it never was a file. */
export function runOf(jobs: readonly BuiltJob[], facts: Partial<RunFacts> = {}): Run {
  return parseRun(aRun({ module: 'somatic', pipeline: 'germline', ...facts, jobs })) as Run;
}

/** The only job of a run. */
export function jobOf(facts: JobFacts): Job {
  return runOf([aJob(facts)]).jobs[0] as Job;
}

/** Jobs `<snippet>1`, `<snippet>2`, … of one step, of these durations. */
export function jobsOf(snippet: string, seconds: readonly number[], more: JobFacts = {}): BuiltJob[] {
  return seconds.map((durationSeconds, i) =>
    aJob({
      id: `${snippet}${i + 1}`,
      snippet,
      durationSeconds,
      ...more,
      record: { name: `${snippet}_S${i + 1}`, ...more.record },
    }),
  );
}

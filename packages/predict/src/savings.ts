import { own, type PipelineView, type StepModel, type WorkflowModel } from '@prm/model/format';
import type { Recommendation, RecommendationReference, Resource } from './recommendation.ts';

const MB_PER_GB = 1024;
const SECONDS_PER_HOUR = 3600;
/** What a node brings for each core, usually: to compare cores with memory. */
const GB_PER_CORE = 4;

/** How much a step is used in one run. */
export interface StepUse {
  /** Jobs a run. */
  readonly jobs: number;
  /** Hours a job, usually; 0 where durations are not known. */
  readonly hours: number;
}

/** How much of a step a run has: in one pipeline, or on average over all that have it. */
export function stepUse(
  model: WorkflowModel,
  view: PipelineView | undefined,
  name: string,
  step: StepModel,
): StepUse {
  const views = view === undefined ? Object.values(model.pipelines) : [view];
  let runs = 0;
  let jobs = 0;
  for (const one of views) {
    const timing = own(one.timeline, name);
    if (timing === undefined) continue;
    runs += one.runs;
    jobs += one.runs * timing.instances;
  }
  const median = (step.metrics.duration_seconds?.measured ?? step.metrics.duration_seconds?.y)?.median ?? 0;
  return { jobs: runs > 0 ? jobs / runs : 1, hours: median / SECONDS_PER_HOUR };
}

/** What a lower requirement frees a run: the request less the suggestion, times the use. */
export function savingsOf(
  resource: Resource,
  requirement: number,
  suggested: number,
  { jobs, hours }: StepUse,
): Pick<Recommendation, 'saves_gb_h' | 'saves_h' | 'saves_core_h'> {
  const less = (requirement - suggested) * jobs;
  return {
    saves_gb_h: resource === 'mem_mb' ? (less / MB_PER_GB) * hours : null,
    saves_h: resource === 'time_seconds' ? less / SECONDS_PER_HOUR : null,
    saves_core_h: resource === 'ncpu' ? less * hours : null,
  };
}

/** Changes, those with the most at stake first. */
export function orderOfChanges(
  steps: Readonly<Record<string, readonly Recommendation[]>>,
): RecommendationReference[] {
  const changes = Object.entries(steps).flatMap(([step, rows]) =>
    rows.filter(({ action }) => action === 'increase' || action === 'decrease').map((row) => ({ step, row })),
  );
  return changes
    .sort((a, b) => rank(a.row) - rank(b.row) || stake(b.row) - stake(a.row))
    .map(({ step, row }) => ({ step, resource: row.resource }));
}

function rank({ action, resource }: Recommendation): number {
  if (action === 'increase') return resource === 'mem_mb' ? 0 : 1;
  return resource === 'time_seconds' ? 3 : 2;
}

/** By how much a raise is due, in parts of the request; what a cut frees, in GB hours, or in hours of time. */
function stake(row: Recommendation): number {
  if (row.action === 'increase')
    return row.need / (typeof row.requirement === 'number' ? row.requirement : row.need);
  return row.saves_gb_h ?? (row.saves_core_h === null ? (row.saves_h ?? 0) : row.saves_core_h * GB_PER_CORE);
}

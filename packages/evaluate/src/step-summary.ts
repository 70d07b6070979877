import type { GradedJob, StepSummary } from './evaluation.ts';
import { groupBy } from './words/group.ts';

/** The graded jobs by step, those that lost the most time first. */
export function summarizeSteps(
  jobs: readonly GradedJob[],
  askedMb: ReadonlyMap<string, number>,
): StepSummary[] {
  return [...groupBy(jobs, ({ snippet }) => snippet ?? '')]
    .map(([snippet, ofStep]) => summarize(snippet, ofStep, askedMb))
    .sort((a, b) => excess(b) - excess(a));
}

function summarize(
  snippet: string,
  jobs: readonly GradedJob[],
  askedMb: ReadonlyMap<string, number>,
): StepSummary {
  const timed = jobs.flatMap(({ metrics: { duration_seconds: metric } }) =>
    metric === undefined || metric.z === null ? [] : metric,
  );
  const worst = jobs.reduce<GradedJob | null>(
    (top, job) => (memoryOf(job) > memoryOf(top) ? job : top),
    null,
  );
  const memory = worst?.metrics.memory_rss_mb_max;
  return {
    snippet,
    n_jobs: jobs.length,
    n_flagged: jobs.filter(({ flags }) => flags.length > 0).length,
    actual_seconds: timed.length === 0 ? null : timed.reduce((sum, { actual }) => sum + actual, 0),
    expected_seconds: timed.length === 0 ? null : timed.reduce((sum, { predicted }) => sum + predicted, 0),
    peak_memory_mb: memory?.actual ?? null,
    expected_memory_mb: memory?.predicted ?? null,
    mem_mb: worst === null ? null : (askedMb.get(worst.name) ?? null),
  };
}

function memoryOf(job: GradedJob | null): number {
  return job?.metrics.memory_rss_mb_max?.actual ?? -1;
}

function excess({ actual_seconds, expected_seconds }: StepSummary): number {
  return (actual_seconds ?? 0) - (expected_seconds ?? 0);
}

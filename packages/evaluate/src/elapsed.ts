import type { Run } from '@prm/ingest';

/** Seconds from the first start to the last end of a run's jobs, and how many of them no job ran; null without times. */
export function elapsedOf(run: Run): { elapsed: number | null; idle: number | null } {
  const spans = run.jobs
    .map(({ started, completed }) => ({ start: started?.seconds ?? null, end: completed?.seconds ?? null }))
    .filter((span): span is { start: number; end: number } => span.start !== null && span.end !== null)
    .filter(({ start, end }) => end >= start)
    .sort((a, b) => a.start - b.start);
  const [first] = spans;
  if (first === undefined) return { elapsed: null, idle: null };
  const unended = run.jobs.flatMap(({ started, completed }) =>
    completed === null && started?.seconds != null ? [started.seconds] : [],
  );
  let end = first.start;
  let idle = 0;
  for (const span of spans) {
    // A job that started and was never seen to end may have run in the gap.
    if (!unended.some((start) => start < span.start)) idle += Math.max(0, span.start - end);
    end = Math.max(end, span.end);
  }
  return { elapsed: end - first.start, idle };
}

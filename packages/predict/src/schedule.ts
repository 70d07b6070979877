import { compareText, own, type PipelineView, type WorkflowModel } from '@prm/model/format';
import type { PredictedStep, ScheduledStep } from './prediction.ts';

/** How a schedule is made. */
export interface ScheduleOptions {
  /** Whether steps start after their usual lag, or at once. Default true. */
  readonly withWaits?: boolean;
}

/**
 * Puts a pipeline's steps on a timeline: each starts after what it waits for and its usual lag, and lasts as long as
 * its instances usually take together.
 */
export function schedule(
  model: WorkflowModel,
  view: PipelineView,
  steps: Readonly<Record<string, PredictedStep>>,
  { withWaits = true }: ScheduleOptions = {},
): Record<string, ScheduledStep> {
  const timeline = view.timeline;
  // A step starts, on the median, later than all it waits for: ordering by start is topological.
  const offset = (name: string): number => own(timeline, name)?.start_offset_seconds ?? 0;
  const names = Object.keys(timeline).sort((a, b) => offset(a) - offset(b) || compareText(a, b));
  const placed = new Map<string, ScheduledStep>();
  for (const name of names) {
    const timing = timeline[name] as PipelineView['timeline'][string];
    const ends = timing.after.map((earlier) => placed.get(earlier)?.end_seconds ?? 0);
    const firstEnds = timing.after_first.map((earlier) => {
      const before = placed.get(earlier);
      return before ? before.start_seconds + before.instance_seconds : 0;
    });
    const start = Math.max(0, ...ends, ...firstEnds) + (withWaits ? timing.lag_seconds : 0);
    const measured = timing.wall_span_seconds === null;
    const duration = measured ? (own(steps, name)?.metrics.duration_seconds?.value ?? 0) : 0;
    const instance = timing.wall_span_seconds ?? duration + (own(model.steps, name)?.overhead_seconds ?? 0);
    const span = measured ? instance * timing.span_factor : instance;
    placed.set(name, {
      start_seconds: start,
      end_seconds: start + span,
      span_seconds: span,
      duration_seconds: duration,
      instance_seconds: instance,
      instances: timing.instances,
      concurrency: concurrency(timing.instances, duration, span),
      after: timing.after,
      after_first: timing.after_first,
    });
  }
  return Object.fromEntries(placed);
}

/** Instances that run at a time, on average over the step's span; at least one, at most all. */
function concurrency(instances: number, durationSeconds: number, spanSeconds: number): number {
  if (!(spanSeconds > 0)) return instances;
  return Math.min(instances, Math.max(1, (instances * durationSeconds) / spanSeconds));
}

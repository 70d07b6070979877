import { compareText, own, type PipelineView, type WorkflowModel } from '@prm/model/format';
import { instancesOf } from './instances.ts';
import type { PredictedStep, ScheduledStep } from './prediction.ts';
import type { SampleWork } from './sample-work.ts';

/** How many samples a run has, and what the jobs of steps that are run for each of them take. */
interface ScheduledSamples {
  readonly n: number | null;
  readonly work: ReadonlyMap<string, SampleWork>;
}

/** How a schedule is made. */
export interface ScheduleOptions {
  /** Whether steps start after their usual lag, or at once. Default true. */
  readonly withWaits?: boolean;
  /** Default: not known; instances are as usual. */
  readonly samples?: ScheduledSamples;
}

/**
 * Puts a pipeline's steps on a timeline: each starts after what it waits for and its usual lag, and lasts as long as
 * its instances usually take together, and no shorter than the longest of them.
 */
export function schedule(
  model: WorkflowModel,
  view: PipelineView,
  steps: Readonly<Record<string, PredictedStep>>,
  { withWaits = true, samples = { n: null, work: new Map() } }: ScheduleOptions = {},
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
    const work = samples.work.get(name);
    const typical = measured ? (own(steps, name)?.metrics.duration_seconds?.value ?? 0) : 0;
    const duration = measured && work ? work.durationSeconds : typical;
    const overhead = own(model.steps, name)?.overhead_seconds ?? 0;
    const instance = timing.wall_span_seconds ?? typical + overhead;
    const { instances, spanFactor } = instancesOf(timing, samples.n);
    const longest = work ? work.longestSeconds + overhead : 0;
    const span = measured ? Math.max(instance * spanFactor, longest) : instance;
    placed.set(name, {
      start_seconds: start,
      end_seconds: start + span,
      span_seconds: span,
      duration_seconds: duration,
      instance_seconds: instance,
      instances,
      concurrency: concurrency(instances, duration, span),
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

import { compareText, jobsOf, type RunTable } from '@prm/ingest';
import { median } from '@prm/regression';
import type { StepTiming } from '../format/workflow-model.ts';
import type { TrainingRun } from './workflow-runs.ts';

/** A step may start this long before another's recorded end and still count as after it: the poll's resolution. */
const POLL_SECONDS = 1;

/** A step's place in one run; seconds from the run's first submission. */
interface Placement {
  readonly start: number;
  readonly end: number;
  /** End of the instance that was over first. */
  readonly firstEnd: number;
  readonly instances: number;
  /** Span of all instances as a multiple of the usual one; NaN where that is 0. */
  readonly spanFactor: number;
}

type RunPlacements = ReadonlyMap<string, Placement>;

/**
 * Learns when each step of a pipeline runs, from runs that are whole and were not resumed (from all, if there are none).
 *
 * @param runs of one pipeline
 * @param partial those that lack a core step
 * @param timed steps with a duration curve; the others keep their span
 */
export function learnTimeline(
  table: RunTable,
  runs: readonly TrainingRun[],
  partial: ReadonlySet<TrainingRun>,
  timed: ReadonlySet<string>,
): Record<string, StepTiming> {
  const whole = runs.filter(
    (run) => !partial.has(run) && !jobsOf(table, run.run).some((job) => table.hasPreviousAttempts(job)),
  );
  const considered = whole.length > 0 ? whole : runs;
  const placements = considered.map((run) => placeSteps(table, run)).filter((placed) => placed !== null);
  const offsets = startOffsets(placements);
  // Only a step that usually starts earlier can precede: the order has no cycles by construction.
  const steps = [...offsets.keys()].sort(
    (a, b) => (offsets.get(a) as number) - (offsets.get(b) as number) || compareText(a, b),
  );
  const dependencies = recordedDependencies(table, considered);
  const { before, chained } = precedence(steps, placements, dependencies);
  const after = reduceTransitively(steps, before);
  const timings = steps.toSorted(compareText).map((step): [string, StepTiming] => {
    const follows = (after.get(step) as string[]).toSorted(compareText);
    const followsFirst = (chained.get(step) as string[]).toSorted(compareText);
    return [step, stepTiming(step, placements, follows, followsFirst, timed)];
  });
  return Object.fromEntries(timings);
}

function placeSteps(table: RunTable, run: TrainingRun): RunPlacements | null {
  const jobs = jobsOf(table, run.run);
  const t0 =
    smallest(jobs.map((job) => table.submittedSeconds(job))) ??
    smallest(jobs.map((job) => table.startedSeconds(job)));
  if (t0 === null) return null;
  const byStep = new Map<string, number[]>();
  for (const job of jobs) {
    const step = table.snippet(job);
    if (step === null || !table.isCompleted(job)) continue;
    const ofStep = byStep.get(step) ?? [];
    byStep.set(step, ofStep);
    ofStep.push(job);
  }
  const placed = new Map<string, Placement>();
  for (const [step, ofStep] of byStep) {
    const starts = ofStep.map((job) => table.startedSeconds(job));
    const ends = ofStep.map((job) => table.completedSeconds(job));
    const start = smallest(starts);
    const end = largest(ends);
    if (start === null || end === null) continue;
    const walls = ends
      .map((value, i) => value - (starts[i] as number))
      .filter((value) => !Number.isNaN(value));
    const usual = median(walls) ?? 0;
    placed.set(step, {
      start: start - t0,
      end: end - t0,
      firstEnd: (smallest(ends) as number) - t0,
      instances: ofStep.length,
      spanFactor: usual > 0 ? (end - start) / usual : Number.NaN,
    });
  }
  return placed;
}

function startOffsets(placements: readonly RunPlacements[]): Map<string, number> {
  const starts = new Map<string, number[]>();
  for (const placed of placements) {
    for (const [step, { start }] of placed) {
      const ofStep = starts.get(step) ?? [];
      starts.set(step, ofStep);
      ofStep.push(start);
    }
  }
  return new Map([...starts].map(([step, values]) => [step, median(values) as number]));
}

/** Pairs of steps of which a job of the second names one of the first as its dependency. */
function recordedDependencies(
  table: RunTable,
  runs: readonly TrainingRun[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const dependencies = new Map<string, Set<string>>();
  for (const { run } of runs) {
    for (const job of jobsOf(table, run)) {
      const step = table.snippet(job);
      if (step === null) continue;
      for (const dependency of table.dependencies(job)) {
        const earlier = table.snippet(dependency);
        if (earlier === null || earlier === step) continue;
        const ofStep = dependencies.get(step) ?? new Set();
        dependencies.set(step, ofStep);
        ofStep.add(earlier);
      }
    }
  }
  return dependencies;
}

/** For each step those that are over before it starts, and those of which it follows single instances. */
function precedence(
  steps: readonly string[],
  placements: readonly RunPlacements[],
  dependencies: ReadonlyMap<string, ReadonlySet<string>>,
): { before: Map<string, string[]>; chained: Map<string, string[]> } {
  const before = new Map<string, string[]>(steps.map((step) => [step, []]));
  const chained = new Map<string, string[]>(steps.map((step) => [step, []]));
  for (const [i, step] of steps.entries()) {
    for (const earlier of steps.slice(0, i)) {
      const both = placements.flatMap((placed) => {
        const one = placed.get(earlier);
        const other = placed.get(step);
        return one && other ? [{ one, other }] : [];
      });
      if (both.length > 0 && both.every(({ one, other }) => one.end <= other.start + POLL_SECONDS)) {
        before.get(step)?.push(earlier);
      } else if (dependencies.get(step)?.has(earlier)) {
        if (both.length > 0 && both.every(({ one, other }) => other.start >= one.firstEnd)) {
          chained.get(step)?.push(earlier);
        } else if (!both.some(({ one, other }) => other.end < one.start)) {
          before.get(step)?.push(earlier);
        }
      }
    }
  }
  return { before, chained };
}

/** Leaves out what already follows from the others. */
function reduceTransitively(
  steps: readonly string[],
  before: ReadonlyMap<string, readonly string[]>,
): Map<string, string[]> {
  const reachable = new Map<string, Set<string>>();
  const reduced = new Map<string, string[]>();
  for (const step of steps) {
    const direct = before.get(step) as readonly string[];
    const indirect = new Set<string>();
    for (const earlier of direct)
      for (const reached of reachable.get(earlier) as Set<string>) indirect.add(reached);
    reduced.set(
      step,
      direct.filter((earlier) => !indirect.has(earlier)),
    );
    for (const earlier of direct) indirect.add(earlier);
    reachable.set(step, indirect);
  }
  return reduced;
}

function stepTiming(
  step: string,
  placements: readonly RunPlacements[],
  after: readonly string[],
  afterFirst: readonly string[],
  timed: ReadonlySet<string>,
): StepTiming {
  const here = placements.filter((placed) => placed.has(step));
  const own = here.map((placed) => placed.get(step) as Placement);
  const gaps = here.flatMap((placed) => {
    const ends = [
      ...after.map((earlier) => placed.get(earlier)?.end),
      ...afterFirst.map((earlier) => placed.get(earlier)?.firstEnd),
    ].filter((end) => end !== undefined);
    const waitsForNothing = after.length === 0 && afterFirst.length === 0;
    const reference = waitsForNothing ? 0 : largest(ends);
    return reference === null ? [] : [(placed.get(step) as Placement).start - reference];
  });
  const spanFactors = own.map(({ spanFactor }) => spanFactor).filter((factor) => !Number.isNaN(factor));
  return {
    start_offset_seconds: median(own.map(({ start }) => start)) as number,
    after,
    after_first: afterFirst,
    lag_seconds: Math.max(0, median(gaps) ?? 0),
    instances: median(own.map(({ instances }) => instances)) as number,
    span_factor: Math.max(1, median(spanFactors) ?? 1),
    wall_span_seconds: timed.has(step) ? null : (median(own.map(({ start, end }) => end - start)) as number),
    n: own.length,
  };
}

/** NaN stands for a missing time. */
function smallest(values: readonly number[]): number | null {
  let best: number | null = null;
  for (const value of values) if (value < (best ?? Number.POSITIVE_INFINITY)) best = value;
  return best;
}

function largest(values: readonly number[]): number | null {
  let best: number | null = null;
  for (const value of values) if (value > (best ?? Number.NEGATIVE_INFINITY)) best = value;
  return best;
}

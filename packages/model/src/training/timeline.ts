import { compareText, jobsOf, type RunTable } from '@prm/ingest';
import { median } from '@prm/regression';
import type { StepTiming } from '../format/workflow-model.ts';
import { largest, type Placement, placeSteps, type RunPlacements } from './placements.ts';
import { findPrecedence } from './precedence.ts';
import { learnRepetition, type Repetition } from './repetition.ts';
import type { SampleSizes } from './sample-sizes.ts';
import { learnSpanGrowth } from './span-growth.ts';
import type { TrainingRun } from './workflow-runs.ts';

/**
 * Learns when each step of a pipeline runs, from runs that are whole and were not resumed (from all, if there are none).
 *
 * @param runs of one pipeline
 * @param partial those that lack a core step
 * @param timed steps with a duration curve; the others keep their span
 * @param samples what runs bring in, to learn what a step does with each sample; null for the method `reference`
 */
export function learnTimeline(
  table: RunTable,
  runs: readonly TrainingRun[],
  partial: ReadonlySet<TrainingRun>,
  timed: ReadonlySet<string>,
  samples: ReadonlyMap<TrainingRun, SampleSizes> | null,
): Record<string, StepTiming> {
  const whole = runs.filter(
    (run) => !partial.has(run) && !jobsOf(table, run.run).some((job) => table.hasPreviousAttempts(job)),
  );
  const considered = whole.length > 0 ? whole : runs;
  const located = considered.flatMap((run) => {
    const placed = placeSteps(table, run);
    return placed === null ? [] : [{ placed, samples: samples?.get(run)?.n ?? null }];
  });
  const placements = located.map(({ placed }) => placed);
  const byStep = gatherPlacements(located);
  const offsets = new Map(
    [...byStep].map(([step, placed]) => [step, median(placed.map(({ own }) => own.start)) as number]),
  );
  const offset = (step: string): number => offsets.get(step) as number;
  const steps = [...byStep.keys()].sort((a, b) => offset(a) - offset(b) || compareText(a, b));
  const { after, afterFirst } = findPrecedence(steps, placements, recordedDependencies(table, considered));
  const named = (indices: readonly number[]): string[] =>
    indices.map((i) => steps[i] as string).sort(compareText);
  const timings = steps.map((step, i): [string, StepTiming] => {
    const waitsFor = { after: named(after[i] ?? []), afterFirst: named(afterFirst[i] ?? []) };
    return [step, stepTiming(byStep.get(step) as StepPlacement[], offset(step), waitsFor, timed.has(step))];
  });
  return Object.fromEntries(timings.sort(([a], [b]) => compareText(a, b)));
}

/** A step's place in a run, with all places of that run. */
interface StepPlacement {
  readonly own: Placement;
  readonly run: RunPlacements;
  /** Of that run; null where they are not known. */
  readonly samples: number | null;
}

function gatherPlacements(
  located: readonly { readonly placed: RunPlacements; readonly samples: number | null }[],
): Map<string, StepPlacement[]> {
  const byStep = new Map<string, StepPlacement[]>();
  for (const { placed: run, samples } of located) {
    for (const [step, own] of run) {
      const ofStep = byStep.get(step) ?? [];
      byStep.set(step, ofStep);
      ofStep.push({ own, run, samples });
    }
  }
  return byStep;
}

/** For each step the steps that a job of it names as its dependency. */
function recordedDependencies(table: RunTable, runs: readonly TrainingRun[]): Map<string, Set<string>> {
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

function stepTiming(
  placed: readonly StepPlacement[],
  startOffset: number,
  { after, afterFirst }: { after: readonly string[]; afterFirst: readonly string[] },
  isTimed: boolean,
): StepTiming {
  const waitsForNothing = after.length === 0 && afterFirst.length === 0;
  const lags = placed.flatMap(({ own, run }) => {
    const ends = [
      ...after.map((earlier) => run.get(earlier)?.end ?? Number.NaN),
      ...afterFirst.map((earlier) => run.get(earlier)?.firstEnd ?? Number.NaN),
    ];
    const reference = waitsForNothing ? 0 : largest(ends);
    return reference === null ? [] : [own.start - reference];
  });
  const repetition = repetitionOf(placed);
  const spanFactors = placed.map(({ own }) => own.spanFactor).filter((factor) => !Number.isNaN(factor));
  // Clocks that go backwards give spans below 0: no step ends before it starts.
  const wallSpan = Math.max(0, median(placed.map(({ own }) => own.end - own.start)) as number);
  return {
    start_offset_seconds: startOffset,
    after,
    after_first: afterFirst,
    lag_seconds: Math.max(0, median(lags) ?? 0),
    instances: median(placed.map(({ own }) => own.instances)) as number,
    span_factor: Math.max(1, median(spanFactors) ?? 1),
    wall_span_seconds: isTimed ? null : wallSpan,
    n: placed.length,
    ...(repetition && repeated(repetition, placed)),
  };
}

function repetitionOf(placed: readonly StepPlacement[]): Repetition | null {
  const counts = placed.flatMap(({ own, samples }) =>
    samples === null ? [] : [{ jobs: own.instances, samples }],
  );
  return learnRepetition(counts);
}

function repeated(
  { onceA, jobs }: Repetition,
  placed: readonly StepPlacement[],
): Pick<StepTiming, 'once_a' | 'instances_per_sample' | 'span_growth'> {
  if (onceA === 'run') return { once_a: 'run' };
  const growth = learnSpanGrowth(placed.map(({ own }) => own));
  return { once_a: 'sample', instances_per_sample: jobs, ...(growth && { span_growth: growth }) };
}

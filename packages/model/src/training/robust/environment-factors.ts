import { compareText } from '@prm/ingest';
import { assignFolds, median } from '@prm/regression';
import { LeftOutGain } from './left-out-gain.ts';

/** Durations of a step's samples beside what their sizes tell. */
export interface StepResiduals {
  readonly step: string;
  /** ln(duration / prediction), NaN where unknown. */
  readonly residuals: Float64Array;
  /** The run of each sample, as a number. */
  readonly runs: Float64Array;
}

/** Where a run took place, by dimension. */
export type Environment = Readonly<Record<string, string>>;

/** ln of the factor of each class of a dimension, by step. */
export type DimensionFactors = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** What may make jobs slower, those first that most likely do. */
const DIMENSIONS = ['partition', 'server_type', 'host', 'queue_system', 'profile'];
/** A second dimension may tell more than one; a third tells noise. */
const MOST_DIMENSIONS = 2;
const FEWEST_RUNS_OF_CLASS = 3;
/** A step's own factor counts as much as that of all steps together from so many jobs on. */
const SHRINKAGE = 3;
/** A step weighs no more than this many jobs in what holds for all. */
const MOST_WEIGHT = 20;

/**
 * Learns by what factor the kinds of places a workflow ran in make its steps slower or faster. A dimension counts when
 * left-out runs come clearly closer with it, the best first, at most two.
 *
 * @param environmentOf by the number of a run
 * @returns by dimension, those that count
 */
export function environmentFactors(
  steps: readonly StepResiduals[],
  environmentOf: (run: number) => Environment,
): Map<string, DimensionFactors> {
  const found = new Map<string, DimensionFactors>();
  let left = steps;
  while (found.size < MOST_DIMENSIONS) {
    const tried = DIMENSIONS.filter((dimension) => !found.has(dimension)).flatMap((dimension) => {
      const classOf = (run: number): string | null => environmentOf(run)[dimension] ?? null;
      if (usableClasses(runsOfAll(left), classOf).size < 2) return [];
      const gain = leftOutGain(left, classOf);
      return gain.isClear ? [{ dimension, classOf, gain: gain.share }] : [];
    });
    const best = tried.reduce<(typeof tried)[number] | null>(
      (top, one) => (top === null || one.gain > top.gain ? one : top),
      null,
    );
    if (best === null) break;
    const factors = factorsOf(left, best.classOf);
    found.set(best.dimension, factors);
    left = left.map((step) => withoutClasses(step, factors.get(step.step), best.classOf));
  }
  return found;
}

/** Classes that enough of the runs are of. */
export function usableClasses(
  runs: ReadonlySet<number>,
  classOf: (run: number) => string | null,
): Set<string> {
  const runsOf = new Map<string, number>();
  for (const run of runs) {
    const name = classOf(run);
    if (name !== null) runsOf.set(name, (runsOf.get(name) ?? 0) + 1);
  }
  return new Set([...runsOf].filter(([, n]) => n >= FEWEST_RUNS_OF_CLASS).map(([name]) => name));
}

function runsOfAll(steps: readonly StepResiduals[]): Set<number> {
  return new Set(steps.flatMap(({ runs }) => [...runs]));
}

/** How much closer runs come with factors that were learned without them. */
function leftOutGain(steps: readonly StepResiduals[], classOf: (run: number) => string | null): LeftOutGain {
  const runs = Float64Array.from(runsOfAll(steps));
  const folds = assignFolds(runs);
  const foldOf = new Map([...runs].map((run, i) => [run, folds.of[i] as number]));
  const gain = new LeftOutGain();
  for (let fold = 0; fold < folds.count; fold++) {
    const isOut = (run: number): boolean => foldOf.get(run) === fold;
    const kept = steps.map((step) => ({
      ...step,
      residuals: step.residuals.map((value, i) => (isOut(step.runs[i] as number) ? Number.NaN : value)),
    }));
    const factors = factorsOf(kept, classOf);
    for (const [s, step] of steps.entries()) {
      const own = factors.get(step.step);
      const factor = (i: number): number => own?.get(classOf(step.runs[i] as number) ?? '') ?? 0;
      const { residuals } = kept[s] as StepResiduals;
      const middleBefore = median(known(residuals)) ?? 0;
      const middleAfter = median(known(residuals.map((value, i) => value - factor(i)))) ?? 0;
      for (const [i, value] of step.residuals.entries()) {
        const run = step.runs[i] as number;
        if (Number.isNaN(value) || !isOut(run)) continue;
        gain.add(run, Math.abs(value - middleBefore), Math.abs(value - middleAfter - factor(i)));
      }
    }
  }
  return gain;
}

/**
 * ln of each class's factor, by step: the median of the class's residuals, drawn towards what holds for the class in all
 * steps the fewer jobs there are. Centred, so that the median over the step's jobs is left as it is.
 */
function factorsOf(
  steps: readonly StepResiduals[],
  classOf: (run: number) => string | null,
): Map<string, Map<string, number>> {
  const names = [...usableClasses(runsOfAll(steps), classOf)].sort(compareText);
  const byStep = steps.map((step) => classMedians(step, names, classOf));
  const overall = new Map(
    names.map((name): [string, number] => {
      const ofSteps = byStep.flatMap((classes) => {
        const own = classes.get(name);
        return own === undefined ? [] : [own];
      });
      const weight = ofSteps.reduce((sum, { n }) => sum + Math.min(n, MOST_WEIGHT), 0);
      const total = ofSteps.reduce((sum, { n, middle }) => sum + Math.min(n, MOST_WEIGHT) * middle, 0);
      return [name, weight > 0 ? total / weight : 0];
    }),
  );
  return new Map(
    steps.map((step, s) => {
      const classes = byStep[s] as Map<string, { n: number; middle: number }>;
      const shrunk = new Map(
        names.map((name): [string, number] => {
          const { n = 0, middle = 0 } = classes.get(name) ?? {};
          return [name, (n * middle + SHRINKAGE * (overall.get(name) ?? 0)) / (n + SHRINKAGE)];
        }),
      );
      return [step.step, centred(step, shrunk, classOf)];
    }),
  );
}

/** The median of each class's residuals, from the median of all classes. */
function classMedians(
  { residuals, runs }: StepResiduals,
  names: readonly string[],
  classOf: (run: number) => string | null,
): Map<string, { n: number; middle: number }> {
  const byClass = new Map<string, number[]>(names.map((name) => [name, []]));
  for (const [i, value] of residuals.entries()) {
    if (!Number.isNaN(value)) byClass.get(classOf(runs[i] as number) ?? '')?.push(value);
  }
  const seen = [...byClass].filter(([, values]) => values.length > 0);
  const middles = seen.map(([name, values]) => ({
    name,
    n: values.length,
    middle: median(values) as number,
  }));
  // The mean of the classes, not of the jobs: which class had the most jobs must not tell what all steps are measured from.
  const centre = middles.reduce((sum, { middle }) => sum + middle, 0) / Math.max(1, middles.length);
  return new Map(middles.map(({ name, n, middle }) => [name, { n, middle: middle - centre }]));
}

/** Moved so that the median sample has no factor: without a class the mix seen in training is predicted. */
function centred(
  { residuals, runs }: StepResiduals,
  factors: ReadonlyMap<string, number>,
  classOf: (run: number) => string | null,
): Map<string, number> {
  const ofSamples = [...residuals.entries()]
    .filter(([, value]) => !Number.isNaN(value))
    .map(([i]) => factors.get(classOf(runs[i] as number) ?? ''))
    .filter((factor) => factor !== undefined);
  const middle = median(ofSamples) ?? 0;
  return new Map([...factors].map(([name, factor]) => [name, factor - middle]));
}

function withoutClasses(
  step: StepResiduals,
  factors: ReadonlyMap<string, number> | undefined,
  classOf: (run: number) => string | null,
): StepResiduals {
  const residuals = step.residuals.map(
    (value, i) => value - (factors?.get(classOf(step.runs[i] as number) ?? '') ?? 0),
  );
  return { ...step, residuals };
}

function known(values: Float64Array): Float64Array {
  return values.filter((value) => !Number.isNaN(value));
}

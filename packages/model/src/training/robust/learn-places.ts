import { columnFitter } from '../curve-fitting.ts';
import { knownIndices } from '../known-values.ts';
import {
  type DimensionFactors,
  type Environment,
  environmentFactors,
  type StepResiduals,
  usableClasses,
} from './environment-factors.ts';
import { logResiduals, withoutEffects } from './log-residuals.ts';
import type { PreparedStep } from './prepare-step.ts';

/** A curve through jobs of all places bends with who ran where: it is fitted again without what was found. */
const ROUNDS = 2;

/**
 * Learns what the places of a workflow's runs make of its steps' durations.
 *
 * @param environmentOf by the number of a run
 * @param minStepSamples steps with fewer durations tell nothing
 * @returns factors of the steps by dimension, as logarithms; only dimensions that make a difference
 */
export function learnPlaces(
  steps: readonly PreparedStep[],
  environmentOf: (run: number) => Environment,
  minStepSamples: number,
): Map<string, DimensionFactors> {
  let found = new Map<string, DimensionFactors>();
  if (!hasPlaces(steps, environmentOf)) return found;
  for (let round = 0; round < ROUNDS; round++) {
    const residuals = steps.map((step) => residualsOf(step, found, minStepSamples));
    found = environmentFactors(residuals, environmentOf);
    if (found.size === 0) break;
  }
  return found;
}

/** ln of what each sample's place makes of its duration. */
export function logPlaces(
  { samples, step }: PreparedStep['jobs'],
  places: ReadonlyMap<string, DimensionFactors>,
): Float64Array {
  return Float64Array.from(samples, ({ run }) => {
    let sum = 0;
    for (const [dimension, bySteps] of places) {
      sum += bySteps.get(step)?.get(run.row.environment[dimension] ?? '') ?? 0;
    }
    return sum;
  });
}

/** Most workflows ran at one place: then there is nothing to fit for. */
function hasPlaces(steps: readonly PreparedStep[], environmentOf: (run: number) => Environment): boolean {
  const runs = new Set(steps.flatMap(({ columns }) => [...columns.runs]));
  const dimensions = new Set([...runs].flatMap((run) => Object.keys(environmentOf(run))));
  return [...dimensions].some(
    (dimension) => usableClasses(runs, (run) => environmentOf(run)[dimension] ?? null).size >= 2,
  );
}

function residualsOf(
  { jobs, drivers, columns, logGpu }: PreparedStep,
  places: ReadonlyMap<string, DimensionFactors>,
  minStepSamples: number,
): StepResiduals {
  const { values, runs } = columns;
  const onUsualCard = withoutEffects(values.duration_seconds, logGpu);
  if (knownIndices(onUsualCard).length < minStepSamples)
    return { step: jobs.step, residuals: onUsualCard.map(() => Number.NaN), runs };
  const atUsualPlace = withoutEffects(onUsualCard, logPlaces(jobs, places));
  const curve = columnFitter('robust', runs)(drivers.sizes, atUsualPlace, true);
  return { step: jobs.step, residuals: logResiduals(curve, drivers.sizes, onUsualCard), runs };
}

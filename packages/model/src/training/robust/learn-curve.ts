import { type Summary, summarize } from '@prm/regression';
import type { MetricCurve, MetricName } from '../../format/workflow-model.ts';
import { columnFitter, INCREASING } from '../curve-fitting.ts';
import { knownIndices } from '../known-values.ts';
import type { Sample } from '../step-samples.ts';
import { type Cores, coreExponent } from './core-exponent.ts';
import { isolatedMaximum } from './isolated-maximum.ts';
import { logResiduals, withoutEffects } from './log-residuals.ts';
import { findRegimes, type Regimes } from './regimes.ts';

/** What a metric of a step is learned from. */
export interface MetricSamples {
  readonly metric: MetricName;
  /** In order of time. */
  readonly samples: readonly Sample[];
  /** Bytes, NaN where missing. */
  readonly drivers: Float64Array;
  /** One a sample, NaN where missing. */
  readonly values: Float64Array;
  /** The run of each sample, as a number. */
  readonly runs: Float64Array;
  /** ln of what is known to make a sample's value larger: its card, its environment. */
  readonly logEffects: Float64Array;
  readonly cores: Cores | null;
  /** Whether the step reads what all samples of a run left: a run of more samples than any seen asks beyond the sizes. */
  readonly gathers: boolean;
}

/** A curve, and what was taken out of its samples. */
export interface LearnedCurve {
  readonly curve: MetricCurve;
  readonly regimes: Regimes | null;
  /** One a sample, with all that is known taken out. */
  readonly adjusted: Float64Array;
}

/** Metrics whose level is watched: those that advice and grades are about. */
export const WATCHED: ReadonlySet<MetricName> = new Set(['duration_seconds', 'memory_rss_mb_max']);
/** What is believed of a metric that follows the cores, as powers of their number. */
const CORE_RANGES: Readonly<Partial<Record<MetricName, readonly [number, number]>>> = {
  duration_seconds: [-1, 0.5],
  memory_rss_mb_max: [-0.5, 1],
  memory_rss_mb_avg: [-0.5, 1],
  cpu_percent_avg: [0, 1],
  cpu_percent_max: [0, 1],
};
/** The regime in force stands on its own feet from so many runs and jobs on; before, older ones tell the shape. */
const FEWEST_RUNS_ALONE = 10;
const FEWEST_JOBS_ALONE = 30;
/** What was taken out changes the curve, and the curve what is to be taken out. */
const ROUNDS = 2;

/** Learns a metric of a step: its curve over the driver, what cores do to it, and when its level moved. */
export function learnCurve(given: MetricSamples): LearnedCurve {
  const { metric, samples, drivers, runs, cores, gathers } = given;
  const columnFit = columnFitter('robust', runs, gathers);
  const fit = (values: Float64Array): MetricCurve => columnFit(drivers, values, INCREASING.has(metric));
  let values = given.values;
  let effects = given.logEffects;
  let adjusted = withoutEffects(values, effects);
  let curve = fit(adjusted);
  const isolated = isolatedMaximum(values, logResiduals(curve, drivers, adjusted));
  if (isolated !== null) {
    values = values.with(isolated.index, Number.NaN);
    adjusted = withoutEffects(values, effects);
    curve = fit(adjusted);
  }
  let exponent = 0;
  let regimes: Regimes | null = null;
  for (let round = 0; round < ROUNDS; round++) {
    const before = effects;
    const range = CORE_RANGES[metric];
    if (cores !== null && range !== undefined) {
      const rest = withoutEffects(values, sum(given.logEffects, regimes?.logFactors ?? null));
      exponent = coreExponent(cores, logResiduals(curve, drivers, rest), runs, range);
    }
    const ofCores =
      exponent === 0 ? null : (cores as Cores).logRatios.map((ratio) => exponent * (ratio || 0));
    if (WATCHED.has(metric)) {
      const rest = withoutEffects(values, sum(given.logEffects, ofCores));
      regimes = findRegimes(samples, logResiduals(curve, drivers, rest));
    }
    effects = sum(given.logEffects, ofCores, regimes?.logFactors ?? null);
    if (effects.every((effect, i) => effect === before[i])) break;
    adjusted = withoutEffects(values, effects);
    curve = fit(adjusted);
  }
  const inForce = (column: Float64Array): Float64Array =>
    regimes === null ? column : column.map((value, i) => (regimes?.isInForce[i] ? value : Number.NaN));
  if (regimes !== null) {
    const leftOut = sum(
      effects,
      regimes.leftOutLogFactors,
      regimes.logFactors.map((value) => -value),
    );
    const honest = withoutEffects(values, leftOut);
    curve = fit(standsAlone(regimes, inForce(honest)) ? inForce(honest) : honest);
  }
  const measured = summaryOf(inForce(values));
  const hasEffects = effects.some((effect) => effect !== 0);
  return {
    curve: {
      ...curve,
      y: summaryOf(inForce(adjusted)) ?? curve.y,
      ...(hasEffects && measured !== null ? { measured } : {}),
      ...(isolated === null ? {} : { isolated_max: isolated.value }),
      ...(exponent === 0 ? {} : { core_exponent: exponent }),
      ...(regimes === null
        ? {}
        : { regimes: regimes.regimes, n_in_force: knownIndices(inForce(adjusted)).length }),
    },
    regimes,
    adjusted,
  };
}

function standsAlone({ nRunsInForce }: Regimes, values: Float64Array): boolean {
  return nRunsInForce >= FEWEST_RUNS_ALONE && knownIndices(values).length >= FEWEST_JOBS_ALONE;
}

function summaryOf(values: Float64Array): Summary | null {
  return summarize(values.filter((value) => !Number.isNaN(value)));
}

function sum(...columns: readonly (Float64Array | null)[]): Float64Array {
  const [first, ...rest] = columns.filter((column) => column !== null) as [Float64Array, ...Float64Array[]];
  return first.map((value, i) => rest.reduce((total, column) => total + (column[i] as number), value));
}

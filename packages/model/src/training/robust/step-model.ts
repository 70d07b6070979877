import type { RunTable } from '@prm/ingest';
import type {
  DriverScale,
  EnvironmentClass,
  MetricCurve,
  MetricName,
  StepModel,
} from '../../format/workflow-model.ts';
import type { LossLedger } from '../losses.ts';
import { metricsToModel } from '../step-columns.ts';
import { stepFacts } from '../step-facts.ts';
import { stepFailures } from '../step-failures.ts';
import { coresOf } from './core-exponent.ts';
import type { DimensionFactors } from './environment-factors.ts';
import { learnCurve, WATCHED } from './learn-curve.ts';
import { logPlaces } from './learn-places.ts';
import type { PreparedStep } from './prepare-step.ts';
import type { Regimes } from './regimes.ts';
import { twoCosts } from './two-costs.ts';
import { usualRequirements } from './usual-requirements.ts';

/**
 * Learns one step robustly.
 *
 * @param environments factors of the workflow's steps, by dimension
 */
export function robustStepModel(
  table: RunTable,
  { jobs, drivers, columns, gpu, logGpu }: PreparedStep,
  environments: ReadonlyMap<string, DimensionFactors>,
  driverScale: DriverScale | null,
  minStepSamples: number,
  ledger: LossLedger,
): StepModel {
  const { samples, step } = jobs;
  const logPlace = logPlaces(jobs, environments);
  const ofDuration = logGpu.map((value, i) => value + (logPlace[i] as number));
  const none = new Float64Array(samples.length);
  const cores = coresOf(samples.map(({ job }) => table.requirements(job)?.ncpu ?? null));
  const metrics: Partial<Record<MetricName, MetricCurve>> = {};
  const regimes: Regimes[] = [];
  let followsCores = false;
  let mixedCost: number | null = null;
  for (const metric of metricsToModel(columns, drivers.source, minStepSamples)) {
    const learned = learnCurve({
      metric,
      samples,
      drivers: drivers.sizes,
      values: columns.values[metric],
      runs: columns.runs,
      logEffects: metric === 'duration_seconds' ? ofDuration : none,
      cores,
      gathers: driverScale?.base === 'total',
    });
    metrics[metric] = learned.curve;
    if (learned.regimes !== null) regimes.push(learned.regimes);
    followsCores ||= learned.curve.core_exponent !== undefined;
    if (drivers.source === 'input' && WATCHED.has(metric) && learned.curve.kind !== 'constant')
      mixedCost ??= twoCosts(drivers.sizes, learned.adjusted);
  }
  const inForce = jobsInForce(jobs, regimes);
  const { requirements, variants } = usualRequirements(table, inForce);
  const named = environmentsOf(
    step,
    samples.map(({ run }) => run.row.environment),
    environments,
  );
  const facts = stepFacts(table, jobs, columns, drivers, driverScale, ledger);
  return {
    ...facts,
    ...(mixedCost === null
      ? {}
      : { driver: { ...facts.driver, mixed_input_form: true, mixed_cost_factor: mixedCost } }),
    metrics,
    requirements,
    ...(variants.length > 0 ? { requirement_variants: variants } : {}),
    gpu,
    ...(Object.keys(named).length > 0 ? { environments: named } : {}),
    ...(followsCores && cores !== null ? { cores: { reference: cores.reference, seen: cores.seen } } : {}),
    failures: stepFailures(
      table,
      inForce.map(({ job }) => job),
    ),
  };
}

function environmentsOf(
  step: string,
  places: readonly Readonly<Record<string, string>>[],
  environments: ReadonlyMap<string, DimensionFactors>,
): Record<string, Record<string, EnvironmentClass>> {
  const named = [...environments].map(([dimension, bySteps]): [string, Record<string, EnvironmentClass>] => {
    const classes = [...(bySteps.get(step) ?? [])].map(([name, factor]): [string, EnvironmentClass] => [
      name,
      { n: places.filter((place) => place[dimension] === name).length, factor: Math.exp(factor) },
    ]);
    return [dimension, Object.fromEntries(classes)];
  });
  return Object.fromEntries(named.filter(([, classes]) => Object.keys(classes).length > 0));
}

/** Jobs of runs from the last shift of any metric on: what older ones asked for, or failed at, holds no more. */
function jobsInForce(
  { allJobs }: PreparedStep['jobs'],
  regimes: readonly Regimes[],
): PreparedStep['jobs']['allJobs'] {
  const since = Math.max(Number.NEGATIVE_INFINITY, ...regimes.map(({ firstInForce }) => firstInForce.place));
  return allJobs.filter(({ run }) => run.place >= since);
}

import { median } from '@prm/regression';
import type { DriverScale } from '../format/workflow-model.ts';
import type { CleanDrivers } from './driver-cleaning.ts';
import { type DriverPair, fitDriverScale } from './driver-scale.ts';
import { fitSampleScale, type SamplePair } from './sample-scale.ts';
import type { SampleSizes } from './sample-sizes.ts';
import type { StepJobs } from './step-samples.ts';
import type { TrainingRun } from './workflow-runs.ts';

/** A pipeline needs so many pairs for a scale of its own. */
const FEWEST_PAIRS_OF_VIEW = 5;

/** A step's driver scale over all pipelines, and those of pipelines that have enough runs of their own. */
export interface StepScales {
  readonly overall: DriverScale | null;
  readonly byPipeline: ReadonlyMap<string, DriverScale>;
}

/**
 * Pairs each run's driver with the median driver of the step's jobs in it, and fits the scales.
 *
 * @param sampleSizes what each run with a driver brings in: then a step may follow another of its sizes than the
 *   largest. Null for the method `reference`
 */
export function stepScales(
  { samples }: StepJobs,
  { sizes, source }: CleanDrivers,
  runDrivers: ReadonlyMap<TrainingRun, number>,
  sampleSizes: ReadonlyMap<TrainingRun, SampleSizes> | null,
): StepScales {
  const byRun = new Map<TrainingRun, { drivers: number[]; jobs: number }>();
  const byPipeline = new Map<string, { drivers: number[]; runs: TrainingRun[] }>();
  const paired: TrainingRun[] = [];
  for (const [i, { run }] of samples.entries()) {
    const ofRun = byRun.get(run) ?? { drivers: [], jobs: 0 };
    byRun.set(run, ofRun);
    ofRun.jobs++;
    const size = sizes[i] as number;
    if (Number.isNaN(size)) continue;
    const view = byPipeline.get(run.pipeline) ?? { drivers: [], runs: [] };
    byPipeline.set(run.pipeline, view);
    view.drivers.push(size);
    ofRun.drivers.push(size);
    if (ofRun.drivers.length > 1 || !runDrivers.has(run)) continue;
    paired.push(run);
    view.runs.push(run);
  }
  if (byPipeline.size === 0) return { overall: null, byPipeline: new Map() };
  const fit = (runs: readonly TrainingRun[], drivers: ArrayLike<number>): DriverScale => {
    const pairs = runs.map((run): SamplePair & { run: TrainingRun } => {
      const ofRun = byRun.get(run) as { drivers: number[]; jobs: number };
      const stepDriver = median(ofRun.drivers) as number;
      return { run, sizes: sampleSizes?.get(run) as SampleSizes, stepDriver, jobs: ofRun.jobs };
    });
    if (sampleSizes !== null) return fitSampleScale(pairs, drivers, source);
    const ofRuns = pairs.map(
      ({ run, stepDriver }): DriverPair => [runDrivers.get(run) as number, stepDriver],
    );
    return fitDriverScale(ofRuns, drivers, source);
  };
  const views = [...byPipeline]
    .filter(([, { runs }]) => runs.length >= FEWEST_PAIRS_OF_VIEW)
    .map(([name, { runs, drivers }]): [string, DriverScale] => [name, fit(runs, drivers)]);
  const drivers = sizes.filter((size) => !Number.isNaN(size));
  return { overall: fit(paired, drivers), byPipeline: new Map(views) };
}

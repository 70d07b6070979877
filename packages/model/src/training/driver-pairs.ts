import { median } from '@prm/regression';
import type { DriverScale } from '../format/workflow-model.ts';
import type { CleanDrivers } from './driver-cleaning.ts';
import { type DriverPair, fitDriverScale } from './driver-scale.ts';
import type { StepJobs } from './step-samples.ts';
import type { TrainingRun } from './workflow-runs.ts';

/** A pipeline needs so many pairs for a scale of its own. */
const FEWEST_PAIRS_OF_VIEW = 5;

/** A step's driver scale over all pipelines, and those of pipelines that have enough runs of their own. */
export interface StepScales {
  readonly overall: DriverScale | null;
  readonly byPipeline: ReadonlyMap<string, DriverScale>;
}

/** Pairs each run's driver with the median driver of the step's jobs in it, and fits the scales. */
export function stepScales(
  { samples }: StepJobs,
  { sizes, source }: CleanDrivers,
  runDrivers: ReadonlyMap<TrainingRun, number>,
): StepScales {
  const byRun = new Map<TrainingRun, number[]>();
  const byPipeline = new Map<string, { drivers: number[]; pairs: DriverPair[] }>();
  for (const [i, { run }] of samples.entries()) {
    const size = sizes[i] as number;
    if (Number.isNaN(size)) continue;
    const view = byPipeline.get(run.pipeline) ?? { drivers: [], pairs: [] };
    byPipeline.set(run.pipeline, view);
    view.drivers.push(size);
    if (!runDrivers.has(run)) continue;
    const ofRun = byRun.get(run) ?? [];
    byRun.set(run, ofRun);
    ofRun.push(size);
  }
  if (byPipeline.size === 0) return { overall: null, byPipeline: new Map() };
  const pairs: DriverPair[] = [];
  for (const [run, ofRun] of byRun) {
    const pair: DriverPair = [runDrivers.get(run) as number, median(ofRun) as number];
    pairs.push(pair);
    byPipeline.get(run.pipeline)?.pairs.push(pair);
  }
  const views = [...byPipeline]
    .filter(([, view]) => view.pairs.length >= FEWEST_PAIRS_OF_VIEW)
    .map(([name, view]): [string, DriverScale] => [name, fitDriverScale(view.pairs, view.drivers, source)]);
  const drivers = sizes.filter((size) => !Number.isNaN(size));
  return { overall: fitDriverScale(pairs, drivers, source), byPipeline: new Map(views) };
}

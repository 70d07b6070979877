import { median } from '@prm/regression';

/** Jobs of a step in one run, and the samples of that run. */
export interface JobCount {
  readonly jobs: number;
  readonly samples: number;
}

/** Whether a step has jobs for each sample, or as many whatever their number: then it gathers them. */
export interface Repetition {
  readonly onceA: 'sample' | 'run';
  /** Jobs a sample, or a run. */
  readonly jobs: number;
}

/** No run counts for more: a factor of e. */
const MOST_OFF = 1;
/** Differences that are rounding. */
const ROUNDING = 1e-9;

/**
 * Learns from job counts which of the two a step does: the one that its counts lie closer to, in proportion. Where both
 * fit as well, from runs of one number of samples say, a whole number of jobs a sample tells; null without a run.
 */
export function learnRepetition(counts: readonly JobCount[]): Repetition | null {
  const perSample = median(counts.map(({ jobs, samples }) => jobs / samples));
  const perRun = median(counts.map(({ jobs }) => jobs));
  if (perSample === undefined || perRun === undefined) return null;
  const offSample = meanOff(counts.map(({ jobs, samples }) => jobs / (perSample * samples)));
  const offRun = meanOff(counts.map(({ jobs }) => jobs / perRun));
  const isEven = Math.abs(offSample - offRun) <= ROUNDING;
  const bySample = isEven ? Number.isInteger(perSample) : offSample < offRun;
  return bySample ? { onceA: 'sample', jobs: perSample } : { onceA: 'run', jobs: perRun };
}

function meanOff(ratios: readonly number[]): number {
  const total = ratios.reduce((sum, ratio) => sum + Math.min(Math.abs(Math.log(ratio)), MOST_OFF), 0);
  return total / ratios.length;
}

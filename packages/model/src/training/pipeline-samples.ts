import { median, medianAbsoluteDeviation } from '@prm/regression';
import { largestDeviation } from '../format/largest-deviation.ts';
import type { PipelineSamples } from '../format/workflow-model.ts';
import type { SampleSizes } from './sample-sizes.ts';

/** So many figures describe how sizes lie around their median. */
const MOST_RATIOS = 20;
/** A wider spread would have more samples bring in less in all. */
const WIDEST_SPREAD = 1.2;
/** Who says that the largest is twice as large means that the others are larger too, if not how much. */
const LEAST_WEIGHT = 0.5;
/** Of fewer runs no two spreads can be compared. */
const FEWEST_FOR_WEIGHT = 5;

/** Learns how many samples runs bring in and how their sizes lie around those of their run; null without a run. */
export function learnSamples(runs: readonly SampleSizes[]): PipelineSamples | null {
  if (runs.length === 0) return null;
  const counts = runs.map(({ n }) => n);
  const several = runs.filter(({ sizes }) => sizes.length > 1);
  const steps = several.map(({ largest, typical }) => Math.log(largest / typical));
  const deviations = several.map(({ sizes }) => largestDeviation(sizes.length));
  const spread = Math.min(
    WIDEST_SPREAD,
    Math.max(0, median(steps.map((step, i) => step / (deviations[i] as number))) || 0),
  );
  const ratios = several
    .flatMap(({ sizes, typical }) => sizes.map((size) => size / typical))
    .filter((ratio) => Number.isFinite(ratio))
    .sort((a, b) => a - b);
  return {
    runs: runs.length,
    n: { min: Math.min(...counts), median: median(counts) as number, max: Math.max(...counts) },
    largest_spread: spread,
    largest_weight: weightOfLargest(
      several.map(({ typical }) => Math.log(typical)),
      steps.map((step, i) => step - spread * (deviations[i] as number)),
    ),
    typical_bytes: median(several.map(({ typical }) => typical)) ?? null,
    largest_ratio: ratios.at(-1) ?? 1,
    ratios: inGroups(ratios),
  };
}

/**
 * The larger the largest sample, the larger are the others, or it is chance. Two estimates of a run's typical size, from
 * its largest and from what is usual, weighted by how far each lies off.
 *
 * @param typical logarithms of the typical size of each run
 * @param residuals of the largest size: how far ln(largest / typical) lies from the usual
 */
function weightOfLargest(typical: readonly number[], residuals: readonly number[]): number {
  if (typical.length < FEWEST_FOR_WEIGHT) return 1;
  const betweenRuns = medianAbsoluteDeviation(typical) ?? 0;
  const withinRuns = medianAbsoluteDeviation(residuals) ?? 0;
  const both = betweenRuns ** 2 + withinRuns ** 2;
  return both > 0 ? Math.max(LEAST_WEIGHT, betweenRuns ** 2 / both) : 1;
}

/** Means of groups of about as many values, so that the mean of all is kept, and almost that of their squares. */
function inGroups(ascending: readonly number[]): number[] {
  if (ascending.length <= MOST_RATIOS) return [...ascending];
  return Array.from({ length: MOST_RATIOS }, (_, group) => {
    const from = Math.floor((group * ascending.length) / MOST_RATIOS);
    const to = Math.floor(((group + 1) * ascending.length) / MOST_RATIOS);
    let total = 0;
    for (let i = from; i < to; i++) total += ascending[i] as number;
    return Math.min(total / (to - from), Number.MAX_VALUE);
  });
}

import { median } from '@prm/regression';
import { largestDeviation } from '../format/largest-deviation.ts';
import type { PipelineSamples } from '../format/workflow-model.ts';
import type { SampleSizes } from './sample-sizes.ts';

/** So many figures describe how sizes lie around their median. */
const MOST_RATIOS = 20;
/** A wider spread would have more samples bring in less in all. */
const WIDEST_SPREAD = 1.2;

/** Learns how many samples runs bring in and how their sizes lie around those of their run; null without a run. */
export function learnSamples(runs: readonly SampleSizes[]): PipelineSamples | null {
  if (runs.length === 0) return null;
  const counts = runs.map(({ n }) => n);
  const several = runs.filter(({ sizes }) => sizes.length > 1);
  const spreads = several.map(
    ({ sizes, largest, typical }) => Math.log(largest / typical) / largestDeviation(sizes.length),
  );
  const ratios = several
    .flatMap(({ sizes, typical }) => sizes.map((size) => size / typical))
    .filter((ratio) => Number.isFinite(ratio))
    .sort((a, b) => a - b);
  const spread = median(spreads) ?? 0;
  return {
    runs: runs.length,
    n: { min: Math.min(...counts), median: median(counts) as number, max: Math.max(...counts) },
    largest_spread: Number.isNaN(spread) ? 0 : Math.min(WIDEST_SPREAD, Math.max(0, spread)),
    largest_ratio: ratios.at(-1) ?? 1,
    ratios: inGroups(ratios),
  };
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

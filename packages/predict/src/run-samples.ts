import {
  compareText,
  largestDeviation,
  type PipelineSamples,
  type PipelineView,
  type WorkflowModel,
} from '@prm/model/format';
import { medianSorted } from '@prm/regression';
import type { AskedSamples } from './asked-samples.ts';
import type { PredictedSamples } from './prediction.ts';

/** So many different sizes stand for a longer list: neighbours are replaced by their mean. */
const MOST_SIZES = 1000;

/** A size, and how many samples have it: not always a whole number. */
interface SizeShare {
  readonly bytes: number;
  readonly samples: number;
}

/** The samples that a prediction is for. */
export interface RunSamples extends PredictedSamples {
  /** Sizes, with the samples that each stands for. */
  readonly sizes: readonly SizeShare[];
}

/**
 * The samples of a run. Of a list every figure is known. Otherwise the sizes lie around the typical one as they did in
 * training, and that lies below the largest by as much as usual for so many.
 *
 * @param seen null for a model that does not know samples: then the largest size is all there is
 */
export function runSamples(asked: AskedSamples, seen: PipelineSamples | null): RunSamples | null {
  if (seen === null) return null;
  if ('list' in asked) return listed(asked.list, seen);
  const { largest } = asked;
  const n = asked.n ?? usualNumber(seen);
  const source = asked.n === null ? 'usual' : 'given';
  const facts = { ...described(n, source, seen), largest_bytes: largest };
  if (n === 1 || seen.ratios.length === 0) {
    const sizes = [{ bytes: largest, samples: n }];
    return { ...facts, typical_bytes: largest, total_bytes: totalOf(sizes), sizes };
  }
  const typical = typicalSize(largest, n, seen);
  const sizes = [{ bytes: largest, samples: 1 }, ...otherSizes(largest, typical, n, seen)];
  return { ...facts, typical_bytes: typical, total_bytes: totalOf(sizes), sizes };
}

/** Below the largest by as much as usual for so many samples, and towards the size that is usual. */
function typicalSize(largest: number, n: number, seen: PipelineSamples): number {
  const fromLargest = Math.log(largest) - usualStep(n, seen);
  const usual = Math.log(seen.typical_bytes ?? largest);
  const weight = seen.largest_weight;
  // No sample is larger than the largest.
  return Math.min(largest, Math.exp(weight * fromLargest + (1 - weight) * usual));
}

/** ln(largest / typical), as usual for so many samples. */
function usualStep(n: number, { largest_spread, largest_ratio }: PipelineSamples): number {
  return Math.min(largest_spread * largestDeviation(n), Math.log(largest_ratio));
}

/** Sizes of all samples but the largest: those that there usually are, less what the largest usually has of their sum. */
function otherSizes(largest: number, typical: number, n: number, seen: PipelineSamples): SizeShare[] {
  const { ratios } = seen;
  const all = (n * sum(ratios)) / ratios.length;
  const share = Math.min(1, Math.max(0, (all - Math.exp(usualStep(n, seen))) / (all * (1 - 1 / n))));
  const samples = (n - 1) / ratios.length;
  return ratios.map((ratio) => ({ bytes: Math.min(ratio * share * typical, largest), samples }));
}

function listed(list: readonly number[], seen: PipelineSamples): RunSamples {
  const ascending = list.toSorted((a, b) => a - b);
  const n = ascending.length;
  return {
    ...described(n, 'given', seen),
    largest_bytes: ascending.at(-1) as number,
    typical_bytes: medianSorted(ascending),
    total_bytes: sum(ascending),
    sizes: inGroups(ascending),
  };
}

function inGroups(ascending: readonly number[]): SizeShare[] {
  const groups = Math.min(MOST_SIZES, ascending.length);
  return Array.from({ length: groups }, (_, group) => {
    const from = Math.floor((group * ascending.length) / groups);
    const to = Math.floor(((group + 1) * ascending.length) / groups);
    return { bytes: sum(ascending.slice(from, to)) / (to - from), samples: to - from };
  });
}

function described(
  n: number,
  source: PredictedSamples['source'],
  seen: PipelineSamples,
): Pick<PredictedSamples, 'n' | 'source' | 'seen' | 'outside_seen'> {
  return { n, source, seen: seen.n, outside_seen: n < seen.n.min || n > seen.n.max };
}

/** Half a sample more counts as one. */
function usualNumber({ n }: PipelineSamples): number {
  return Math.round(n.median);
}

/** What is known of samples in a pipeline; without one, in that of the most runs. */
export function seenSamples(
  model: WorkflowModel,
  view: PipelineView | undefined,
): { view: PipelineView; seen: PipelineSamples } | null {
  const views = view === undefined ? byRuns(model) : [view];
  for (const one of views) if (one.samples !== undefined) return { view: one, seen: one.samples };
  return null;
}

function byRuns({ pipelines }: WorkflowModel): PipelineView[] {
  return Object.entries(pipelines)
    .sort(([a, x], [b, y]) => y.runs - x.runs || compareText(a, b))
    .map(([, view]) => view);
}

function totalOf(sizes: readonly SizeShare[]): number {
  return sum(sizes.map(({ bytes, samples }) => bytes * samples));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => Math.min(total + value, Number.MAX_VALUE), 0);
}

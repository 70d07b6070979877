import { compareText, jobsOf, type RunTable } from '@prm/ingest';
import { median } from '@prm/regression';
import type { ScaleBase } from '../format/workflow-model.ts';
import type { TrainingRun } from './workflow-runs.ts';

/** What a run brings in: one sample a job of the step that reads most of them. Bytes. */
export interface SampleSizes extends Readonly<Record<ScaleBase, number>> {
  /** Samples, those of unknown size too. */
  readonly n: number;
  /** Known sizes, in order of jobs. */
  readonly sizes: readonly number[];
}

/**
 * The samples of a run. Several entry steps may read the same samples, so they are counted in one of them: that with the
 * most jobs, of equally many that with the larger inputs.
 *
 * @param sources jobs that bring data in
 * @param entry entry steps
 * @param largest the run's driver
 */
export function sampleSizes(
  table: RunTable,
  run: TrainingRun,
  sources: readonly number[],
  entry: ReadonlySet<string>,
  dropped: ReadonlySet<number>,
  largest: number,
): SampleSizes {
  const byStep = new Map<string, number[]>();
  for (const job of sources) {
    const step = table.snippet(job) as string;
    if (!entry.has(step)) continue;
    const ofStep = byStep.get(step) ?? [];
    byStep.set(step, ofStep);
    ofStep.push(table.inputSizeBytes(job));
  }
  const ranked = [...byStep].sort(
    ([a, x], [b, y]) => y.length - x.length || sum(y) - sum(x) || compareText(a, b),
  );
  const [step, sizes] = ranked[0] as [string, number[]];
  const typical = median(sizes) as number;
  const unknown = jobsOf(table, run.run).filter(
    (job) =>
      table.snippet(job) === step &&
      table.isCompleted(job) &&
      (dropped.has(job) || !(table.inputSizeBytes(job) > 0)),
  ).length;
  // Sizes no file has can sum to more than there are numbers for.
  const total = Math.min(sum(sizes) + unknown * typical, Number.MAX_VALUE);
  return { n: sizes.length + unknown, largest, typical, total, sizes };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

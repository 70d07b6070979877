import type { CollectedRuns, IdentityMode } from '@prm/model';
import { gatherRuns } from '@prm/model';
import { TESTED_METRICS, type TestedMetric } from './backtest-document.ts';
import { middleOf } from './middle.ts';
import { actualOf } from './recorded-job.ts';
import { samplesOf } from './split-runs.ts';

/** The values that a step had in training. */
interface StepValues {
  readonly n: number;
  readonly median: number;
  readonly largest: number;
  readonly distinct: ReadonlySet<number>;
}

/** Finds the values of a workflow's step; undefined where it had none. */
export type TrainingValues = (workflow: string, step: string, metric: TestedMetric) => StepValues | undefined;

/** Gathers what a training part measured, by workflow, step and metric: what the plain rules go by. */
export async function trainingValues(
  { table, merged }: Pick<CollectedRuns, 'table' | 'merged'>,
  identity: IdentityMode,
): Promise<TrainingValues> {
  const { byKey, duplicates } = await gatherRuns(table, merged, identity);
  const found = new Map<string, number[]>();
  for (const [workflow, runs] of byKey) {
    for (const run of runs) {
      for (const job of samplesOf(table, run, duplicates)) {
        for (const metric of TESTED_METRICS) {
          const actual = actualOf(table, job, metric);
          if (typeof actual !== 'number') continue;
          const key = keyOf(workflow, table.snippet(job) as string, metric);
          const values = found.get(key) ?? [];
          found.set(key, values);
          values.push(actual);
        }
      }
    }
  }
  const summaries = new Map([...found].map(([key, values]) => [key, summaryOf(values)]));
  return (workflow, step, metric) => summaries.get(keyOf(workflow, step, metric));
}

function keyOf(...parts: string[]): string {
  return parts.join('\n');
}

function summaryOf(values: readonly number[]): StepValues {
  return {
    n: values.length,
    median: middleOf(values) as number,
    largest: values.reduce((most, value) => Math.max(most, value), 0),
    distinct: new Set(values),
  };
}

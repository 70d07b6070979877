import type { RunRow } from '@prm/ingest';
import type { CollectedRuns } from './collect-runs.ts';

type Runs = Pick<CollectedRuns, 'table' | 'merged'>;

/**
 * The same runs with some of their jobs, to train on a part and judge by the rest. Runs that keep no job are left out.
 *
 * @param keep whether a job, by its row in the table, stays
 * @param pipelineOf the pipeline of a run, by its row: with fewer jobs a run without a name might be taken for another's
 */
export function partOfRuns(
  { table, merged }: Runs,
  keep: (job: number) => boolean,
  pipelineOf: (run: number) => string | null,
): Runs {
  const named = (row: RunRow, run: number): RunRow => ({ ...row, pipelineName: pipelineOf(run) });
  const part = table.filter(keep, named);
  const parts = merged
    .map((run) => ({
      ...run,
      extraJobs: run.extraJobs.map((job) => part.rows[job] as number).filter((row) => row >= 0),
    }))
    .filter(({ run, extraJobs }) => {
      const { firstJob, endJob } = part.table.runs[run] as RunRow;
      return endJob > firstJob || extraJobs.length > 0;
    });
  return { table: part.table, merged: parts };
}

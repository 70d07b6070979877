import type { WorkflowModel } from '@prm/model';
import type { Column } from './table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'workflow', shrinks: true },
  { title: 'runs', align: 'right' },
  { title: 'partial', align: 'right' },
  { title: 'steps', align: 'right' },
  { title: 'last run' },
  { title: 'pipelines', wraps: true },
];

const DATE_LENGTH = 'YYYY-MM-DD'.length;

/** Workflows, one a row. */
export function workflowTable(models: readonly WorkflowModel[]): {
  columns: readonly Column[];
  rows: string[][];
} {
  const rows = models.map(({ key, runs, steps, pipelines }) => [
    key,
    String(runs.total),
    String(runs.partial),
    String(Object.keys(steps).length),
    runs.last_at?.slice(0, DATE_LENGTH) ?? '',
    Object.keys(pipelines).join(', '),
  ]);
  return { columns: COLUMNS, rows };
}

import type { SensitivityReport } from '@prm/predict';
import type { Column } from './table.ts';
import { fitWord, metricWord } from './words.ts';

const COLUMNS: readonly Column[] = [
  { title: 'step', shrinks: true },
  { title: 'metric' },
  { title: 'with the input size' },
  { title: 'fit' },
  { title: 'R2', align: 'right' },
  { title: 'rank', align: 'right' },
  { title: 'jobs', align: 'right' },
];

/** Metrics of steps, one a row. */
export function sensitivityTable({ steps }: SensitivityReport): {
  columns: readonly Column[];
  rows: string[][];
} {
  const rows = Object.entries(steps).flatMap(([step, metrics]) =>
    Object.entries(metrics).map(([metric, { kind, r2_loo, spearman, n, input_sensitive }]) => [
      step,
      metricWord(metric),
      input_sensitive ? ((spearman ?? 0) > 0 ? 'grows' : 'falls') : 'no clear change',
      fitWord(kind),
      kind === 'constant' ? '' : r2_loo.toFixed(2),
      spearman === null ? '' : spearman.toFixed(2),
      String(n),
    ]),
  );
  return { columns: COLUMNS, rows };
}

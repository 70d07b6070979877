import type { EnvironmentReport } from '@prm/predict';
import type { Column, TableContent } from './table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'step', shrinks: true },
  { title: 'place', shrinks: true },
  { title: 'jobs', align: 'right' },
  { title: 'factor', align: 'right' },
  { title: 'to the fastest', align: 'right' },
];

/** The places steps ran at, one a row. */
export function environmentTable({ dimensions }: EnvironmentReport): TableContent {
  const rows = Object.entries(dimensions).flatMap(([dimension, steps]) =>
    Object.entries(steps).flatMap(([step, classes]) =>
      classes.map(({ class: name, n, factor, ratio_to_fastest }) => [
        step,
        `${dimension}=${name}`,
        String(n),
        factor.toFixed(2),
        `× ${ratio_to_fastest.toFixed(2)}`,
      ]),
    ),
  );
  return { columns: COLUMNS, rows };
}

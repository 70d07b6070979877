import { type GpuReport, shortNumber } from '@prm/predict';
import type { Column } from './table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'step', shrinks: true },
  { title: 'class', shrinks: true },
  { title: 'card', wraps: true },
  { title: 'jobs', align: 'right' },
  { title: 'factor', align: 'right' },
  { title: 'to the fastest', align: 'right' },
  { title: 'power', align: 'right' },
];

/** Classes of steps, one a row. */
export function gpuTable({ steps }: GpuReport): { columns: readonly Column[]; rows: string[][] } {
  const rows = Object.entries(steps).flatMap(([step, classes]) =>
    classes.map(({ gpu_class, display_name, n, factor, ratio_to_fastest, power_w }) => [
      step,
      gpu_class,
      display_name,
      String(n),
      ratio_to_fastest === null ? 'too few' : factor.toFixed(2),
      ratio_to_fastest === null ? '' : `× ${ratio_to_fastest.toFixed(2)}`,
      power_w === null ? '' : `${shortNumber(power_w)} W`,
    ]),
  );
  return { columns: COLUMNS, rows };
}

import Table from 'cli-table3';
import { printable } from './printable.ts';

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Cut this column first where the table is wider than the terminal. */
  readonly shrinks?: boolean;
}

const GAP = 2;
/** A column that shrinks keeps at least so much. */
const LEAST_WIDTH = 8;
const NO_LINES = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
    'middle',
  ].map((part) => [part, '']),
);

/**
 * Lines of a table without borders, as wide as its content but no wider than `width`: then columns that may shrink are
 * cut, with an ellipsis. Cells are made harmless.
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const safe = rows.map((row) => row.map(printable));
  const widths = columns.map(
    ({ title }, i) => Math.max(title.length, ...safe.map((row) => row[i]?.length ?? 0)) + GAP,
  );
  const excess = widths.reduce((sum, one) => sum + one, 0) - GAP - width;
  const table = new Table({
    chars: NO_LINES,
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [], compact: true },
    colWidths: shrink(columns, widths, excess),
    colAligns: columns.map(({ align }) => align ?? 'left'),
    head: columns.map(({ title }) => title),
  });
  table.push(...safe.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

function shrink(columns: readonly Column[], widths: readonly number[], excess: number): number[] {
  const out = [...widths];
  for (let over = excess; over > 0; over--) {
    const candidates = out.map((one, i) => (columns[i]?.shrinks && one > LEAST_WIDTH + GAP ? one : 0));
    const widest = candidates.indexOf(Math.max(...candidates));
    if ((candidates[widest] ?? 0) === 0) break;
    out[widest] = (out[widest] as number) - 1;
  }
  return out;
}

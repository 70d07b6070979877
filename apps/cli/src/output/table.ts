import Table from 'cli-table3';
import { printable } from './printable.ts';

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Cut this column first where the table is wider than the terminal. */
  readonly shrinks?: boolean;
}

/** Columns and rows of a table. */
export interface TableContent {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

const GAP = 2;
/** A column that shrinks keeps so much, */
const LEAST_WIDTH = 8;
/** and where even that is too wide, so much: a table that wraps cannot be read at all. */
const LAST_WIDTH = 3;
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
  const table = new Table({
    chars: NO_LINES,
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [], compact: true },
    colWidths: shrunk(columns, naturalWidths(columns, safe), width),
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

/** Whether a table fits into `width` with its names still readable. */
export function fitsInto(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): boolean {
  const natural = naturalWidths(
    columns,
    rows.map((row) => row.map(printable)),
  );
  const least = natural.map((one, i) => (columns[i]?.shrinks ? Math.min(one, LEAST_WIDTH + GAP) : one));
  return totalWidth(least) <= width;
}

/** Widths of the columns as their content needs them, the gap behind each included. */
function naturalWidths(columns: readonly Column[], rows: readonly (readonly string[])[]): number[] {
  return columns.map(({ title }, i) =>
    rows.reduce((most, row) => Math.max(most, (row[i]?.length ?? 0) + GAP), title.length + GAP),
  );
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, 0) - GAP;
}

/** The widest of the columns that may shrink is cut first, down to `LEAST_WIDTH`, then to `LAST_WIDTH`. */
function shrunk(columns: readonly Column[], widths: readonly number[], width: number): number[] {
  const out = [...widths];
  let excess = totalWidth(out) - width;
  for (const least of [LEAST_WIDTH, LAST_WIDTH]) {
    for (; excess > 0; excess--) {
      const candidates = out.map((one, i) => (columns[i]?.shrinks && one > least + GAP ? one : 0));
      const widest = candidates.indexOf(Math.max(...candidates));
      if ((candidates[widest] ?? 0) === 0) break;
      out[widest] = (out[widest] as number) - 1;
    }
  }
  return out;
}

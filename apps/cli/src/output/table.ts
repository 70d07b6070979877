import Table from 'cli-table3';
import { printable } from './printable.ts';
import { cutText, textWidth } from './text-width.ts';
import { wrapWords } from './wrap.ts';

/** A column of a table. */
export interface Column {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Cut this column first where the table is wider than the terminal. */
  readonly shrinks?: boolean;
  /** Break this column into lines before any is cut: what it holds is only of use as a whole. */
  readonly wraps?: boolean;
}

/** Columns and rows of a table. */
export interface TableContent {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
}

const GAP = 2;
/** A column that wraps keeps so much, */
const LEAST_WRAPPED = 20;
/** one that is cut so much, */
const LEAST_WIDTH = 8;
/** and where that is too wide, so much: a table that a terminal breaks into lines cannot be read at all. */
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
 * Lines of a table without borders, as wide as its content but no wider than `width`: then columns that may wrap are
 * broken into lines, and columns that may shrink are cut, with an ellipsis. Cells are made harmless.
 */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): string {
  const safe = rows.map((row) => row.map(printable));
  const widths = shrunk(columns, naturalWidths(columns, safe), width);
  const table = new Table({
    chars: NO_LINES,
    style: { 'padding-left': 0, 'padding-right': GAP, head: [], border: [], compact: true },
    colWidths: widths,
    colAligns: columns.map(({ align }) => align ?? 'left'),
    head: columns.map(({ title }) => title),
  });
  table.push(
    ...safe.map((row) => row.map((cell, i) => fitted(cell, columns[i], (widths[i] as number) - GAP))),
  );
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** A cell in lines of at most `width`. */
function fitted(cell: string, column: Column | undefined, width: number): string {
  if (!column?.wraps) return cutText(cell, width);
  return wrapWords(cell, width)
    .map((line) => cutText(line.trimStart(), width))
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
    rows.reduce((most, row) => Math.max(most, textWidth(row[i] ?? '') + GAP), textWidth(title) + GAP),
  );
}

function totalWidth(widths: readonly number[]): number {
  return widths.reduce((sum, one) => sum + one, 0) - GAP;
}

/** Columns that wrap give way first, then those that are cut, the widest of them first. */
function shrunk(columns: readonly Column[], widths: readonly number[], width: number): number[] {
  const wraps = columns.map((column) => column.wraps === true);
  const gives = columns.map((column) => column.wraps === true || column.shrinks === true);
  const readable = narrowed(narrowed(widths, wraps, LEAST_WRAPPED, width), gives, LEAST_WIDTH, width);
  const last = narrowed(readable, gives, LAST_WIDTH, width);
  // Where nothing helps, names of three letters would only be lost on top of it.
  return totalWidth(last) <= width ? last : readable;
}

function narrowed(
  widths: readonly number[],
  gives: readonly boolean[],
  least: number,
  width: number,
): number[] {
  const out = [...widths];
  for (let excess = totalWidth(out) - width; excess > 0; excess--) {
    const candidates = out.map((one, i) => (gives[i] && one > least + GAP ? one : 0));
    const widest = candidates.indexOf(Math.max(...candidates));
    if ((candidates[widest] ?? 0) === 0) break;
    out[widest] = (out[widest] as number) - 1;
  }
  return out;
}

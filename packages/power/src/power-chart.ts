import { shortWatts } from './short-watts.ts';

const EIGHTHS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** How large a chart is, in characters. */
export interface ChartSize {
  /** Columns of the bars, at least one is drawn; bins beyond that share columns. */
  readonly columns: number;
  /** Lines of the bars. Default 8. */
  readonly lines?: number;
}

/**
 * A power curve as lines of block characters, time from left to right. Where there are more bins than columns, a column
 * shows the mean of its bins.
 *
 * @param powers mean power of each bin, watts
 * @returns `lines` lines with the scale at their left; none without a bin
 */
export function powerChart(powers: readonly number[], { columns, lines = 8 }: ChartSize): string[] {
  if (powers.length === 0) return [];
  const shown = spread(powers, Math.max(1, Math.floor(columns)));
  const top = Math.max(...shown, 0) || 1;
  const labels = [shortWatts(top), shortWatts(0)];
  const labelWidth = Math.max(...labels.map((label) => label.length));
  return Array.from({ length: lines }, (_, row) => {
    const floor = lines - 1 - row;
    const bars = shown.map((power) => EIGHTHS[eighths((power / top) * lines - floor)]).join('');
    const label = row === 0 ? labels[0] : row === lines - 1 ? labels[1] : '';
    return `${(label as string).padStart(labelWidth)} │${bars}`.trimEnd();
  });
}

/** How much of one line a bar fills. */
function eighths(lines: number): number {
  return Math.max(0, Math.min(8, Math.round(lines * 8)));
}

/** As many columns as bins up to `columns`; few bins are drawn several columns wide. */
function spread(powers: readonly number[], columns: number): number[] {
  if (powers.length <= columns) {
    const wide = Math.max(1, Math.min(8, Math.floor(columns / powers.length)));
    return powers.flatMap((power) => Array<number>(wide).fill(power));
  }
  return Array.from({ length: columns }, (_, column) => {
    const from = Math.floor((column * powers.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * powers.length) / columns));
    const part = powers.slice(from, to);
    return part.reduce((sum, power) => sum + power, 0) / part.length;
  });
}

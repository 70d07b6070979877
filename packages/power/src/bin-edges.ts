import { parseTimestamp } from '@prm/ingest/text';
import { binSeconds } from './bin-power.ts';
import { isoText } from './iso-text.ts';
import type { PowerPoint } from './power-document.ts';

/** Where a bin begins and ends: seconds from the start of a predicted run, times of a recorded one. */
export interface BinEdges<T> {
  readonly from: T;
  readonly to: T;
}

/**
 * The edges of a bin, of which a curve holds the middle: what a chart has to draw.
 *
 * @throws PowerError `power/bad-bin-minutes`
 * @example
 * binEdges({ t: 900, power_w: 100, energy_wh: 50 }, 30) // { from: 0, to: 1800 }
 */
export function binEdges<T extends number | string>(
  { t }: PowerPoint<T>,
  binMinutes: number,
): BinEdges<number | string> {
  const half = binSeconds(binMinutes) / 2;
  if (typeof t === 'number') return { from: t - half, to: t + half };
  // A curve holds times that it printed itself.
  const middle = parseTimestamp(t) ?? 0;
  return { from: isoText(middle - half), to: isoText(middle + half) };
}

import { type PowerDocument, powerChart, shortEnergy, shortMass, shortWatts } from '@prm/power';
import { durationText, sizeText } from '@prm/predict';
import type { Column } from './table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'middle of the bin' },
  { title: 'power', align: 'right' },
  { title: 'energy', align: 'right' },
];
const SECONDS_LENGTH = 'YYYY-MM-DDTHH:MM:SS'.length;
/** What the scale at the left of the chart takes. */
const SCALE = 12;

/** The curve as a title, a chart and totals. */
export function powerLines(curve: PowerDocument, width: number): string[] {
  const points = curve.curve;
  const chart = powerChart(
    points.map(({ power_w }) => power_w),
    { columns: width - SCALE },
  );
  const [first, last] = [points[0], points.at(-1)];
  const span =
    first && last ? `bins of ${curve.bin_minutes} min, from ${timeText(first.t)} to ${timeText(last.t)}` : '';
  const carbon = curve.total_co2_g === undefined ? '' : `, ${shortMass(curve.total_co2_g)} CO2e`;
  const peak = points.reduce((top, { power_w }) => Math.max(top, power_w), 0);
  const totals = `${shortEnergy(curve.total_energy_wh)} in all${carbon}; ${shortWatts(peak)} at most in a bin, summed over jobs`;
  return [
    titleOf(curve),
    ...(chart.length > 0 ? [...chart, span, ''] : ['No job has a power to show.', '']),
    totals,
  ];
}

/** Bins, one a row. */
export function powerTable({ curve }: PowerDocument): { columns: readonly Column[]; rows: string[][] } {
  const rows = curve.map(({ t, power_w, energy_wh }) => [
    timeText(t),
    shortWatts(power_w),
    shortEnergy(energy_wh),
  ]);
  return { columns: COLUMNS, rows };
}

function titleOf({ workflow, pipeline, input_size_bytes: size }: PowerDocument): string {
  const name = pipeline ?? workflow ?? 'recorded run';
  return size === null ? `${name}, as recorded` : `${name}, input ${sizeText(size)}`;
}

function timeText(t: number | string): string {
  return typeof t === 'number' ? durationText(t) : t.slice(0, SECONDS_LENGTH);
}

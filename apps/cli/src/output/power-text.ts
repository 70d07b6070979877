import { binEdges, type PowerDocument, powerChart, shortEnergy, shortMass, shortWatts } from '@prm/power';
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
const LEAST_BARS = 10;

/** The curve as a title, a chart and totals. */
export function powerLines(curve: PowerDocument, width: number): string[] {
  const points = curve.curve;
  const chart = powerChart(
    points.map(({ power_w }) => power_w),
    { columns: Math.max(LEAST_BARS, width - SCALE) },
  );
  const carbon = curve.total_co2_g === undefined ? '' : `, ${shortMass(curve.total_co2_g)} CO2e`;
  const peak = points.reduce((top, { power_w }) => Math.max(top, power_w), 0);
  const totals = `${shortEnergy(curve.total_energy_wh)} in all${carbon}; ${shortWatts(peak)} at most in a bin, summed over jobs`;
  return [
    powerTitle(curve),
    ...(chart.length > 0 ? [...chart, ...spanLines(curve), ''] : ['No job has a power to show.', '']),
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

/** From when to when the chart goes, and that a single bin hides the course of the run. */
function spanLines({ curve, bin_minutes: minutes }: PowerDocument): string[] {
  const [first, last] = [curve[0], curve.at(-1)];
  if (!first || !last) return [];
  const { from } = binEdges<number | string>(first, minutes);
  const { to } = binEdges<number | string>(last, minutes);
  const span = `bins of ${minutes} min, from ${timeText(from)} to ${timeText(to)}`;
  return curve.length > 1
    ? [span]
    : [span, 'All of the run lies in one bin: --bin-minutes with less shows more.'];
}

/** Which run, and of what size. */
export function powerTitle({ workflow, pipeline, input_size_bytes: size }: PowerDocument): string {
  const name = pipeline ?? workflow;
  if (size !== null) return `${name}, input ${sizeText(size)}`;
  return name === null ? 'A recorded run' : `${name}, as recorded`;
}

function timeText(t: number | string): string {
  return typeof t === 'number' ? durationText(t) : t.slice(0, SECONDS_LENGTH);
}

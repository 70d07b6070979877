import { areaY, lineY, plot, ruleY, text } from '@observablehq/plot';
import { binEdges, type PowerDocument, shortEnergy } from '@prm/power';
import { durationText } from '@prm/predict';
import { parseHTML } from 'linkedom';
import { powerTitle } from './power-text.ts';
import { printable } from './printable.ts';
import { cutText } from './text-width.ts';
import { utcTicks } from './utc-ticks.ts';

const LONGEST_TITLE = 90;
const COLOUR = '#4269d0';

/** The curve as an SVG document: power over time, each bin from its one edge to the other. */
export function powerSvg(curve: PowerDocument): string {
  const { document } = parseHTML('<html><body></body></html>');
  const points = curve.curve.flatMap((point) => {
    const { from, to } = binEdges<number | string>(point, curve.bin_minutes);
    return [from, to].map((t) => ({ t: toDate(t), power_w: point.power_w }));
  });
  const isPredicted = curve.input_size_bytes !== null;
  const title = `${powerTitle(curve)}: ${shortEnergy(curve.total_energy_wh)} in all`;
  const svg = plot({
    document,
    width: 800,
    height: 400,
    marginTop: 50,
    marginLeft: 60,
    marginRight: 50,
    marginBottom: 60,
    ariaLabel: xmlText(`Power of ${curve.pipeline ?? curve.workflow ?? 'recorded run'} over time`),
    // Spans and times both go on a scale of dates: its ticks stand at whole minutes, hours and days.
    x: isPredicted
      ? {
          type: 'utc',
          label: 'time from the start',
          labelOffset: 40,
          tickFormat: (date: Date) => durationText(date.getTime() / 1000),
        }
      : { type: 'utc', label: 'time, as recorded', labelOffset: 45, tickFormat: utcTicks },
    y: { label: `power, W, mean of ${curve.bin_minutes} min`, labelOffset: 50, grid: true },
    marks: [
      // With y alone two points of one time would be stacked.
      areaY(points, { x: 't', y1: 0, y2: 'power_w', fill: COLOUR, fillOpacity: 0.25 }),
      lineY(points, { x: 't', y: 'power_w', stroke: COLOUR }),
      ruleY([0]),
      text([cutText(printable(title), LONGEST_TITLE)], {
        frameAnchor: 'top',
        dy: -36,
        fontSize: 14,
        fontWeight: 'bold',
      }),
    ],
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  // A viewer with a dark page would show black on black.
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({ width: '100%', height: '100%', fill: 'white' }))
    ground.setAttribute(name, value);
  svg.insertBefore(ground, svg.firstChild);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${svg.outerHTML}\n`;
}

/** Seconds from the start, or a time as recorded: Bio-Pype's times name no zone, and are shown as they are. */
function toDate(t: number | string): Date {
  return typeof t === 'number' ? new Date(t * 1000) : new Date(`${t}Z`);
}

/** A name may hold what no XML document may: linkedom writes attributes as HTML does, where only quotes matter. */
function xmlText(text: string): string {
  return printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

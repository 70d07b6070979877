import { areaY, lineY, plot, ruleY } from '@observablehq/plot';
import type { PowerDocument } from '@prm/power';
import { durationText } from '@prm/predict';
import { parseHTML } from 'linkedom';
import { printable } from './printable.ts';

/** The curve as an SVG document: power over time, each bin a step. */
export function powerSvg(curve: PowerDocument): string {
  const { document } = parseHTML('<html><body></body></html>');
  const points = curve.curve.map(({ t, power_w }) => ({
    t: typeof t === 'number' ? t : new Date(`${t}Z`),
    power_w,
  }));
  const isPredicted = points.every(({ t }) => typeof t === 'number');
  const name = curve.pipeline ?? curve.workflow ?? 'recorded run';
  const svg = plot({
    document,
    width: 800,
    height: 360,
    marginLeft: 60,
    ariaLabel: xmlText(`Power of ${name} over time`),
    x: isPredicted
      ? { label: 'time from the start', tickFormat: (seconds: number) => durationText(seconds) }
      : { label: 'time, as recorded', type: 'utc' },
    y: { label: 'power, W', grid: true },
    marks: [
      areaY(points, { x: 't', y: 'power_w', curve: 'step', fill: '#4269d0', fillOpacity: 0.25 }),
      lineY(points, { x: 't', y: 'power_w', curve: 'step', stroke: '#4269d0' }),
      ruleY([0]),
    ],
  });
  svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return `<?xml version="1.0" encoding="UTF-8"?>\n${svg.outerHTML}\n`;
}

/** A name may hold what no XML document may: linkedom writes attributes as HTML does, where only quotes matter. */
function xmlText(text: string): string {
  return printable(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

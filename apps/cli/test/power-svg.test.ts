import type { PowerDocument } from '@prm/power';
import { expect, it } from 'vitest';
import { powerSvg } from '../src/output/power-svg.ts';
import { utcTicks } from '../src/output/utc-ticks.ts';

/** A curve in bins of 30 minutes; times where `from` is one, else seconds. */
function curveOf(powers: readonly number[], from: string | null = null): PowerDocument {
  const half = (i: number): number => (i + 0.5) * 1800;
  const at = (i: number): string =>
    new Date(Date.parse(`${from}Z`) + half(i) * 1000).toISOString().slice(0, 19);
  const curve = powers.map((power_w, i) => ({
    t: from === null ? half(i) : at(i),
    power_w,
    energy_wh: power_w / 2,
  }));
  return {
    format: 'prm/power',
    format_version: '1.0',
    workflow: 'somatic',
    pipeline: null,
    input_size_bytes: from === null ? 1024 ** 3 : null,
    gpu_class: null,
    bin_minutes: 30,
    curve,
    total_energy_wh: 150,
    warnings: [],
  } as PowerDocument;
}

/** Corners of the line, in the units of the picture. */
function lineOf(svg: string): string {
  return /aria-label="line"><path d="([^"]*)"/.exec(svg)?.[1] ?? '';
}

/** Labels of the axis of time. */
function ticksOf(svg: string): string[] {
  const group = /aria-label="x-axis tick label">(.*?)<\/g>/s.exec(svg)?.[1] ?? '';
  return [...group.matchAll(/<text[^>]*>(.*?)<\/text>/gs)].map(([, text]) =>
    (text as string).replace(/(<[^>]*>)+/g, ' ').trim(),
  );
}

it('every bin goes from its one edge to the other: the run begins and ends at the ends of the axis', () => {
  expect(lineOf(powerSvg(curveOf([100, 200])))).toBe('M60,195L405,195L405,50L750,50');
});

it('the only bin of a short run is drawn too', () => {
  for (const svg of [powerSvg(curveOf([100])), powerSvg(curveOf([100], '2026-05-04T10:00:00'))])
    expect(lineOf(svg)).toBe('M60,50L750,50');
});

it('ticks stand at whole minutes and hours from the start, or at times of the clock with the date where it begins', () => {
  expect(ticksOf(powerSvg(curveOf([1, 2, 3, 4])))).toEqual([
    '0 s',
    '15 min',
    '30 min',
    '45 min',
    '1 h',
    '1 h 15 min',
    '1 h 30 min',
    '1 h 45 min',
    '2 h',
  ]);
  expect(ticksOf(powerSvg(curveOf([1, 2], '2026-05-04T23:30:00'))).slice(0, 2)).toEqual([
    '23:30 2026-05-04',
    '23:35',
  ]);
  expect(ticksOf(powerSvg(curveOf([1, 2], '2026-05-04T23:30:00')))).toContain('00:00 2026-05-05');
});

it('a tick names its seconds only where one of them has some', () => {
  const [first, second] = [new Date('2026-05-04T10:00:00Z'), new Date('2026-05-04T10:00:30Z')] as const;
  expect(utcTicks(second, 1, [first, second])).toBe('10:00:30');
  expect(utcTicks(first, 0, [first])).toBe('10:00\n2026-05-04');
});

it('the picture says what it shows, on white', () => {
  const svg = powerSvg(curveOf([100], '2026-05-04T10:00:00'));
  expect(svg).toContain('somatic, as recorded: 150 Wh in all');
  expect(svg).toMatch(/<svg [^>]*><rect [^>]*fill="white"/);
  const long = { ...curveOf([100]), workflow: 'x'.repeat(500) };
  expect(powerSvg(long)).toContain(`>${'x'.repeat(89)}…<`);
});

it('a curve without a bin is an empty picture, and no error', () => {
  expect(powerSvg({ ...curveOf([]), total_energy_wh: 0 })).not.toMatch(/NaN|undefined/);
});

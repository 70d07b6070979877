import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ScheduledStep } from '../src/prediction.ts';
import { timelineChart } from '../src/timeline-chart.ts';

function step(start: number, end: number): ScheduledStep {
  return { start_seconds: start, end_seconds: end, span_seconds: end - start } as ScheduledStep;
}

it('steps come in the order they start, each a bar of its place in the run', () => {
  expect(timelineChart({ b: step(50, 100), a: step(0, 50), c: step(90, 100) }, 10)).toEqual([
    { step: 'a', bar: '█████·····', start: '0 s', span: '50 s' },
    { step: 'b', bar: '·····█████', start: '50 s', span: '50 s' },
    { step: 'c', bar: '·········█', start: '1 min 30 s', span: '10 s' },
  ]);
});

it('a step too short to be seen is one block, also at the very end', () => {
  const bars = timelineChart({ a: step(0, 1e6), b: step(500_000, 500_001), c: step(1e6, 1e6) }, 10).map(
    ({ bar }) => bar,
  );
  expect(bars).toEqual(['██████████', '·····█····', '·········█']);
});

it('every bar is as wide as asked for', () => {
  const time = fc.double({ min: 0, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(fc.array(fc.tuple(time, time)), fc.integer({ min: 1, max: 200 }), (spans, columns) => {
      const timeline = Object.fromEntries(
        spans.map(([a, b], i) => [`s${i}`, step(Math.min(a, b), Math.max(a, b))]),
      );
      for (const { bar } of timelineChart(timeline, columns)) expect(bar).toMatch(/^·*█+·*$/);
      for (const { bar } of timelineChart(timeline, columns)) expect(bar).toHaveLength(columns);
    }),
  );
});

it('nothing has no rows, and what takes no time one block', () => {
  expect(timelineChart({}, 10)).toEqual([]);
  expect(timelineChart({ a: step(0, 0) }, 4)).toMatchObject([{ bar: '█···' }]);
});

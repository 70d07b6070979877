import fc from 'fast-check';
import { expect, it } from 'vitest';
import { powerChart } from '../src/power-chart.ts';

it('bars fill their share of the lines, in eighths', () => {
  expect(powerChart([0, 50, 100, 200], { columns: 4, lines: 2 })).toEqual(['200 W │   █', '  0 W │ ▄██']);
});

it('few bins are drawn several columns wide, at most eight', () => {
  expect(powerChart([100], { columns: 60, lines: 1 })).toEqual(['100 W │████████']);
  expect(powerChart([100, 0, 100], { columns: 7, lines: 1 })).toEqual(['100 W │██  ██']);
});

it('more bins than columns share them: a column shows the mean of its bins', () => {
  expect(powerChart([100, 0, 50, 50, 0, 0], { columns: 3, lines: 1 })).toEqual(['50 W │██']);
});

it('without a bin there is nothing to draw, without power nothing but the scale', () => {
  expect(powerChart([], { columns: 10 })).toEqual([]);
  expect(powerChart([0, 0], { columns: 10, lines: 2 })).toEqual(['1 W │', '0 W │']);
});

it('without room for the bars one column is left, with the mean and its scale', () => {
  for (const columns of [0, -2, 0.5])
    expect(powerChart([100, 200], { columns, lines: 1 })).toEqual(['150 W │█']);
});

it('lines are never wider than asked, the scale apart, and as many as asked', () => {
  const power = fc.double({ min: 0, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(power, { minLength: 1, maxLength: 300 }),
      fc.integer({ min: 1, max: 120 }),
      fc.integer({ min: 1, max: 12 }),
      (powers, columns, lines) => {
        const chart = powerChart(powers, { columns, lines });
        expect(chart).toHaveLength(lines);
        const scales = new Set(chart.map((line) => line.indexOf('│')));
        expect(scales.size).toBe(1);
        for (const line of chart) expect(line.length - line.indexOf('│') - 1).toBeLessThanOrEqual(columns);
      },
    ),
  );
});

it('the highest bar reaches the top line', () => {
  const power = fc.double({ min: 0.001, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(power, { minLength: 1, maxLength: 200 }),
      fc.integer({ min: 1, max: 80 }),
      (powers, columns) => {
        expect(powerChart(powers, { columns })[0]).toContain('█');
      },
    ),
  );
});

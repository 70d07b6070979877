import { expect, it } from 'vitest';
import { binEdges } from '../src/bin-edges.ts';
import { runPowerCurve } from '../src/run-power-curve.ts';

const use = { power_w: 100, energy_wh: 50 };

it('a bin of a predicted run goes from one count of seconds to another', () => {
  expect(binEdges({ t: 900, ...use }, 30)).toEqual({ from: 0, to: 1800 });
  expect(binEdges({ t: 3, ...use }, 0.1)).toEqual({ from: 0, to: 6 });
});

it('a bin of a recorded run goes from one time to another, as they are written, zoned ones as UTC', () => {
  expect(binEdges({ t: '2026-05-04T00:05:00.250000', ...use }, 30)).toEqual({
    from: '2026-05-03T23:50:00.250000',
    to: '2026-05-04T00:20:00.250000',
  });
  expect(binEdges({ t: '2026-05-04T10:00:00', ...use }, 60)).toEqual({
    from: '2026-05-04T09:30:00',
    to: '2026-05-04T10:30:00',
  });
});

it('the first bin of a curve begins where the run begins, and bins touch', () => {
  const job = { resource_timeline: [{ t: '2026-05-04T10:00:00', cpu: 100 }, { t: '2026-05-04T11:10:00' }] };
  const { curve } = runPowerCurve({ A1: job });
  const edges = curve.map((point) => binEdges(point, 30));
  expect(edges).toEqual([
    { from: '2026-05-04T10:00:00', to: '2026-05-04T10:30:00' },
    { from: '2026-05-04T10:30:00', to: '2026-05-04T11:00:00' },
    { from: '2026-05-04T11:00:00', to: '2026-05-04T11:30:00' },
  ]);
});

it('a width that is none is refused', () => {
  expect(() => binEdges({ t: 900, ...use }, 0)).toThrow('bin width is 0 minutes');
});

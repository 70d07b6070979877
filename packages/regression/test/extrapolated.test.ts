import { seededNoise } from '@prm/testing';
import { expect, it } from 'vitest';
import { evaluateFamily } from '../src/evaluate-curve.ts';
import { fitRobustCurve } from '../src/fit-robust-curve.ts';

/** 25 samples of 4 + x/25, with noise of 10 %, at x from 5 to 120. */
function noisyLine(seed: number): { x: number[]; y: number[] } {
  const noise = seededNoise(seed);
  const x = Array.from({ length: 25 }, (_, i) => 5 * 24 ** (i / 24));
  return { x, y: x.map((value) => (4 + value / 25) * noise.factor(0.1)) };
}

it('a curve that is asked beyond the largest x levels off less often, and never falls shorter on the whole', () => {
  let flat = 0;
  let flatExtrapolated = 0;
  for (let seed = 0; seed < 60; seed++) {
    const { x, y } = noisyLine(seed);
    const isFlat = (extrapolated: boolean): boolean =>
      evaluateFamily(fitRobustCurve(x, y, { increasing: true, extrapolated }), 240) < 0.7 * (4 + 240 / 25);
    if (isFlat(false)) flat++;
    if (isFlat(true)) flatExtrapolated++;
  }
  expect(flat).toBeGreaterThanOrEqual(5);
  expect(flatExtrapolated).toBeLessThan(flat / 2);
});

it('what clearly levels off does so beyond the largest x too', () => {
  const x = Array.from({ length: 40 }, (_, i) => i + 1);
  const plateau = x.map((value, i) => (10 + 3 * Math.min(value, 12)) * (i % 2 === 0 ? 1.02 : 0.98));
  expect(fitRobustCurve(x, plateau, { increasing: true, extrapolated: true }).kind).toBe('plateau');
  const root = x.map((value, i) => 5 * Math.sqrt(value) * (i % 2 === 0 ? 1.02 : 0.98));
  expect(fitRobustCurve(x, root, { increasing: true, extrapolated: true }).kind).toBe('power');
});

it('a power that rises ever steeper is held to no more than anything else', () => {
  const x = Array.from({ length: 30 }, (_, i) => i + 1);
  const y = x.map((value, i) => value ** 1.6 * (i % 2 === 0 ? 1.05 : 0.95));
  const plain = fitRobustCurve(x, y, { increasing: true });
  expect(fitRobustCurve(x, y, { increasing: true, extrapolated: true })).toEqual(plain);
});

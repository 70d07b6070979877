import { expect, it } from 'vitest';
import { type Point, thinPoints } from '../src/thin-points.ts';

const MOST = 200;
/** n points whose y goes up and down, in a mixed order of x. */
const zigzag = (n: number): Point[] =>
  Array.from({ length: n }, (_, i): Point => [1 + ((i * 7919) % n), (i * 104_729) % 1009]);

it('few points are all kept, ascending in x and then in y', () => {
  expect(
    thinPoints(
      [
        [3, 1],
        [1, 2],
        [3, 0],
        [2, 9],
      ],
      MOST,
    ),
  ).toEqual([
    [1, 2],
    [2, 9],
    [3, 0],
    [3, 1],
  ]);
  expect(thinPoints([], MOST)).toEqual([]);
});

it('exactly as many points as allowed are all kept', () => {
  expect(thinPoints(zigzag(200), MOST)).toHaveLength(200);
});

it.each([201, 202, 399, 400, 1000, 12_345])('of %i points at most 200 are kept, nearly all of those', (n) => {
  const kept = thinPoints(zigzag(n), MOST);
  expect(kept.length).toBeLessThanOrEqual(200);
  expect(kept.length).toBeGreaterThan(195);
});

it('kept points are given points, each at most once, ascending in x', () => {
  const points = zigzag(1000);
  const kept = thinPoints(points, MOST);
  expect(kept.every((point) => points.includes(point))).toBe(true);
  expect(new Set(kept).size).toBe(kept.length);
  expect(kept.every((point, i) => i === 0 || kept[i - 1]![0] <= point[0])).toBe(true);
});

it('the points of smallest and largest x and y are kept', () => {
  const points = zigzag(5000).map(([x, y]): Point => [x, 10 + y]);
  points[1234] = [2500.5, 1];
  points[4321] = [1700.5, 1e6];
  const kept = thinPoints(points, MOST);
  const xs = kept.map(([x]) => x);
  expect(Math.min(...xs)).toBe(Math.min(...points.map(([x]) => x)));
  expect(Math.max(...xs)).toBe(Math.max(...points.map(([x]) => x)));
  expect(kept).toContainEqual([2500.5, 1]);
  expect(kept).toContainEqual([1700.5, 1e6]);
});

it('kept points lie evenly among the given ones', () => {
  const kept = thinPoints(
    Array.from({ length: 2000 }, (_, i): Point => [i, i]),
    MOST,
  );
  const gaps = kept.slice(1).map(([x], i) => x - kept[i]![0]);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(11);
});

it('the same points in another order give the same answer', () => {
  const points = zigzag(777);
  const reversed = [...points].reverse();
  const cut = [...points.slice(300), ...points.slice(0, 300)];
  expect(thinPoints(reversed, MOST)).toEqual(thinPoints(points, MOST));
  expect(thinPoints(cut, MOST)).toEqual(thinPoints(points, MOST));
});

it('thinPoints leaves its argument as it was', () => {
  const points = Object.freeze(zigzag(300));
  const copy = [...points];
  thinPoints(points, MOST);
  expect(points).toEqual(copy);
});

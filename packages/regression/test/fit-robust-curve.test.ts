import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import type { Curve } from '../src/curve.ts';
import { evaluateCurve } from '../src/evaluate-curve.ts';
import { fitRobustCurve } from '../src/fit-robust-curve.ts';
import { boundsAround } from '../src/spread.ts';
import { Seeded } from './seeded.ts';

const SEEDS = Array.from({ length: 40 }, (_, i) => i + 1);

/** Laws on x from 2 to 100, by the kind that should be chosen. */
const LAWS: Record<string, (x: number) => number> = {
  constant: () => 50,
  linear: (x) => 20 + 3 * x,
  power: (x) => 0.1 * x ** 1.6,
  plateau: (x) => 10 + 4 * Math.min(x, 40),
  floor: (x) => 100 + 6 * Math.max(x, 50),
  steps: (x) => (x < 30 ? 100 : x < 60 ? 400 : 2000),
};

const laws = Object.entries(LAWS).map(([kind, law]) => ({ kind, law }));

interface Samples {
  readonly x: number[];
  readonly y: number[];
}

function samplesOf(law: (x: number) => number, n: number, noise: number, random: Seeded): Samples {
  const x = Array.from({ length: n }, () => random.uniform(2, 100));
  return { x, y: x.map((value) => law(value) * Math.exp(noise * random.normal())) };
}

/** Among the seeds, the share of which something holds. */
function shareOfSeeds(holds: (random: Seeded) => boolean): number {
  return SEEDS.filter((seed) => holds(new Seeded(seed))).length / SEEDS.length;
}

function offAt(curve: Curve, x: number, expected: number): number {
  return Math.abs(evaluateCurve(curve, x).value / expected - 1);
}

it.each(laws)('$kind: recovered from a hundred samples with 3 % noise', ({ kind, law }) => {
  const share = shareOfSeeds(
    (random) =>
      fitRobustCurve(...columns(samplesOf(law, 100, 0.03, random)), { increasing: true }).kind === kind,
  );
  expect(share).toBeGreaterThanOrEqual(0.8);
});

it.each(laws)('$kind: predicted within 10 %, whatever the kind that is chosen', ({ law }) => {
  const share = shareOfSeeds((random) => {
    const curve = fitRobustCurve(...columns(samplesOf(law, 100, 0.03, random)), { increasing: true });
    return [10, 20, 80, 90].every((x) => offAt(curve, x, law(x)) < 0.1);
  });
  // A knee is sought at deciles of x, which may lie beside it.
  expect(share).toBeGreaterThanOrEqual(0.9);
});

it('coefficients of exact samples are exact', () => {
  const x = Array.from({ length: 40 }, (_, i) => i + 1);
  expectClose(
    coefficients(x, (v) => 7 + 2 * v),
    { kind: 'linear', a: 7, b: 2 },
  );
  expectClose(
    coefficients(x, (v) => 3 * v ** 2),
    { kind: 'power', a: 3, b: 2 },
  );
  expectClose(
    coefficients(x, () => 5),
    { kind: 'constant', a: 5, b: 0 },
  );
  // The knee is sought at deciles: 20.5 is the median.
  expectClose(
    coefficients(x, (v) => 7 + 2 * Math.min(v, 20.5)),
    { kind: 'plateau', a: 7, b: 2 },
  );
  expectClose(
    coefficients(x, (v) => 7 + 2 * Math.max(v, 20.5)),
    { kind: 'floor', a: 7, b: 2 },
  );
});

it('a line of relative errors is tried too: it is closer where small values matter', () => {
  const random = new Seeded(3);
  const { x, y } = samplesOf((v) => 2 * v, 60, 0.3, random);
  const tried = fitRobustCurve(x, y).candidates.map(({ kind }) => kind);
  expect(tried).toEqual(['linear', 'relative-linear', 'power', 'plateau', 'floor']);
});

it.each(['linear', 'power'])(
  '%s: a fifth of the samples ten times too high or too low change little',
  (kind) => {
    const law = LAWS[kind]!;
    const share = shareOfSeeds((random) => {
      const { x, y } = samplesOf(law, 60, 0.03, random);
      for (const [k, i] of [...random.subset(60, 12)].entries()) y[i]! *= k % 2 === 0 ? 10 : 0.1;
      const curve = fitRobustCurve(x, y, { increasing: true });
      return [20, 50, 90].every((at) => offAt(curve, at, law(at)) < 0.1);
    });
    expect(share).toBeGreaterThanOrEqual(0.95);
  },
);

it('drivers that are the size of an index, one in twenty, leave the prediction of the others', () => {
  const law = (gigabytes: number): number => 30 + 12 * gigabytes;
  const share = shareOfSeeds((random) => {
    const sizes = Array.from({ length: 60 }, () => random.uniform(40, 140));
    const y = sizes.map((size) => law(size) * Math.exp(0.03 * random.normal()));
    const indexOnly = random.subset(60, 3);
    const x = sizes.map((size, i) => (indexOnly.has(i) ? 9e6 : size * 1e9));
    return offAt(fitRobustCurve(x, y, { increasing: true }), 50e9, law(50)) < 0.1;
  });
  expect(share).toBeGreaterThanOrEqual(0.95);
});

const noiseCases = [5, 8, 10, 20, 60].flatMap((n) => [true, false].map((increasing) => ({ n, increasing })));

it.each(noiseCases)('noise is a constant: $n samples, increasing $increasing', ({ n, increasing }) => {
  const seeds = Array.from({ length: 150 }, (_, i) => i + 1);
  const kinds = seeds.map(
    (seed) => fitRobustCurve(...columns(samplesOf(() => 100, n, 0.3, new Seeded(seed))), { increasing }).kind,
  );
  expect(kinds.filter((kind) => kind === 'constant').length / seeds.length).toBeGreaterThanOrEqual(0.8);
});

it('a slope that falls is left out with `increasing`, and taken without', () => {
  const { x, y } = samplesOf((v) => 500 - 4 * v, 40, 0.02, new Seeded(1));
  expect(fitRobustCurve(x, y).b).toBeLessThan(0);
  const rising = fitRobustCurve(x, y, { increasing: true });
  expect(rising.kind).toBe('constant');
  expect(rising.candidates.map(({ rejected }) => rejected)).toContain('falling');
});

it('what belongs together is left out together: a group known by its own x is not predicted from itself', () => {
  // Every run has one x and one level of its own, so that levels tell nothing of a run that was not seen.
  const random = new Seeded(5);
  const runs = Array.from({ length: 12 }, () => ({ x: random.uniform(1, 100), y: random.uniform(10, 1000) }));
  const rows = runs.flatMap((run, group) => Array.from({ length: 10 }, () => ({ ...run, group })));
  const x = rows.map((row) => row.x * (1 + 1e-3 * random.uniform()));
  const y = rows.map((row) => row.y * (1 + 1e-3 * random.uniform()));
  const width = (curve: Curve): number => {
    const [low, high] = boundsAround(300, curve.spread!).interval['0.8'];
    return high - low;
  };
  const groups = rows.map(({ group }) => group);
  expect(width(fitRobustCurve(x, y, { increasing: true, groups }))).toBeGreaterThan(300);
});

it('without x the curve is the median, with bounds from its left-out predictions', () => {
  const y = [8, 9, 10, 11, 12, 10, 10, 9, 11, 10];
  const curve = fitRobustCurve(Array<number>(10).fill(Number.NaN), y);
  expect(curve).toMatchObject({ kind: 'constant', a: 10, n: 10, n_with_driver: 0, x: null, points: [] });
  expect(curve.spread!.upper['0.9']).toBeGreaterThan(1.05);
});

it('of few samples it tells what it can', () => {
  expect(fitRobustCurve([1], [5])).toMatchObject({ kind: 'constant', a: 5, spread: null });
  expect(fitRobustCurve([1, 2], [5, 7])).toMatchObject({ kind: 'constant', a: 6, spread: { n: 2 } });
  expect(reasons([1, 2], [5, 7])).toEqual(['too-few-samples']);
});

it('every reason against a family is told', () => {
  const x = [1, 2, 3, 4, 5, 6, 7, 8];
  expect(reasons(x, [0, 0, 0, 0, 0, 0, 0, 0])).toEqual(['constant-y']);
  expect(reasons(x, [4, 4, 4, 4, 4, 4, 4, 4])).toEqual(['constant-y']);
  expect(reasons([1, 1, 1, 1, 2, 2, 2, 2], x)).toEqual(['too-few-samples', 'too-few-distinct-x']);
  expect(reasons(x, [0, 0, 3, 4, 5, 6, 7, 8])).toContain('too-many-zeros');
  expect(reasons(x, [1, 2, 3, 4, 5, 6, 7, 8])).toContain('other-is-closer');
  expect(reasons(x, [5, 1, 4, 2, 4, 1, 5, 2])).toContain('does-not-generalise');
});

it('ten samples at two x are enough for a line', () => {
  const x = [1, 1, 1, 1, 1, 4, 4, 4, 4, 4];
  const y = [10, 11, 10, 9, 10, 40, 41, 40, 39, 40];
  expect(fitRobustCurve(x, y)).toMatchObject({ kind: 'linear', a: 0, b: 10 });
});

it('beyond the largest x steps go on as the best line does there, and a level of 0 stays 0', () => {
  const x = Array.from({ length: 60 }, (_, i) => 1 + (i % 20));
  const curve = fitRobustCurve(
    x,
    x.map((v) => 100 * 2 ** Math.floor(v / 5)),
    { increasing: true },
  );
  expect(curve).toMatchObject({ kind: 'steps', knee: 20 });
  expect(curve.b).toBeGreaterThan(0);
  const last = curve.levels!.at(-1)![1];
  expect(evaluateCurve(curve, 20).value).toBe(last);
  expectClose(evaluateCurve(curve, 40).value, last * 2 ** curve.b);
  const flat = { ...curve, levels: [[0, 0] as const] };
  expect(evaluateCurve(flat, 1e300).value).toBe(curve.y.min / 50);
});

it.each([1000, 1001, 5000, 10_000])('a line is found among %i samples, of which it compares 1000', (n) => {
  const { x, y } = samplesOf(LAWS.linear!, n, 0.05, new Seeded(n));
  const curve = fitRobustCurve(x, y);
  expect(curve.kind).toBe('linear');
  expectClose([curve.a, curve.b], [20, 3], { relative: 0.1 });
  expect(curve.spread!.n).toBe(n);
});

it.each([3, 5, 7, 10, 20])('groups of %i samples that begin small do not hide the large ones', (size) => {
  const random = new Seeded(size);
  const groups = Array.from({ length: 6000 }, (_, i) => Math.floor(i / size));
  const x = groups.map((_, i) => 1 + (i % size) + random.uniform());
  const y = x.map((value) => LAWS.linear!(value) * Math.exp(0.05 * random.normal()));
  const curve = fitRobustCurve(x, y, { groups });
  expectClose(evaluateCurve(curve, size).value, LAWS.linear!(size), { relative: 0.05 });
});

it('the document of the same samples has the same bytes, whatever their order and the numbers of groups', () => {
  for (const [kind, law] of Object.entries(LAWS)) {
    const random = new Seeded(kind.length);
    const n = kind === 'linear' ? 1500 : 60;
    const { x, y } = samplesOf(law, n, 0.1, random);
    // Ties, unknown drivers, and groups that mix.
    const rows = x.map((value, i) => ({
      x: i % 9 === 0 ? Number.NaN : Math.ceil(value / 4),
      y: i % 5 === 0 ? Math.round(y[i]!) : y[i]!,
      group: Math.floor(((i * 7) % 29) / 2.3),
    }));
    const fit = (order: typeof rows, groups: boolean): string =>
      JSON.stringify(
        fitRobustCurve(
          order.map((row) => row.x),
          order.map((row) => row.y),
          { increasing: true, ...(groups ? { groups: order.map(({ group }) => group) } : {}) },
        ),
      );
    for (const groups of [true, false]) {
      const expected = fit(rows, groups);
      for (let trial = 0; trial < 5; trial++) {
        const numbers = random.shuffled(Array.from({ length: 13 }, (_, i) => i));
        const renumbered = rows.map((row) => ({ ...row, group: numbers[row.group]! }));
        expect(fit(random.shuffled(renumbered), groups)).toBe(expected);
      }
    }
  }
});

it('misuse is refused with a code', () => {
  const code = (name: string): unknown => expect.objectContaining({ code: `regression/${name}` });
  expect(() => fitRobustCurve([1], [1, 2])).toThrow(code('length-mismatch'));
  expect(() => fitRobustCurve([], [])).toThrow(code('no-values'));
  expect(() => fitRobustCurve([1], [-1])).toThrow(code('invalid-value'));
  expect(() => fitRobustCurve([1, 2], [1, 2], { groups: [1] })).toThrow(code('length-mismatch'));
  expect(() => fitRobustCurve([1, 2], [1, 2], { groups: [1, Number.NaN] })).toThrow(code('invalid-value'));
});

it('arguments are left as they are', () => {
  const x = Object.freeze([5, 4, 3, 2, 1, 6]);
  const y = Object.freeze([50, 41, 30, 19, 10, 60]);
  const groups = Object.freeze([1, 2, 3, 3, 2, 1]);
  expect(fitRobustCurve(x, y, { increasing: true, groups }).kind).toBe('linear');
  expect([x, y, groups]).toEqual([
    [5, 4, 3, 2, 1, 6],
    [50, 41, 30, 19, 10, 60],
    [1, 2, 3, 3, 2, 1],
  ]);
});

function columns({ x, y }: Samples): [number[], number[]] {
  return [x, y];
}

function coefficients(x: readonly number[], law: (x: number) => number): unknown {
  const { kind, a, b } = fitRobustCurve(x, x.map(law));
  return { kind, a, b };
}

function reasons(x: readonly number[], y: readonly number[]): unknown[] {
  const rejected = fitRobustCurve(x, y).candidates.map((candidate) => candidate.rejected);
  return [...new Set(rejected)];
}

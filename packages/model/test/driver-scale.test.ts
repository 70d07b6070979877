import { evaluateFamily } from '@prm/regression';
import { expectClose } from '@prm/testing';
import { expect, it } from 'vitest';
import { type DriverPair, fitDriverScale } from '../src/training/driver-scale.ts';

const RUNS = [1e9, 2e9, 4e9, 8e9, 16e9];

function pairs(law: (runDriver: number, i: number) => number, runs: readonly number[] = RUNS): DriverPair[] {
  return runs.map((runDriver, i) => [runDriver, law(runDriver, i)]);
}

it('with fewer than five pairs an input follows by the median ratio', () => {
  const scale = fitDriverScale(
    [
      [10, 1],
      [10, 2],
      [10, 9],
    ],
    [1, 2, 9],
    'input',
  );
  expect(scale).toEqual({ kind: 'ratio', a: 0, b: 0.2, n: 3, n_distinct_x: 1, r2_loo: 0 });
});

it('with five pairs of fewer than five different run drivers too', () => {
  const scale = fitDriverScale(
    pairs((x) => x / 4, [1e9, 1e9, 2e9, 3e9, 4e9]),
    [1],
    'input',
  );
  expect(scale).toEqual({ kind: 'ratio', a: 0, b: 0.25, n: 5, n_distinct_x: 4, r2_loo: 0 });
});

it('an output is taken as constant until there are five different pairs to show otherwise', () => {
  const drivers = [5, 7, 100];
  expect(
    fitDriverScale(
      pairs((x) => x, RUNS.slice(0, 4)),
      drivers,
      'output',
    ),
  ).toEqual({
    kind: 'constant',
    a: 7,
    b: 0,
    n: 4,
    n_distinct_x: 4,
    r2_loo: 0,
  });
  expect(
    fitDriverScale(
      pairs((x) => x / 2),
      drivers,
      'output',
    ),
  ).toMatchObject({ kind: 'ratio', b: 0.5 });
});

it("without a pair the median of the step's drivers stands, of all of them", () => {
  expect(fitDriverScale([], [4, 1, 2, 3], 'input')).toEqual({
    kind: 'constant',
    a: 2.5,
    b: 0,
    n: 0,
    n_distinct_x: 0,
    r2_loo: 0,
  });
});

it('step drivers that are all equal follow nothing', () => {
  expect(
    fitDriverScale(
      pairs(() => 3e6),
      [3e6],
      'input',
    ),
  ).toMatchObject({ kind: 'constant', a: 3e6, n: 5 });
});

it('a proportional driver is a ratio, with the Q² of its left-out medians', () => {
  expect(
    fitDriverScale(
      pairs((x) => 0.3 * x),
      [1],
      'input',
    ),
  ).toMatchObject({ kind: 'ratio', a: 0, b: 0.3, r2_loo: 1 });
});

it('a driver with a fixed part is linear', () => {
  const scale = fitDriverScale(
    pairs((x) => 5e9 + 0.5 * x),
    [1],
    'input',
  );
  expect(scale.kind).toBe('linear');
  expectClose([scale.a, scale.b, scale.r2_loo], [5e9, 0.5, 1]);
});

it('a driver that grows by a power is a power, evaluated through ln_a', () => {
  const scale = fitDriverScale(
    pairs((x) => 1000 * Math.sqrt(x)),
    [1],
    'input',
  );
  expect(scale.kind).toBe('power');
  expectClose([scale.a, scale.b, scale.ln_a], [1000, 0.5, Math.log(1000)]);
  expectClose(evaluateFamily(scale, 1e10), 1e8);
});

it('the ratio wins within 0.01 of the best Q²', () => {
  // y = 0.3 x, and a tenth of a percent more in a line: the line is exact, the ratio is as good.
  const scale = fitDriverScale(
    pairs((x) => 1e6 + 0.3 * x),
    [1],
    'input',
  );
  expect(scale).toMatchObject({ kind: 'ratio', a: 0 });
  expect(scale.r2_loo).toBeGreaterThan(0.99);
  expect(scale.r2_loo).toBeLessThan(1);
});

it('the Q² is that of the logarithms: one order of magnitude counts like another', () => {
  // Ratio: median of the other ratios times x, by hand for x = 1 2 4 8 16, y = x (1, 1.1, 1, 1.1, 1).
  const y = [1, 2.2, 4, 8.8, 16];
  const scale = fitDriverScale(
    y.map((value, i): DriverPair => [2 ** i, value]),
    y,
    'input',
  );
  const others = [1.05, 1, 1.05, 1, 1.05]; // medians of the other four ratios
  const logY = y.map(Math.log);
  const mean = logY.reduce((sum, value) => sum + value, 0) / 5;
  const explained = y.reduce(
    (sum, value, i) => sum + Math.log(value / (2 ** i * (others[i] as number))) ** 2,
    0,
  );
  const total = logY.reduce((sum, value) => sum + ((value - mean) * (5 / 4)) ** 2, 0);
  expect(scale.kind).toBe('ratio');
  expectClose([scale.b, scale.r2_loo], [1, 1 - explained / total]);
});

it('of noisy drivers too the family and its Q² are those of left-out predictions', () => {
  // Expected values by an independent program in numpy.
  const runs = [1e9, 2e9, 4e9, 8e9, 16e9, 32e9];
  const noise = [1.1, 0.9, 1.05, 0.97, 1.02, 0.95];
  const noisy = (law: (x: number) => number) =>
    fitDriverScale(
      pairs((x, i) => law(x) * (noise[i] as number), runs),
      [1],
      'input',
    );
  const line = noisy((x) => 5e9 + 0.5 * x);
  expect(line.kind).toBe('linear');
  expectClose([line.a, line.b, line.r2_loo], [5214676616.915423, 0.4674911158493248, 0.9729126281914545]);
  const power = noisy((x) => 1000 * Math.sqrt(x));
  expect(power.kind).toBe('power');
  expectClose(
    [power.a, power.b, power.r2_loo],
    [1492.4657579970683, 0.48199610101365387, 0.9795982401920706],
  );
  const ratio = noisy((x) => 0.3 * x);
  expect(ratio.kind).toBe('ratio');
  expectClose([ratio.b, ratio.r2_loo], [0.2985, 0.9959117543290896]);
});

it('of five pairs the Q² must be above 0.4: two in five', () => {
  const of = (y: readonly number[]) =>
    fitDriverScale(
      y.map((value, i): DriverPair => [i + 1, value]),
      y,
      'input',
    );
  // Q² of the ratio 0.346, the best of the three.
  expect(of([2, 2.9, 6.8, 1.9, 10.9])).toMatchObject({ kind: 'constant', a: 2.9, r2_loo: 0 });
  const power = of([2.6, 4.7, 4.3, 4, 8.4]);
  expect(power.kind).toBe('power');
  expectClose(power.r2_loo, 0.43625707306937156);
});

it('of many pairs a Q² of 0.05 is enough', () => {
  // Wide noise around a slow power: by far the most of it is unexplained.
  const y = Array.from({ length: 60 }, (_, i) => (i + 1) ** 0.3 * (i % 2 === 0 ? 0.45 : 2.2));
  const scale = fitDriverScale(
    y.map((value, i): DriverPair => [i + 1, value]),
    y,
    'input',
  );
  expect(scale.kind).toBe('power');
  expect(scale.r2_loo).toBeGreaterThan(0.05);
  expect(scale.r2_loo).toBeLessThan(0.2);
});

it('a line whose left-out predictions are not all positive is out', () => {
  // Left out, the first of x³ is predicted at −41.5 by the line through the others.
  const scale = fitDriverScale(
    pairs((x) => x ** 3 * (x === 3 ? 1.5 : 1), [1, 2, 3, 4, 5]),
    [1],
    'input',
  );
  expect(scale.kind).toBe('power');
});

it("where nothing generalises the median of the step's drivers stands", () => {
  const drivers = [3, 900, 2, 1000, 1];
  const scale = fitDriverScale(
    pairs((_, i) => [7, 900, 2, 1000, 1][i] as number),
    drivers,
    'input',
  );
  expect(scale).toMatchObject({ kind: 'constant', a: 3, b: 0, n: 5, n_distinct_x: 5, r2_loo: 0 });
});

it('a power that is too steep for its factor to be a number keeps the logarithm', () => {
  const scale = fitDriverScale(
    pairs((x) => (x / 1e9) ** -40 * 1e40, RUNS),
    [1],
    'input',
  );
  expect(scale).toMatchObject({ kind: 'power', a: null });
  expectClose(evaluateFamily(scale, 1e9), 1e40, { relative: 1e-6 });
});

import { expectClose, seededNoise } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RegressionError } from '../src/errors.ts';
import { findLevelShifts, type LevelShift } from '../src/level-shifts.ts';
import type { History } from '../src/shift-series.ts';
import { labelsChanging, type NoisyHistory, noisyHistory, shifted, someRuns } from './noisy-histories.ts';

/** Runs of these levels, as ratios, without noise: `[[20, 1], [3, 2]]` is 20 runs and 3 at twice their level. */
function levels(...stretches: readonly (readonly [runs: number, ratio: number])[]): number[] {
  return stretches.flatMap(([runs, ratio]) => Array<number>(runs).fill(Math.log(ratio)));
}

/** Share of seeds whose history shows, after some number of new runs up to `most`, a shift near run `old`. */
function shareFound(
  facts: Omit<NoisyHistory, 'seed' | 'runs'>,
  { factor, most, isLabelled = false }: { factor: number; most: number; isLabelled?: boolean },
): number {
  const seeds = 200;
  let found = 0;
  for (let seed = 0; seed < seeds; seed++) {
    const old = 20 + ((seed * 37) % 181);
    const noise = noisyHistory({ ...facts, seed, runs: old + most });
    const values = shifted(noise, old, seed % 2 === 0 ? factor : 1 / factor);
    const labels = labelsChanging(old + most, isLabelled ? [old] : []);
    const isFound = Array.from({ length: most }, (_, i) => old + i + 1).some((runs) =>
      findLevelShifts({ values: values.subarray(0, runs), labels: labels.slice(0, runs) }).some(
        ({ at, factor: seen, cause }) =>
          Math.abs(at - old) <= 5 &&
          seen > 1 === (seed % 2 === 0) &&
          (cause === 'label') === (at === old && isLabelled),
      ),
    );
    if (isFound) found++;
  }
  return found / seeds;
}

const STATIONARY: readonly Omit<NoisyHistory, 'seed' | 'runs' | 'spread'>[] = [
  { noise: 'normal' },
  { noise: 'laplace' },
  { noise: 'heavy tails' },
  { noise: 'normal', outliers: 0.05 },
  { noise: 'ties, a third off' },
];

it('at most 1 % of 1,000 stationary histories report a shift, whether or not their labels change', () => {
  let plain = 0;
  let labelled = 0;
  for (let seed = 0; seed < 1000; seed++) {
    const dice = seededNoise(seed + 5000);
    const runs = someRuns(dice, 10, 1000);
    const spread = 0.05 + 0.25 * dice.uniform();
    const values = noisyHistory({ ...STATIONARY[seed % STATIONARY.length]!, seed, runs, spread });
    const changes = [1, 2, 3].map(() => Math.floor(runs * dice.uniform()));
    plain += Math.min(findLevelShifts({ values }).length, 1);
    labelled += Math.min(findLevelShifts({ values, labels: labelsChanging(runs, changes) }).length, 1);
  }
  expect(plain).toBeLessThanOrEqual(10);
  expect(labelled).toBeLessThanOrEqual(10);
});

it('at most 3 % of histories whose neighbours resemble each other report a shift', () => {
  let reported = 0;
  for (let seed = 0; seed < 300; seed++) {
    const runs = someRuns(seededNoise(seed), 10, 1000);
    const values = noisyHistory({ seed, runs, noise: 'normal', spread: 0.2, correlation: 0.3 });
    if (findLevelShifts({ values }).length > 0) reported++;
  }
  expect(reported).toBeLessThanOrEqual(9);
});

it('a shift of × 1.5 at 20 % noise is found within 10 runs for 95 % of 200 seeds', () => {
  expect(shareFound({ noise: 'normal', spread: 0.2 }, { factor: 1.5, most: 10 })).toBeGreaterThanOrEqual(
    0.95,
  );
  expect(shareFound({ noise: 'laplace', spread: 0.2 }, { factor: 1.5, most: 10 })).toBeGreaterThanOrEqual(
    0.95,
  );
});

it('with a new label × 2.2 is found within 3 runs, and × 1.3 at 10 % noise within 10, for 95 % of 200 seeds', () => {
  const factor = 2.2;
  for (const spread of [0.1, 0.15, 0.2])
    expect(
      shareFound({ noise: 'normal', spread }, { factor, most: 3, isLabelled: true }),
    ).toBeGreaterThanOrEqual(0.95);
  const small = { factor: 1.3, most: 10, isLabelled: true };
  expect(shareFound({ noise: 'normal', spread: 0.1 }, small)).toBeGreaterThanOrEqual(0.95);
});

it('says how large a shift is, which runs lie on its sides, and what it comes with', () => {
  const noise = noisyHistory({ seed: 3, runs: 240, noise: 'normal', spread: 0.1 });
  const values = shifted(noise, 200, 2.2);
  const [shift, ...others] = findLevelShifts({ values, labels: labelsChanging(240, [200]) });
  expect(others).toEqual([]);
  expect(shift).toMatchObject({ at: 200, cause: 'label', n_before: 200, n_after: 40 });
  expectClose(shift!.factor, 2.2, { relative: 0.05 });
  expect(findLevelShifts({ values, labels: Array(240).fill('1.0') })).toMatchObject([
    { at: 200, cause: 'unexplained' },
  ]);
});

it('a label is not blamed for a shift that came long after it', () => {
  const noise = noisyHistory({ seed: 8, runs: 120, noise: 'normal', spread: 0.1 });
  const shifts = findLevelShifts({ values: shifted(noise, 80, 2), labels: labelsChanging(120, [50]) });
  expect(shifts).toMatchObject([{ at: 80, cause: 'unexplained' }]);
});

it('finds several shifts, up and down, and a level that returns', () => {
  const noise = noisyHistory({ seed: 5, runs: 400, noise: 'normal', spread: 0.1, outliers: 0.05 });
  const values = [
    [100, 2],
    [150, 0.25],
    [300, 3],
  ].reduce((moved, [at, factor]) => shifted(moved, at as number, factor as number), noise);
  const shifts = findLevelShifts({ values });
  expect(shifts.map(({ at }) => at)).toEqual([100, 150, 300]);
  expect(shifts.map(({ factor }) => factor > 1)).toEqual([true, false, true]);
  expect(shifts.map(({ n_before }) => n_before)).toEqual([100, 50, 150]);

  const calm = noisyHistory({ seed: 5, runs: 400, noise: 'normal', spread: 0.1 });
  const episode = shifted(shifted(calm, 200, 2), 215, 1 / 2);
  expect(findLevelShifts({ values: episode }).map(({ at }) => at)).toEqual([200, 215]);
});

it('finds the three last and the three first runs at another level', () => {
  for (let seed = 0; seed < 20; seed++) {
    const noise = noisyHistory({ seed, runs: 60, noise: 'normal', spread: 0.1 });
    expect(findLevelShifts({ values: shifted(noise, 57, 3) })).toMatchObject([{ at: 57, n_after: 3 }]);
    expect(findLevelShifts({ values: shifted(noise, 3, 3) })).toMatchObject([{ at: 3, n_before: 3 }]);
  }
});

it('where nothing varies three runs 15 % off are a level, two with a new label', () => {
  const found = (history: History): (readonly [number, string])[] =>
    findLevelShifts(history).map(({ at, cause }) => [at, cause] as const);
  for (const old of [3, 10, 200])
    for (const ratio of [1.15, 1 / 1.15, 2, 100]) {
      expect(found({ values: levels([old, 1], [3, ratio]) })).toEqual([[old, 'unexplained']]);
      expect(found({ values: levels([old, 1], [2, ratio]) })).toEqual([]);
      const labels = labelsChanging(old + 2, [old]);
      expect(found({ values: levels([old, 1], [2, ratio]), labels })).toEqual([[old, 'label']]);
      expect(found({ values: levels([old, 1], [1, ratio]), labels: labels.slice(1) })).toEqual([]);
    }
});

it('levels that differ by less than the least factor are one, however clear it is', () => {
  expect(findLevelShifts({ values: levels([500, 1], [500, 1.14]) })).toEqual([]);
  expect(
    findLevelShifts({ values: levels([500, 1.14], [500, 1]), labels: labelsChanging(1000, [500]) }),
  ).toEqual([]);
  expect(findLevelShifts({ values: levels([500, 1], [500, 1.14]) }, { leastFactor: 1.1 })).toHaveLength(1);
  expect(findLevelShifts({ values: levels([500, 1], [500, 1.4]) }, { leastFactor: 1.5 })).toEqual([]);
});

it('slow drift is no shift', () => {
  for (const spread of [0, 0.01, 0.05, 0.2]) {
    const noise = noisyHistory({ seed: 11, runs: 500, noise: 'normal', spread });
    expect(findLevelShifts({ values: noise.map((value, i) => value + (Math.log(1.05) * i) / 500) })).toEqual(
      [],
    );
  }
});

it('up to four bad runs within a level are no shift, and up to two at its end', () => {
  for (const bad of [1, 2, 3, 4])
    for (const spread of [0, 0.1]) {
      const noise = noisyHistory({ seed: bad, runs: 100, noise: 'normal', spread });
      const burst = shifted(shifted(noise, 50, 4), 50 + bad, 1 / 4);
      expect(findLevelShifts({ values: burst })).toEqual([]);
      const labels = Array.from(burst, (_, i) => (i >= 50 && i < 50 + bad ? 'b' : 'a'));
      expect(findLevelShifts({ values: burst, labels })).toEqual([]);
      if (bad <= 2) expect(findLevelShifts({ values: shifted(noise, 100 - bad, 4) })).toEqual([]);
    }
});

it('three last runs of which one is as ever are no shift yet', () => {
  const values = noisyHistory({ seed: 2, runs: 60, noise: 'normal', spread: 0.1 });
  const bad = values.map((value, i) => (i === 57 || i === 59 ? value + Math.log(3) : value));
  expect(findLevelShifts({ values: bad })).toEqual([]);
});

it('runs without a value are passed over, and places are those of the whole history', () => {
  const values = levels([10, 1], [10, 2]).flatMap((value) => [Number.NaN, value, Number.POSITIVE_INFINITY]);
  expect(findLevelShifts({ values })).toMatchObject([{ at: 31, n_before: 10, n_after: 10 }]);
});

it('runs of few jobs count less, those of none not at all', () => {
  const values = levels([20, 1], [6, 2]);
  const jobs = values.map((_, i) => (i < 20 ? 24 : 0));
  expect(findLevelShifts({ values, weights: jobs })).toEqual([]);
  const scoreAt = (few: number): number => {
    const noise = noisyHistory({ seed: 4, runs: 40, noise: 'normal', spread: 0.2 });
    const weights = Array.from(noise, (_, i) => (i < 30 ? 24 : few));
    return findLevelShifts({ values: shifted(noise, 30, 2.5), weights })[0]?.score ?? 0;
  };
  expect(scoreAt(24)).toBe(scoreAt(24));
  expect(scoreAt(24)).toBeGreaterThan(scoreAt(4));
});

it('a label that is not known is taken to be the one before', () => {
  const values = levels([10, 1], [2, 2]);
  const labels = values.map((_, i) => (i === 3 || i === 11 ? null : i < 10 ? 'a' : 'b'));
  expect(findLevelShifts({ values, labels })).toMatchObject([{ at: 10, cause: 'label' }]);
  expect(findLevelShifts({ values, labels: values.map((_, i) => (i < 10 ? null : 'b')) })).toEqual([]);
});

it('fewer than five runs have no shift, nor have any that are all alike', () => {
  for (let runs = 0; runs < 5; runs++)
    expect(
      findLevelShifts({
        values: levels([2, 1], [2, 9]).slice(0, runs),
        labels: ['a', 'a', 'b', 'b'].slice(0, runs),
      }),
    ).toEqual([]);
  expect(findLevelShifts({ values: levels([1000, 3]) })).toEqual([]);
  expect(findLevelShifts({ values: Array(100).fill(Number.NaN) })).toEqual([]);
});

it('whatever the values, what is found is finite, in order, the same again, and mirrored with the values', () => {
  const value = fc.oneof(
    fc.double(),
    fc.double({ min: -3, max: 3, noNaN: true }),
    fc.constantFrom(0, 1, 1, -1, 1e308, -1e308, Number.NaN),
  );
  const label = fc.option(fc.constantFrom('a', 'b', 'c'));
  const rows = fc.array(fc.tuple(value, fc.double({ min: 0, max: 1e300 }), label), { maxLength: 120 });
  fc.assert(
    fc.property(rows, (runs) => {
      const history = {
        values: runs.map(([v]) => v),
        weights: runs.map(([, w]) => w),
        labels: runs.map(([, , l]) => l),
      };
      const copy = structuredClone(history);
      const shifts = findLevelShifts(history);
      expect(history).toEqual(copy);
      expect(findLevelShifts(history)).toEqual(shifts);
      for (const { factor, score } of shifts) {
        expect(factor > 0 && Number.isFinite(factor) && Number.isFinite(score)).toBe(true);
        expect(Math.abs(Math.log(factor))).toBeGreaterThanOrEqual(Math.log(1.15) - 1e-8);
      }
      const places = shifts.map(({ at }) => at);
      expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
    }),
    { numRuns: 500 },
  );
  const noise = shifted(noisyHistory({ seed: 1, runs: 90, noise: 'laplace', spread: 0.2 }), 70, 2);
  const mirrored = findLevelShifts({ values: noise.map((v) => -v) });
  expect(mirrored.map(({ at, score }) => [at, score])).toEqual(
    findLevelShifts({ values: noise }).map(({ at, score }) => [at, score]),
  );
});

it('a unit, which adds the same to all, changes no shift', () => {
  const values = shifted(noisyHistory({ seed: 6, runs: 200, noise: 'normal', spread: 0.25 }), 120, 1.6);
  const places = (shifts: readonly LevelShift[]): number[] => shifts.map(({ at }) => at);
  expect(places(findLevelShifts({ values: values.map((v) => v + 64) }))).toEqual(
    places(findLevelShifts({ values })),
  );
});

it('a hundred thousand runs are searched, and at most 64 shifts reported', () => {
  const dice = seededNoise(1);
  const noise = Float64Array.from({ length: 100_000 }, () => 0.2 * dice.normal());
  expect(findLevelShifts({ values: shifted(noise, 99_990, 2) }).map(({ n_after }) => n_after)).toEqual([10]);
  const many = noise.subarray(0, 20_000).map((value, i) => value + (Math.floor(i / 100) % 7));
  expect(
    findLevelShifts({ values: many, labels: Array.from(many, (_, i) => `v${i % 3}`) }).length,
  ).toBeLessThanOrEqual(64);
});

it('refuses columns of different lengths and a least factor that is none', () => {
  const values = [1, 2, 3];
  const codeOf = (call: () => unknown): unknown => {
    try {
      return call();
    } catch (error) {
      return error instanceof RegressionError ? error.code : error;
    }
  };
  expect(codeOf(() => findLevelShifts({ values, weights: [1] }))).toBe('regression/length-mismatch');
  expect(codeOf(() => findLevelShifts({ values, labels: ['a'] }))).toBe('regression/length-mismatch');
  for (const leastFactor of [1, 0, Number.NaN])
    expect(codeOf(() => findLevelShifts({ values }, { leastFactor }))).toBe('regression/invalid-value');
});

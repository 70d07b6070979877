import { expect, it } from 'vitest';
import { middleOf } from '../src/backtest/middle.ts';
import { scoreOf, Tally } from '../src/backtest/tally.ts';
import type { ClaimedBounds, TestedValue } from '../src/backtest/tested-value.ts';
import { expectFinite } from './finite.ts';

/** Bounds around 100: 90 % below 110, 95 % below 120, 99 % below 150. */
const bounds: ClaimedBounds = {
  upper: { '0.9': 110, '0.95': 120, '0.99': 150 },
  interval: { '0.5': [95, 105], '0.8': [90, 110], '0.9': [80, 120], '0.95': [75, 125] },
};

function tallyOf(
  actuals: readonly number[],
  more: {
    readonly nTrain?: number;
    readonly seen?: readonly number[];
    readonly bounds?: ClaimedBounds | null;
  } = {},
): Tally {
  const tally = new Tally();
  for (const actual of actuals) {
    const value: TestedValue = {
      workflow: 'w',
      step: 's',
      run: 'r',
      job: 'j',
      metric: 'duration_seconds',
      actual,
      guesses: {},
      nTrain: more.nTrain ?? 20,
      isNew: !more.seen?.includes(actual),
    };
    tally.add(value, { value: 100, bounds: more.bounds === undefined ? bounds : more.bounds });
  }
  return tally;
}

it('every number of a score, by hand', () => {
  // Step one errs by 100/3 %, 0, 100/11 %, 20 %; step two by 50 % and 50 %: too few for an error of its own.
  const one = tallyOf([75, 100, 110, 125], { seen: [100] });
  const two = tallyOf([200, 200], { nTrain: 100 });
  const score = scoreOf([one, two]);
  expect(score.mdape).toBeCloseTo((20 + 100 / 3) / 2, 12);
  expect(score.step_mdape).toBeCloseTo((100 / 11 + 20) / 2, 12);
  expect({ ...score, mdape: null, step_mdape: null }).toEqual({
    n: 6,
    mdape: null,
    step_mdape: null,
    under_predicted: (100 * 4) / 6,
    n_bounded: 6,
    upper: { '0.9': 50, '0.95': 50, '0.99': (100 * 4) / 6 },
    n_new_values: 5,
    upper_new_values: { '0.9': 40, '0.95': 40, '0.99': 60 },
    interval: { '0.5': 100 / 6, '0.8': (100 * 2) / 6, '0.9': (100 * 2) / 6, '0.95': (100 * 4) / 6 },
    width: 40,
    upper_margin: 20,
    n_bounded_steps: 2,
    steps_within_5_points: { '0.9': 0, '0.95': 0, '0.99': 50 },
    steps_held: { '0.9': 0, '0.95': 0, '0.99': 50 },
  });
});

it('bounds are judged at steps with 20 training values and more', () => {
  const { n, n_bounded, upper, interval, width } = scoreOf([tallyOf([100, 100], { nTrain: 19 })]);
  expect({ n, n_bounded, width }).toEqual({ n: 2, n_bounded: 0, width: null });
  expect(Object.values(upper)).toEqual([null, null, null]);
  expect(Object.values(interval)).toEqual([null, null, null, null]);
  expect(scoreOf([tallyOf([100, 100], { nTrain: 20 })]).n_bounded).toBe(2);
});

it('a rule without bounds has an error, and no coverage', () => {
  const score = scoreOf([tallyOf([100, 200], { bounds: null })]);
  expect(score).toMatchObject({ n: 2, mdape: 25, n_bounded: 0, width: null, upper_margin: null });
  expect(Object.values(score.steps_within_5_points)).toEqual([null, null, null]);
});

it('a level that a method does not know is null, the others are counted', () => {
  const quantiles: ClaimedBounds = { upper: { '0.95': 120 }, interval: { '0.5': [95, 105] } };
  const { upper, interval, width, upper_margin } = scoreOf([tallyOf([100, 130], { bounds: quantiles })]);
  expect(upper).toEqual({ '0.9': null, '0.95': 50, '0.99': null });
  expect(interval).toEqual({ '0.5': 50, '0.8': null, '0.9': null, '0.95': null });
  expect({ width, upper_margin }).toEqual({ width: null, upper_margin: 20 });
});

it('a value at its bound, or beyond by rounding alone, is within', () => {
  const { upper, under_predicted } = scoreOf([tallyOf([110, 110 * (1 + 1e-12)])]);
  expect(upper['0.9']).toBe(100);
  expect(under_predicted).toBe(100);
  expect(scoreOf([tallyOf([100, 100 * (1 + 1e-12)])]).under_predicted).toBe(0);
});

it('a step is within five points when it is at five points', () => {
  const twenty = (held: number): number[] => [...Array(held).fill(100), ...Array(20 - held).fill(115)];
  const near = (held: number): unknown => scoreOf([tallyOf(twenty(held))]).steps_within_5_points['0.9'];
  expect([16, 17, 18, 19, 20].map(near)).toEqual([0, 100, 100, 100, 0]);
  expect(scoreOf([tallyOf(twenty(20))]).steps_held['0.9']).toBe(100);
  expect(scoreOf([tallyOf(twenty(16))]).steps_held['0.9']).toBe(0);
});

it('nothing has no score', () => {
  expect(scoreOf([])).toMatchObject({
    n: 0,
    mdape: null,
    step_mdape: null,
    under_predicted: null,
    n_bounded: 0,
  });
});

it('numbers of any size give numbers', () => {
  const sizes = [Number.MIN_VALUE, 1e-300, 1, 1e300, Number.MAX_VALUE];
  for (const value of sizes) {
    const tally = new Tally();
    for (const actual of sizes) {
      const tested = tallyValue(actual);
      tally.add(tested, {
        value,
        bounds: {
          upper: { '0.9': value, '0.95': Number.MAX_VALUE, '0.99': Number.MAX_VALUE },
          interval: {
            '0.5': [0, value],
            '0.8': [0, value],
            '0.9': [0, Number.MAX_VALUE],
            '0.95': [0, value],
          },
        },
      });
    }
    expectFinite(scoreOf([tally]));
  }
  const none = new Tally();
  none.add(tallyValue(1), { value: 0, bounds: { upper: { '0.95': 0 }, interval: { '0.9': [0, 0] } } });
  expectFinite(scoreOf([none]));
});

function tallyValue(actual: number): TestedValue {
  return {
    workflow: 'w',
    step: 's',
    run: null,
    job: 'j',
    metric: 'duration_seconds',
    actual,
    guesses: {},
    nTrain: 50,
    isNew: true,
  };
}

it('the middle of an even number of values lies between the two, however large they are', () => {
  expect(middleOf([3, 1, 2])).toBe(2);
  expect(middleOf([4, 1, 2, 3])).toBe(2.5);
  expect(middleOf([Number.MAX_VALUE, Number.MAX_VALUE])).toBe(Number.MAX_VALUE);
  expect(middleOf([])).toBeNull();
});

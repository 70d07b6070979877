import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type GradedDuration, judge } from '../src/verdict.ts';

/** A duration `z` spreads above its prediction; the spread is of no interest here. */
function aDuration(z: number, predicted = 100, isLate = false): GradedDuration {
  return { actual: predicted * (1 + z / 20), predicted, z, isLate };
}

function many(n: number, of: GradedDuration): GradedDuration[] {
  return Array.from({ length: n }, () => of);
}

it('nothing graded is unknown, without a score', () => {
  expect(judge([])).toEqual({ verdict: 'unknown', score: null });
});

it('a job has 100 points up to one spread above, 25 fewer for each further one, none from five on', () => {
  const scoreOf = (z: number) => judge([aDuration(z)]).score;
  expect([-3, 0, 1, 2, 3, 4, 5, 50].map(scoreOf)).toEqual([100, 100, 100, 75, 50, 25, 0, 0]);
});

it('points are weighted by how long a job should have taken', () => {
  expect(judge([aDuration(5, 3600), aDuration(0, 400)]).score).toBeCloseTo(10, 9);
  expect(judge([aDuration(5, 60), aDuration(0, 72_000)]).score).toBeGreaterThan(99.9);
});

it('jobs that should have taken no time count alike', () => {
  expect(judge([aDuration(5, 0), aDuration(0, 0)]).score).toBe(50);
});

it.each([
  [59.99, 'slow'],
  [60, 'degraded'],
  [84.99, 'degraded'],
  [85, 'normal'],
  [100, 'normal'],
])('a score of %d is %s', (score, verdict) => {
  // Two jobs, one without a point: its share of the expected time is the share of points that are missing.
  const durations = [aDuration(5, 100 - score), aDuration(0, score)];
  expect(judge(durations).score).toBeCloseTo(score, 9);
  expect(judge(durations).verdict).toBe(verdict);
});

it('a late job of 10 % of the expected time degrades, one of less does not', () => {
  const withLate = (share: number) => judge([aDuration(1, share, true), aDuration(0, 100 - share)]);
  expect(withLate(10)).toEqual({ verdict: 'degraded', score: 100 });
  expect(withLate(9.99).verdict).toBe('normal');
});

it.each([
  [20, 1, 'normal'],
  [20, 2, 'degraded'],
  [40, 2, 'normal'],
  [40, 3, 'degraded'],
  [100, 5, 'normal'],
  [100, 6, 'degraded'],
])(
  'of %d jobs %d late ones are %s: more than 5 % of them, and more than one, degrade',
  (n, late, verdict) => {
    const durations = [...many(late, aDuration(1, 1, true)), ...many(n - late, aDuration(0, 100))];
    expect(judge(durations).verdict).toBe(verdict);
  },
);

it('a weighted mean of one spread below is fast', () => {
  expect(judge([aDuration(-1)]).verdict).toBe('fast');
  expect(judge([aDuration(-0.999)]).verdict).toBe('normal');
  expect(judge([aDuration(-2, 300), aDuration(2 / 3, 300 * 3), aDuration(-1, 1)]).verdict).toBe('normal');
  expect(judge([aDuration(-2, 300), aDuration(0, 100)]).verdict).toBe('fast');
});

it('late goes before fast', () => {
  expect(judge([aDuration(-3, 900), aDuration(3, 100, true)])).toEqual({ verdict: 'degraded', score: 95 });
});

it('a run without fault has 100 points, not a hair more', () => {
  for (let n = 2; n < 60; n++) {
    const durations = Array.from({ length: n }, (_, i) => aDuration(0, 1 / (i + 1.7)));
    expect(judge(durations).score).toBeLessThanOrEqual(100);
  }
});

it('a score is never outside 0 to 100, and slower jobs never better it', () => {
  const drawn = fc.record({
    z: fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    predicted: fc.double({ min: 0, max: 1e8, noNaN: true }),
    isLate: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.array(drawn, { minLength: 1, maxLength: 20 }),
      fc.double({ min: 0, max: 10 }),
      (jobs, more) => {
        const of = (extra: number) =>
          judge(jobs.map(({ z, predicted, isLate }) => aDuration(z + extra, predicted, isLate)))
            .score as number;
        expect(of(0)).toBeGreaterThanOrEqual(0);
        expect(of(0)).toBeLessThanOrEqual(100);
        expect(of(more || 0)).toBeLessThanOrEqual(of(0) + 1e-9);
      },
    ),
  );
});

it('by a robust model a run is fast only where chance does not explain it', () => {
  const verdictOf = (durations: readonly GradedDuration[]) => judge(durations, 'robust').verdict;
  expect(verdictOf([aDuration(-1.5)])).toBe('normal');
  expect(verdictOf([aDuration(-2)])).toBe('fast');
  // One job is nearly all of the run; of four alike the mean varies half as much.
  expect(verdictOf([aDuration(-1.5, 1000), ...many(10, aDuration(-1.5, 1))])).toBe('normal');
  expect(verdictOf(many(4, aDuration(-1)))).toBe('fast');
  expect(verdictOf(many(4, aDuration(-0.9)))).toBe('normal');
});

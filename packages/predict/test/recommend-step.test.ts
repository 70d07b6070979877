import { parseMemoryRequest, parseTimeRequest } from '@prm/ingest/units';
import { type StepFailures, type StepModel, type StepRequirements, trainModels } from '@prm/model';
import { fitCurve } from '@prm/regression';
import { anyRuns, expectClose } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recommend } from '../src/recommend.ts';
import { recommendStep } from '../src/recommend-step.ts';
import type { Recommendation } from '../src/recommendation.ts';
import { aStep, sized } from './models.ts';

/** Sizes 1 to 5 with a use of 1000 each: a line without a spread. */
const X = [1, 2, 3, 4, 5];
const line = fitCurve(
  X,
  X.map((x) => 1000 * x),
  { increasing: true },
);
/** Whatever the size: 800, 1000 or 1500. The last is half as much again as the others' median, 900. */
const spread = fitCurve(Array(3).fill(Number.NaN), [800, 1000, 1500]);

const asks = (requirement: Partial<StepRequirements>): Partial<StepModel> => ({
  requirements: { ncpu: null, mem_mb: null, time_seconds: null, gpu: null, ...requirement },
});
const failed = (limits: Partial<StepFailures>): Partial<StepModel> => ({
  failures: {
    n_failed: 1,
    n_oom: 1,
    n_timeout: 1,
    max_mem_mb_at_oom: null,
    max_time_seconds_at_timeout: null,
    ...limits,
  },
});

/** Two jobs a run, of half an hour. */
const USE = { jobs: 2, hours: 0.5 };
const request = { inputSizeBytes: null, viewScale: undefined, use: USE };

/** The row of memory, or of another resource; at all sizes, or at one. */
function row(
  step: Partial<StepModel>,
  inputSizeBytes: number | null = null,
  resource = 'mem_mb',
): Recommendation {
  const found = recommendStep(aStep(step), { inputSizeBytes, viewScale: undefined, use: USE }).find(
    (one) => one.resource === resource,
  );
  if (found === undefined) throw new Error(`no row of ${resource}`);
  return found;
}

const memory = (curve: Recommendation | typeof line) =>
  ({ metrics: { memory_rss_mb_max: curve } }) as Partial<StepModel>;
const time = (curve: typeof line) => ({ metrics: { duration_seconds: curve } }) as Partial<StepModel>;

it('the need is 1.3 times the predicted memory, and 1.5 times the predicted duration', () => {
  expectClose(row({ ...sized(1, 5), ...memory(line) }, 4).need, 5200);
  expectClose(row({ ...sized(1, 5), ...time(line) }, 4, 'time_seconds').need, 6000);
});

it('without an input size it is that at the 95th percentile of the drivers', () => {
  const driver = { source: 'input', min: 1, median: 3, p95: 4.8, max: 5 } as const;
  const { need, predicted, driver_size_bytes } = row({ ...sized(1, 5), driver, ...memory(line) });
  expectClose([need, predicted, driver_size_bytes], [6240, 4800, 4.8]);
});

it('and at least the largest use that was observed', () => {
  // Median 1000, with its headroom 1300.
  expect(row(memory(spread)).need).toBe(1500);
});

it('with an input size it is at least the prediction and the largest of its residuals', () => {
  // 1500 against 900: two thirds more than the prediction of 1000.
  expectClose(row({ ...sized(1, 5), ...memory(spread) }, 4).need, (1000 * 1500) / 900);
});

it('without an input size it is never below the headroom above a limit that failed and still stands', () => {
  const { need, failed_at } = row({ ...memory(spread), ...failed({ max_mem_mb_at_oom: 4000 }) });
  expect([need, failed_at]).toEqual([5200, 4000]);
  const late = row(
    { ...time(spread), ...failed({ max_time_seconds_at_timeout: 4000 }) },
    null,
    'time_seconds',
  );
  expect([late.need, late.failed_at]).toEqual([6000, 4000]);
});

it('with an input size the failure is told, and does not raise the need: its size is not known', () => {
  const step = { ...sized(1, 5), ...memory(line), ...failed({ max_mem_mb_at_oom: 400_000 }) };
  expectClose([row(step, 4).need, row(step, 4).failed_at], [5200, 400_000]);
});

it('each resource looks at its own failures', () => {
  expect(row({ ...memory(spread), ...failed({ max_time_seconds_at_timeout: 4000 }) })).toMatchObject({
    need: 1500,
    failed_at: null,
  });
});

it('a requirement below the need is to be increased', () => {
  expect(row({ ...memory(spread), ...asks({ mem_mb: 1499 }) })).toMatchObject({
    action: 'increase',
    requirement: 1499,
    suggested: 1536,
    suggested_text: '1536mb',
  });
  expect(row({ ...memory(spread), ...asks({ mem_mb: 1500 }) }).action).toBe('ok');
});

it('a requirement of more than three times the usual largest use is to be decreased', () => {
  // The 95th percentile of 800, 1000 and 1500 is 1450.
  expect(row({ ...memory(spread), ...asks({ mem_mb: 4351 }) })).toMatchObject({
    action: 'decrease',
    observed_p95: 1450,
  });
  expect(row({ ...memory(spread), ...asks({ mem_mb: 4350 }) }).action).toBe('ok');
});

it('it is not decreased to as much or more', () => {
  const small = fitCurve([Number.NaN], [10]);
  expect(row({ ...memory(small), ...asks({ mem_mb: 256 }) })).toMatchObject({ action: 'ok', suggested: 256 });
  expect(row({ ...memory(small), ...asks({ mem_mb: 200 }) })).toMatchObject({ action: 'ok', suggested: 256 });
});

it('of a size larger than any seen there is no evidence that less would do', () => {
  const step = { ...sized(1, 5), ...memory(spread), ...asks({ mem_mb: 100_000 }) };
  expect(row(step, 5).action).toBe('decrease');
  expect(row(step, 5.1)).toMatchObject({ action: 'no_evidence', suggested: 1792 });
  expect(row({ ...step, ...asks({ mem_mb: 100 }) }, 5.1).action).toBe('increase');
});

it('a step whose drivers are not known is judged at its medians, at any size', () => {
  expect(row({ ...memory(spread), ...asks({ mem_mb: 100_000 }) }, 1e18)).toMatchObject({
    action: 'decrease',
    driver_size_bytes: null,
    predicted: 1000,
    extrapolated: false,
  });
});

it('without a requirement nothing can be said of it, and what is unlimited is enough', () => {
  expect(row(memory(spread))).toMatchObject({ action: 'unknown', requirement: null, suggested: 1536 });
  expect(row({ ...memory(spread), ...asks({ ncpu: 1 }) }).action).toBe('unknown');
  expect(
    row({ ...time(spread), ...asks({ time_seconds: 'unlimited' }) }, null, 'time_seconds'),
  ).toMatchObject({
    action: 'ok',
    requirement: 'unlimited',
  });
});

it("a GPU step's time is that on its slowest card, and its use is what was measured", () => {
  const card = (factor: number) => ({ n: 3, factor, power_w: null, display_name: 'a card' });
  const measured = { min: 400, median: 1000, p95: 2900, max: 3000 };
  const step = {
    ...sized(1, 5),
    metrics: { duration_seconds: { ...line, measured }, memory_rss_mb_max: line },
    gpu: { fast: card(0.5), slow: card(2) },
  };
  expectClose(row(step, 4, 'time_seconds').predicted, 8000);
  expectClose(row(step, 4, 'time_seconds').need, 12_000);
  expect(row(step, null, 'time_seconds')).toMatchObject({ observed_max: 3000, observed_p95: 2900 });
  expectClose(row(step, 4).predicted, 4000); // memory is the same on any card
});

it('on cards that are all faster than the mix the largest factor holds, though it is below 1', () => {
  const gpu = { fast: { n: line.n, factor: 0.5, power_w: null, display_name: 'a card' } };
  expectClose(row({ ...sized(1, 5), ...time(line), gpu }, 4, 'time_seconds').predicted, 2000);
});

it('where some jobs ran without a card the advice is for these too', () => {
  const gpu = { fast: { n: line.n - 1, factor: 0.5, power_w: null, display_name: 'a card' } };
  expectClose(row({ ...sized(1, 5), ...time(line), gpu }, 4, 'time_seconds').predicted, 4000);
});

it('cores are only ever decreased, to 1.3 times the usual largest use, at least one', () => {
  const cores = (percent: readonly number[], ncpu: number | null) =>
    row(
      {
        metrics: {
          cpu_percent_max: fitCurve(
            percent.map(() => Number.NaN),
            percent,
          ),
        },
        ...asks({ ncpu }),
      },
      null,
      'ncpu',
    );
  expect(cores([100, 200], 16)).toMatchObject({
    action: 'decrease',
    suggested: 3,
    suggested_text: '3',
    observed_max: 2,
  });
  expectClose(cores([100, 200], 16).predicted, 1.5);
  expectClose(cores([100, 200], 16).need, 1.3 * 1.95);
  expect(cores([400, 400], 2).action).toBe('ok');
  expect(cores([100, 100], 3).action).toBe('ok'); // not more than three times
  expect(cores([100, 100], 4).action).toBe('decrease');
  expect(cores([0, 0], 8)).toMatchObject({ action: 'decrease', suggested: 1 });
  expect(cores([100], null).action).toBe('unknown');
});

it('there is a row for what was measured, and for nothing else', () => {
  expect(recommendStep(aStep(), request)).toEqual([]);
  expect(recommendStep(aStep(memory(line)), request).map(({ resource }) => resource)).toEqual(['mem_mb']);
});

it('a row tells what it rests on', () => {
  expect(row({ ...sized(1, 5), ...memory(line), ...asks({ mem_mb: 5000 }) }, 10)).toMatchObject({
    observed_max: 5000,
    n: 5,
    driver_size_bytes: 10,
    kind: 'linear',
    capped: false,
    extrapolated: true,
    driver_min: 1,
    driver_max: 5,
  });
});

it('an increase asks for more than there is: who follows the advice is not given it again', () => {
  // 1.3 times this is a hair above 256 MB, which rounds to 256 MB.
  const used = fitCurve([Number.NaN], [196.9230769230966]);
  const { action, requirement, suggested } = row({ ...memory(used), ...asks({ mem_mb: 256 }) });
  if (action === 'increase') expect(suggested).toBeGreaterThan(requirement as number);
});

it('a left-out prediction near nothing does not blow the need up', () => {
  // A line through (1, 0.5) … (16, 300), near zero at its left end: the first job lies at any number of times its
  // left-out prediction. Fifty times the largest observed is where predictions end.
  const sizes = [1, 2, 4, 8, 16];
  const near = fitCurve(
    sizes,
    sizes.map((x) => Math.max(0.5, 20 * x - 20)),
    { increasing: true },
  );
  expect(near.kind).toBe('linear');
  expect(row({ ...sized(1, 16), ...time(near) }, 16, 'time_seconds').need).toBeLessThanOrEqual(50 * 300);
});

it('of any runs: enough is suggested, nothing is decreased below the need, and the text reads back', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyRuns,
      fc.option(fc.double({ min: 1, max: 1e13, noNaN: true })),
      async (runs, inputSizeBytes) => {
        const { registry } = await trainModels(runs, { minStepSamples: 1 });
        const rows = registry.keys.flatMap((key) =>
          Object.values(recommend(registry, key, { inputSizeBytes }).steps).flat(),
        );
        for (const { resource, action, need, suggested, suggested_text, requirement, observed_max } of rows) {
          const step = { mem_mb: 1024, time_seconds: 3600, ncpu: 1 }[resource];
          expect(suggested).toBeGreaterThanOrEqual(need - 1e-9 * step - 1e-9 * need);
          expect(suggested).toBeGreaterThan(0);
          if (inputSizeBytes === null && resource !== 'ncpu')
            expect(need).toBeGreaterThanOrEqual(observed_max);
          if (action === 'decrease') expect(suggested).toBeLessThan(requirement as number);
          if (action === 'increase') expect(suggested).toBeGreaterThan((requirement as number) * (1 - 1e-9));
          const read =
            resource === 'mem_mb'
              ? parseMemoryRequest(suggested_text, null).memMb
              : resource === 'time_seconds'
                ? parseTimeRequest(suggested_text).timeSeconds
                : Number(suggested_text);
          expect(read).toBeGreaterThanOrEqual(suggested);
        }
      },
    ),
    { numRuns: 150 },
  );
});

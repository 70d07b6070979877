import type { Run } from '@prm/ingest';
import type { Registry, StepModel } from '@prm/model';
import { aJob, type BuiltJob } from '@prm/testing';
import fc from 'fast-check';
import { aConstant, aRegistry, aStep, runOf } from './models.ts';

const SNIPPETS = ['align', 'sort', 'call', 'merge'] as const;
const ERRORS = ['Job failed: Out of memory', 'Job failed: Timeout', 'Exit code: 1', undefined];

const spread = fc.record({
  mad: fc.constantFrom(null, 0, 0.02, 0.1, 0.5),
  n: fc.constantFrom(1, 5, 19, 20, 200),
  q95: fc.constantFrom(0, 0.1, 0.5, 2),
  q99: fc.constantFrom(0, 0.2, 1, 5),
});

/** From a tenth of a second to a week, each order of magnitude alike. */
const seconds = fc.integer({ min: -10, max: 58 }).map((tenths) => 10 ** (tenths / 10));
/** How many times the expected a job used: mostly about as much. */
const times = fc.oneof(
  fc.double({ min: 0.8, max: 1.25, noNaN: true }),
  fc.constantFrom(0.01, 0.3, 0.5, 1, 1.99, 2, 3, 10, 100),
);

const step = fc
  .record({
    seconds: fc.option(seconds, { freq: 8 }),
    time: spread,
    memMb: fc.option(fc.constantFrom(1, 60, 900, 8000, 250_000), { freq: 3 }),
    memory: spread,
    isClock: fc.boolean(),
  })
  .map(
    ({ seconds, time, memMb, memory, isClock }): StepModel =>
      aStep({
        duration_source: isClock ? 'clock' : 'monitor',
        metrics: {
          ...(seconds === null ? {} : { duration_seconds: aConstant(seconds, time) }),
          ...(memMb === null ? {} : { memory_rss_mb_max: aConstant(memMb, memory) }),
        },
      }),
  );

interface DrawnJob {
  readonly snippet: string | null;
  readonly status: string;
  readonly start: number;
  readonly timesSeconds: number;
  readonly timesMemory: number | null;
  readonly isMeasured: boolean;
  readonly mem: string | undefined;
  readonly time: string | undefined;
  readonly error: string | undefined;
  readonly hasName: boolean;
}

const job: fc.Arbitrary<DrawnJob> = fc.record({
  snippet: fc.constantFrom(...SNIPPETS, ...SNIPPETS, ...SNIPPETS, 'rare', 'new', null),
  status: fc.constantFrom(...Array<string>(9).fill('completed'), 'failed', 'running', 'cancelled', ''),
  start: fc.integer({ min: 0, max: 200_000 }),
  timesSeconds: times,
  timesMemory: fc.option(times, { freq: 4 }),
  isMeasured: fc.constantFrom(true, true, true, false),
  mem: fc.constantFrom(undefined, '2gb', '64gb'),
  time: fc.constantFrom(undefined, '01:00:00', 'UNLIMITED'),
  error: fc.constantFrom(...ERRORS),
  hasName: fc.boolean(),
});

/** A run and the models to grade it by: jobs about as expected and far from it, failed, odd and unknown ones. */
export const gradedRuns: fc.Arbitrary<{ registry: Registry; run: Run }> = fc
  .record({
    steps: fc.array(step, { minLength: 1, maxLength: SNIPPETS.length }),
    jobs: fc.array(job, { minLength: 1, maxLength: 25 }),
    isKnown: fc.constantFrom(...Array<boolean>(9).fill(true), false),
  })
  .map(({ steps, jobs, isKnown }) => {
    const named = Object.fromEntries(steps.map((one, i) => [SNIPPETS[i] as string, one]));
    const built = jobs.map((facts, i) => buildJob(facts, i, named));
    const module = isKnown ? 'somatic' : 'unheard-of';
    return {
      registry: aRegistry(named, { leftOut: { rare: 2 } }),
      run: runOf(built, { module, pipeline: isKnown ? 'germline' : 'unheard-of' }),
    };
  });

function buildJob(facts: DrawnJob, i: number, steps: Readonly<Record<string, StepModel>>): BuiltJob {
  const { snippet, status, start, timesSeconds, timesMemory, isMeasured, mem, time, error, hasName } = facts;
  const metrics = steps[snippet ?? '']?.metrics;
  const expected = metrics?.duration_seconds?.y.median ?? 60;
  const memMb =
    timesMemory === null ? undefined : timesMemory * (metrics?.memory_rss_mb_max?.y.median ?? 100);
  const took = expected * timesSeconds;
  return aJob({
    id: `J${i}`,
    snippet,
    status,
    submitted: start,
    durationSeconds: isMeasured ? took : null,
    completed: status === 'running' || status === 'cancelled' ? null : start + took + 1,
    ...(memMb === undefined ? {} : { memMb }),
    requirements: { ...(mem === undefined ? {} : { mem }), ...(time === undefined ? {} : { time }) },
    record: { error_msg: error, name: hasName ? `${snippet}_S${i}` : undefined },
  });
}

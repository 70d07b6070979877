import fc from 'fast-check';
import { aJob, aRun, type BuiltJob, type JobFacts, type RuntimeMapping } from './run-builder.ts';

/** What of a document decides whether it is a dump of another: jobs of runs with one number share their stamps. */
const SNIPPETS = ['align', 'sort', 'call', '__proto__', 'constructor', 'é'];
const STATUSES = ['completed', 'completed', 'completed', 'completed', 'failed', 'running', 'cancelled'];
const CARDS = [
  {},
  {},
  { gpu_memory_total_mb: 81_920, gpu_power_limit_w: 700 },
  { gpu_memory_total_mb: 40_960, gpu_power_limit_w: 400 },
  { gpu_utilization_avg: 50 },
];

/** Mostly there: missing once in so many. */
function mostly<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined, freq: 8 });
}

const seconds = fc.integer({ min: 0, max: 5000 });
const bytes = fc.oneof(
  fc.integer({ min: 1, max: 2_000_000 }),
  fc.integer({ min: 1_000_000, max: 2 ** 40 }),
  fc.constantFrom(0, 1, 1_048_575, 1_048_576, 2 ** 53, 2 ** 60),
);

const job: fc.Arbitrary<JobFacts> = fc
  .record({
    snippet: fc.option(fc.constantFrom(...SNIPPETS), { freq: 20 }),
    status: fc.constantFrom(...STATUSES),
    submitted: fc.option(seconds, { freq: 10 }),
    started: mostly(seconds),
    completed: mostly(seconds),
    durationSeconds: fc.option(fc.oneof(seconds, fc.double({ min: 0.001, max: 5000, noNaN: true })), {
      freq: 8,
    }),
    inputBytes: mostly(bytes),
    outputBytes: mostly(bytes),
    memMb: mostly(fc.oneof(fc.constant(0), fc.double({ min: 0.01, max: 1e6, noNaN: true }))),
    cpu: mostly(fc.integer({ min: 0, max: 3200 })),
    card: fc.constantFrom(...CARDS),
    power: fc.constantFrom({}, { cpu_tdp_w: 100 }, { power_idle_w: 50, power_loaded_w: 200 }),
    requirements: fc.constantFrom(
      {},
      { ncpu: 2, mem: '4gb', time: '01:00:00' },
      { ncpu: 64, mem: '500gb', time: 'UNLIMITED' },
      { mem: '16', time: 7200 },
      { mem: 'much', time: 'soon' },
    ),
    error: fc.constantFrom(undefined, 'Out of memory', 'Timeout', 'Exit code: 1'),
    attempts: fc.constantFrom(undefined, undefined, undefined, [
      { status: 'failed', error_msg: 'oom-kill', resource_consumption: { memory_rss_mb_max: 900 } },
    ]),
    samples: fc.constantFrom(undefined, undefined, 1, 60),
  })
  .map(
    ({
      started,
      completed,
      inputBytes,
      outputBytes,
      memMb,
      cpu,
      card,
      power,
      error,
      attempts,
      samples,
      ...rest
    }) => ({
      ...rest,
      ...(started === undefined ? {} : { started }),
      ...(completed === undefined ? {} : { completed }),
      ...(inputBytes === undefined ? {} : { inputBytes }),
      ...(outputBytes === undefined ? {} : { outputBytes }),
      ...(memMb === undefined ? {} : { memMb }),
      measured: { cpu_percent_avg: cpu, cpu_percent_max: cpu, sample_count: samples, ...card, ...power },
      record: { error_msg: error, previous_attempts: attempts },
    }),
  );

const run: fc.Arbitrary<RuntimeMapping> = fc
  .record({
    number: fc.integer({ min: 0, max: 12 }),
    id: fc.constantFrom(undefined, undefined, undefined, null, 'same'),
    pipeline: fc.constantFrom('germline', 'germline', 'somatic', undefined),
    module: fc.constantFrom('clinic', 'clinic', undefined),
    jobs: fc.array(job, { minLength: 1, maxLength: 6 }),
    /** Whether each job depends on the one before it. */
    chained: fc.boolean(),
  })
  .map(({ number, id, pipeline, module, jobs, chained }) =>
    aRun({
      number,
      ...(id === undefined ? {} : { id }),
      ...(pipeline === undefined ? {} : { pipeline }),
      ...(module === undefined ? {} : { module }),
      jobs: jobs.map((facts, i): BuiltJob => {
        const dependencies = chained && i > 0 ? [`J${i - 1}`] : [];
        return aJob({ ...facts, id: `J${i}`, dependencies });
      }),
    }),
  );

/**
 * Documents of runs, dumps of one run among them, with everything that real records leave out, repeat or get wrong;
 * at least one has a step.
 */
export const anyRuns: fc.Arbitrary<RuntimeMapping[]> = fc
  .array(run, { minLength: 1, maxLength: 12 })
  .map((runs) => [
    ...runs,
    aRun({ number: 99, pipeline: 'germline', module: 'clinic', jobs: [aJob({ inputBytes: 1e9 })] }),
  ]);

/** Runs of one step that takes longer and more memory the larger its input is, each one larger than the one before. */
export const growingRuns: fc.Arbitrary<RuntimeMapping[]> = fc
  .array(
    fc.record({
      more: fc.integer({ min: 10_000_000, max: 2 ** 33 }),
      noise: fc.double({ min: 0.8, max: 1.2, noNaN: true }),
    }),
    { minLength: 5, maxLength: 20 },
  )
  .chain((growth) =>
    fc
      .record({
        power: fc.double({ min: 0.3, max: 2, noNaN: true }),
        start: fc.integer({ min: 0, max: 600 }),
      })
      .map(({ power, start }) => {
        let inputBytes = 0;
        return growth.map(({ more, noise }, number) => {
          inputBytes += more;
          const use = (start + (inputBytes / 1e7) ** power) * noise;
          return aRun({
            number,
            pipeline: 'germline',
            jobs: [
              aJob({
                inputBytes,
                durationSeconds: use,
                memMb: use,
                measured: { cpu_percent_max: 100 * noise },
              }),
            ],
          });
        });
      }),
  );

/** Any number of the kind that a record may hold, the smallest and the largest that there are among them. */
const magnitude = fc.oneof(
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, Number.MIN_VALUE, 1e-300, 1, 1e300, Number.MAX_VALUE),
);

/** Runs of two steps, one after the other, that measured anything from 0 to the largest number. */
export const extremeRuns: fc.Arbitrary<RuntimeMapping[]> = fc
  .array(fc.array(magnitude, { minLength: 10, maxLength: 10 }), { minLength: 1, maxLength: 9 })
  .map((runs) =>
    runs.map((values, number) => {
      const value = (i: number): number => values[i] as number;
      const measured = {
        cpu_percent_avg: value(0),
        cpu_percent_max: value(1),
        io_read_mb_s_avg: value(2),
        gpu_utilization_avg: value(3),
        gpu_power_w_avg: value(4),
        gpu_memory_total_mb: number % 2 === 0 ? 81_920 : 40_960,
      };
      const facts = { measured, memMb: value(5), durationSeconds: value(6), completed: number };
      return aRun({
        number,
        pipeline: 'germline',
        jobs: [
          aJob({
            ...facts,
            id: 'A',
            inputBytes: value(7),
            outputBytes: value(8),
            requirements: { mem: '4gb' },
          }),
          aJob({ ...facts, id: 'B', snippet: 'sort', inputBytes: value(9), dependencies: ['A'] }),
        ],
      });
    }),
  );

/** Where a document holds a number that is none, or infinite: paths, for a message. */
export function notFinite(document: unknown, at = ''): string[] {
  if (typeof document === 'number') return Number.isFinite(document) ? [] : [`${at} is ${document}`];
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([key, member]) => notFinite(member, `${at}/${key}`));
}

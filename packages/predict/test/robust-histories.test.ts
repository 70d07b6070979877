import { type Registry, trainModels } from '@prm/model';
import { aJob, type JobFacts, type RuntimeMapping, runsOf, seededNoise } from '@prm/testing';
import { expect, it } from 'vitest';
import { environmentReport } from '../src/environment-report.ts';
import { predictRun } from '../src/predict-run.ts';
import { predictJob } from '../src/predict-step.ts';
import { recommend } from '../src/recommend.ts';

const GB = 1024 ** 3;
const SEEDS = [1, 2, 3, 4, 5];

/** A job by its place in the history; more members of its run's metadata. */
type MakeJob = (size: number, i: number) => JobFacts & { readonly metadata?: Record<string, unknown> };

/** Runs of one job each, of 2 to 60 GB; what all of them take is `make`'s to say. */
function history(seed: number, n: number, make: MakeJob): RuntimeMapping[] {
  const noise = seededNoise(seed);
  const sizes = Array.from({ length: n }, () => Math.round((2 + 58 * noise.uniform()) * GB));
  return runsOf(sizes, (size, i) => {
    const { metadata = {}, ...job } = make(size, i);
    return { module: 'm', pipeline: 'p', jobs: [aJob({ inputBytes: size, ...job })], metadata };
  });
}

async function registryOf(runs: readonly RuntimeMapping[]): Promise<Registry> {
  return (await trainModels(runs)).registry;
}

const seconds = (size: number): number => 60 + 100 * (size / GB);
const memMb = (size: number): number => 500 + 120 * (size / GB);

function within(share: number, actual: number | undefined, expected: number): void {
  expect(actual).toBeGreaterThan(expected * (1 - share));
  expect(actual).toBeLessThan(expected * (1 + share));
}

function predicted(registry: Registry, facts: Omit<Parameters<typeof predictJob>[1], 'driverSizeBytes'>) {
  const step = registry.model('m').steps.align;
  if (step === undefined) throw new Error('no model of align');
  return predictJob(step, { driverSizeBytes: 50 * GB, ...facts });
}

it.each(SEEDS)('of jobs on 4 and on 16 cores each is predicted for what it has (seed %i)', async (seed) => {
  const noise = seededNoise(seed + 100);
  const registry = await registryOf(
    history(seed, 60, (size) => {
      const ncpu = noise.uniform() < 0.5 ? 4 : 16;
      const speed = (ncpu / 4) ** 0.85;
      return {
        durationSeconds: (4 * seconds(size) * noise.factor(0.08)) / speed,
        memMb: memMb(size) * (ncpu / 4) ** 0.5 * noise.factor(0.05),
        measured: { cpu_percent_avg: 95 * speed, cpu_percent_max: 100 * speed },
        requirements: { ncpu, mem: '64gb' },
      };
    }),
  );
  for (const ncpu of [4, 16]) {
    const { duration_seconds: duration, memory_rss_mb_max: memory } = predicted(registry, { ncpu });
    within(0.15, duration?.value, (4 * seconds(50 * GB)) / (ncpu / 4) ** 0.85);
    within(0.15, memory?.value, memMb(50 * GB) * (ncpu / 4) ** 0.5);
    expect([duration?.extrapolated, memory?.extrapolated]).toEqual([false, false]);
  }
  expect(predicted(registry, { ncpu: 64 }).duration_seconds?.extrapolated).toBe(true);
});

it('advice for fewer cores tells what the job takes then', async () => {
  const noise = seededNoise(7);
  // On 16 cores most of them idle: a quarter of the time is saved.
  const registry = await registryOf(
    history(7, 60, (size, i) => {
      const ncpu = i % 4 === 0 ? 4 : 16;
      return {
        durationSeconds: seconds(size) * (ncpu / 16) ** -0.2 * noise.factor(0.03),
        measured: { cpu_percent_avg: 150, cpu_percent_max: 200 },
        requirements: { ncpu },
      };
    }),
  );
  const row = recommend(registry, 'm', { inputSizeBytes: 50 * GB }).steps.align?.find(
    ({ resource }) => resource === 'ncpu',
  );
  expect(row).toMatchObject({ action: 'decrease', requirement: 16, suggested: 3 });
  within(0.1, row?.duration_seconds_then ?? 0, seconds(50 * GB) * (3 / 16) ** -0.2);
  expect(row?.evidence).toMatch(/then takes about .* instead of /);
});

it.each(SEEDS)(
  'jobs that only happen to ask for different cores are not told apart (seed %i)',
  async (seed) => {
    const noise = seededNoise(seed + 200);
    const registry = await registryOf(
      history(seed, 60, (size) => ({
        durationSeconds: seconds(size) * noise.factor(0.2),
        memMb: memMb(size) * noise.factor(0.1),
        requirements: { ncpu: noise.uniform() < 0.5 ? 4 : 16 },
      })),
    );
    expect(registry.model('m').steps.align?.cores).toBeUndefined();
  },
);

it.each(SEEDS)('a fifth of gross outliers moves neither prediction nor advice (seed %i)', async (seed) => {
  const noise = seededNoise(seed + 300);
  const made = (outliers: boolean): RuntimeMapping[] => {
    const own = seededNoise(seed + 400);
    return history(seed, 200, (size) => {
      const small = own.uniform() < 0.2;
      const duration = seconds(size) * own.factor(0.1);
      const memory = memMb(size) * own.factor(0.05);
      // Measured for a moment only: a tenth of what it was; and durations that hung, ten times as long.
      const wrong = outliers && small;
      return {
        durationSeconds: wrong ? duration * (own.uniform() < 0.5 ? 10 : 0.1) : duration,
        memMb: wrong ? memory / 10 : memory,
        requirements: { mem: '64gb' },
      };
    });
  };
  expect(noise.uniform()).toBeGreaterThanOrEqual(0);
  const [clean, dirty] = [await registryOf(made(false)), await registryOf(made(true))];
  const { duration_seconds: duration, memory_rss_mb_max: memory } = predicted(dirty, {});
  within(0.1, duration?.value, seconds(50 * GB));
  within(0.1, memory?.value, memMb(50 * GB));
  const advice = (registry: Registry): number =>
    recommend(registry, 'm').steps.align?.find(({ resource }) => resource === 'mem_mb')?.need ?? 0;
  within(0.1, advice(dirty), advice(clean));
});

it.each(SEEDS)('one absurd peak in 1,000 jobs is shown and left out (seed %i)', async (seed) => {
  const noise = seededNoise(seed + 500);
  const usual = (): number => 2048 * noise.factor(0.05);
  const runs = history(seed, 1000, (_, i) => ({
    memMb: i === 617 ? 64 * 1024 : usual(),
    requirements: { mem: '8gb' },
  }));
  const registry = await registryOf(runs);
  within(0.1, predicted(registry, {}).memory_rss_mb_max?.value, 2048);
  within(0.1, predicted(registry, {}).memory_rss_mb_max?.bounds?.upper['0.99'], 2048 * Math.exp(0.05 * 2.33));
  for (const inputSizeBytes of [null, 50 * GB]) {
    const row = recommend(registry, 'm', { inputSizeBytes }).steps.align?.[0];
    // A third more than the largest of a thousand.
    within(0.1, row?.need, 1.3 * 2048);
    expect(row?.evidence).toContain('a single peak of 64 GB, more than 3 × the next, is left out');
  }
  // When it repeats it counts.
  const twice = await registryOf(
    history(seed, 1000, (_, i) => ({ memMb: i === 617 || i === 800 ? 60 * 1024 + i : usual() })),
  );
  expect(twice.model('m').steps.align?.metrics.memory_rss_mb_max?.isolated_max).toBeUndefined();
  expect(recommend(twice, 'm').steps.align?.[0]?.need).toBeGreaterThan(60 * 1024);
});

it.each(SEEDS)('kinds of nodes are told apart, and a run is predicted for one (seed %i)', async (seed) => {
  const noise = seededNoise(seed + 600);
  const factors = { c1: 1, c2: 1.8, c3: 0.6 };
  const registry = await registryOf(
    history(seed, 60, (size) => {
      const partition = (['c1', 'c2', 'c3'] as const)[Math.floor(3 * noise.uniform())] ?? 'c1';
      return {
        durationSeconds: seconds(size) * factors[partition] * noise.factor(0.1),
        metadata: { queue_config: { partition, server_type: 'any' }, queue_system: 'slurm' },
      };
    }),
  );
  const report = environmentReport(registry.model('m'));
  expect(Object.keys(report.dimensions)).toEqual(['partition']);
  const classes = report.dimensions.partition?.align ?? [];
  expect(classes.map((one) => one.class)).toEqual(['c3', 'c1', 'c2']);
  within(0.1, classes[1]?.ratio_to_fastest, 1 / 0.6);
  within(0.1, classes[2]?.ratio_to_fastest, 3);
  const prediction = predictRun(registry, 'm', { inputSizeBytes: 50 * GB, environment: { partition: 'c2' } });
  within(0.1, prediction.steps.align?.metrics.duration_seconds?.value, 1.8 * seconds(50 * GB));
  expect(prediction.warnings).toEqual([]);
  const unknown = predictRun(registry, 'm', { inputSizeBytes: 50 * GB, environment: { partition: 'c9' } });
  expect(unknown.warnings[0]).toMatchObject({ code: 'unknown_environment', known: ['c1', 'c2', 'c3'] });
  expect(unknown.warnings[0]?.message).toContain('partition=c9 is not known');
  expect(unknown.steps.align?.environment_factor).toBe(1);
});

it('places that make no difference are not told apart, but for chance in 20 of 1,000 histories', async () => {
  let found = 0;
  for (let seed = 0; seed < 200; seed++) {
    const noise = seededNoise(seed + 700);
    const n = 8 + Math.floor(40 * noise.uniform());
    const registry = await registryOf(
      history(seed, n, (size) => ({
        durationSeconds: seconds(size) * noise.factor(0.2),
        metadata: { queue_config: { partition: noise.uniform() < 0.5 ? 'a' : 'b' } },
      })),
    );
    if (registry.model('m').steps.align?.environments !== undefined) found++;
  }
  expect(found).toBeLessThanOrEqual(4);
}, 600_000);

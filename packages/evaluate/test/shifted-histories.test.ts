import { parseRun, type Run } from '@prm/ingest';
import { type MetricCurve, type Registry, trainModels } from '@prm/model';
import { predictJob, recommend } from '@prm/predict';
import { aJob, aRun, type Noise, type RuntimeMapping, seededNoise } from '@prm/testing';
import { describe, expect, it } from 'vitest';
import { evaluateRun } from '../src/evaluate-run.ts';

const GB = 1024 ** 3;

/** A part of a history in which nothing changes. */
interface Stretch {
  readonly version: string | null;
  readonly runs: number;
  readonly memoryFactor?: number;
  readonly durationFactor?: number;
  readonly mem?: string;
}

/** Runs of three steps each; align follows its input, the others hardly. `from` numbers the first. */
function runsOfStretch(stretch: Stretch, noise: Noise, spread: number, from: number): RuntimeMapping[] {
  const { version, runs, memoryFactor = 1, durationFactor = 1, mem = '64gb' } = stretch;
  return Array.from({ length: runs }, (_, i) => {
    const size = (2 + 38 * noise.uniform()) * GB;
    const jobs = [
      aJob({
        id: 'A',
        snippet: 'align',
        inputBytes: Math.round(size),
        durationSeconds: durationFactor * (120 + (100 * size) / GB) * noise.factor(spread),
        memMb: memoryFactor * (1000 + (150 * size) / GB) * noise.factor(spread / 2),
        requirements: { mem },
      }),
      aJob({
        id: 'B',
        snippet: 'sort',
        inputBytes: Math.round(size / 2),
        durationSeconds: (60 + (20 * size) / GB) * noise.factor(spread),
        memMb: 2000 * noise.factor(spread / 2),
        requirements: { mem: '4gb' },
      }),
      aJob({ id: 'C', snippet: 'report', durationSeconds: 90 * noise.factor(spread), memMb: 300 }),
    ];
    const module = version === null ? 'm' : `/data/registry/ns/m:${version}`;
    return aRun({ number: from + i, module, pipeline: 'p', jobs });
  });
}

function historyOf(stretches: readonly Stretch[], seed: number, spread: number): RuntimeMapping[] {
  const noise = seededNoise(seed);
  const runs: RuntimeMapping[] = [];
  for (const stretch of stretches) runs.push(...runsOfStretch(stretch, noise, spread, runs.length));
  return runs;
}

async function registryOf(runs: readonly RuntimeMapping[]): Promise<Registry> {
  return (await trainModels(runs)).registry;
}

function curveOf(registry: Registry, metric: 'memory_rss_mb_max' | 'duration_seconds'): MetricCurve {
  return registry.model('m').steps.align?.metrics[metric] as MetricCurve;
}

function isOrdinary(registry: Registry, run: Run): boolean {
  const { verdict, flagged_steps } = evaluateRun(registry, run);
  return flagged_steps.length === 0 && verdict !== 'fast';
}

describe('an upgrade that needs 2.2 × the memory and 1.4 × the time', () => {
  const before: Stretch = { version: '1.0', runs: 200 };
  const after: Stretch = { version: '1.1', runs: 10, memoryFactor: 2.2, durationFactor: 1.4 };

  it('after ten runs ordinary new ones are ordinary', async () => {
    let ordinary = 0;
    let all = 0;
    for (const seed of [1, 2, 3, 4, 5]) {
      const registry = await registryOf(historyOf([before, after], seed, 0.05));
      expect(curveOf(registry, 'memory_rss_mb_max').regimes).toMatchObject([
        { versions: ['1.0'], cause: null, n_runs: 200 },
        { versions: ['1.1'], cause: 'version', n_runs: 10, factor: 1 },
      ]);
      const fresh = runsOfStretch({ ...after, runs: 40 }, seededNoise(seed + 50), 0.05, 500);
      for (const mapping of fresh) {
        all++;
        if (isOrdinary(registry, parseRun(mapping) as Run)) ordinary++;
      }
    }
    expect(ordinary / all).toBeGreaterThanOrEqual(0.95);
  });

  it('what was before does not count in advice, and is told', async () => {
    const registry = await registryOf(historyOf([before, { ...after, runs: 20 }], 6, 0.05));
    const row = recommend(registry, 'm').steps.align?.[0];
    const largest = 2.2 * (1000 + 150 * 40);
    expect(row?.need).toBeGreaterThan(largest);
    expect(row?.need).toBeLessThan(1.5 * largest);
    expect(row?.evidence).toMatch(/2\.2 × since version 1\.1: what was before does not count/);
  });

  it('a run of the old version is graded by what the old one needs', async () => {
    let ordinary = 0;
    for (const seed of [1, 2, 3, 4, 5]) {
      const registry = await registryOf(historyOf([before, after], seed, 0.05));
      const old = runsOfStretch({ ...before, runs: 40 }, seededNoise(seed + 70), 0.05, 500);
      ordinary += old.filter((mapping) => isOrdinary(registry, parseRun(mapping) as Run)).length;
    }
    expect(ordinary / 200).toBeGreaterThanOrEqual(0.95);
  });
});

it('after a version that needs a fifth the advice follows within 20 runs', async () => {
  for (const seed of [1, 2, 3]) {
    const before: Stretch = { version: '1.0', runs: 200, memoryFactor: 5 };
    const registry = await registryOf(
      historyOf([before, { version: '1.1', runs: 20, mem: '40gb' }], seed, 0.05),
    );
    const row = recommend(registry, 'm').steps.align?.[0];
    // The largest input needs 7 GB.
    expect(row?.need).toBeLessThan(1.5 * 7000);
    expect(row?.need).toBeGreaterThan(7000 * 0.95);
    expect(row).toMatchObject({ action: 'decrease', requirement: 40 * 1024 });
  }
});

it('a version that changes nothing starts from what the old one needed, and is no shift', async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const registry = await registryOf(
      historyOf(
        [
          { version: '1.0', runs: 40 },
          { version: '1.1', runs: 3 },
        ],
        seed,
        0.1,
      ),
    );
    expect(curveOf(registry, 'memory_rss_mb_max').regimes).toBeUndefined();
    expect(curveOf(registry, 'duration_seconds').regimes).toBeUndefined();
    expect(curveOf(registry, 'duration_seconds').n).toBe(43);
  }
});

it('a shift without a new version is found within ten runs', async () => {
  let found = 0;
  for (let seed = 0; seed < 200; seed++) {
    const registry = await registryOf(
      historyOf(
        [
          { version: null, runs: 100 },
          { version: null, runs: 10, durationFactor: 1.5 },
        ],
        seed,
        0.2,
      ),
    );
    const regimes = curveOf(registry, 'duration_seconds').regimes ?? [];
    const last = regimes.at(-1);
    if (regimes.length === 2 && last?.cause === 'unexplained' && Math.abs(last.n_runs - 10) <= 8) found++;
  }
  expect(found).toBeGreaterThanOrEqual(190);
}, 600_000);

it('of 1,000 histories in which nothing changes at most one in a hundred tells of a shift', async () => {
  let told = 0;
  for (let seed = 0; seed < 1000; seed++) {
    const runs = 10 + Math.floor(40 * seededNoise(seed + 5000).uniform());
    const spread = 0.05 + 0.25 * seededNoise(seed + 7000).uniform();
    const registry = await registryOf(historyOf([{ version: null, runs }], seed, spread));
    const shifted = Object.values(registry.model('m').steps).some(({ metrics }) =>
      Object.values(metrics).some(({ regimes }) => regimes !== undefined),
    );
    if (shifted) told++;
  }
  expect(told).toBeLessThanOrEqual(10);
}, 600_000);

it('a job of another version than any seen is predicted for the one in force', async () => {
  const registry = await registryOf(
    historyOf(
      [
        { version: '1.0', runs: 30 },
        { version: '1.1', runs: 10, memoryFactor: 2.2 },
      ],
      9,
      0.05,
    ),
  );
  const step = registry.model('m').steps.align;
  if (step === undefined) throw new Error('no model of align');
  const memory = (version: string | null): number =>
    predictJob(step, { driverSizeBytes: 20 * GB, version }).memory_rss_mb_max?.value ?? 0;
  expect(memory('2.0')).toBe(memory(null));
  expect(memory('1.1')).toBe(memory(null));
  expect(memory(null) / memory('1.0')).toBeCloseTo(2.2, 0);
});

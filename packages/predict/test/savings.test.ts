import { registryOf } from '@prm/model';
import { aJob, expectClose, runsOf } from '@prm/testing';
import { expect, it } from 'vitest';
import { recommend } from '../src/recommend.ts';
import { modelOf } from './models.ts';

const GB = 1024 ** 3;

/** Two align jobs of half an hour and one merge of ten minutes a run; what they ask for is far more than they use. */
async function advice(options = {}) {
  const runs = runsOf(Array.from({ length: 6 }), (_, i) => ({
    pipeline: 'p',
    jobs: [
      ...['A', 'B'].map((id) =>
        aJob({
          id: `${id}${i}`,
          snippet: 'align',
          inputBytes: GB * (i + 1),
          durationSeconds: 1800,
          memMb: 1000,
          requirements: { mem: '16gb', time: '24:00:00', ncpu: 8 },
          measured: { cpu_percent_max: 100 },
        }),
      ),
      aJob({
        id: `M${i}`,
        snippet: 'merge',
        inputBytes: GB * (i + 1),
        durationSeconds: 600,
        memMb: 900,
        requirements: { mem: '512mb', time: '00:15:00' },
      }),
    ],
  }));
  return recommend(registryOf([await modelOf(runs)]), 'p', options);
}

it('a cut saves the request less the suggestion, times the use in a run', async () => {
  const { steps } = await advice();
  const [memory, time, cores] = steps.align ?? [];
  // 16 GB less 1.3 × 1000 MB, rounded up to 1.5 GB, for two jobs of half an hour.
  expect(memory).toMatchObject({ action: 'decrease', suggested: 1536, saves_h: null, saves_core_h: null });
  expectClose(memory?.saves_gb_h, (16 - 1.5) * 2 * 0.5);
  // 24 h less 1.5 × 30 min, for two jobs.
  expectClose(time?.saves_h, (24 - 0.75) * 2);
  // 8 cores less 2, for two jobs of half an hour.
  expectClose(cores?.saves_core_h, 6 * 2 * 0.5);
});

it('what is raised, kept or unknown saves nothing', async () => {
  const { steps } = await advice();
  const [memory] = steps.merge ?? [];
  expect(memory).toMatchObject({ action: 'increase', saves_gb_h: null, saves_h: null, saves_core_h: null });
});

it('the order begins with what to raise, then what frees most, then time', async () => {
  const { order } = await advice();
  expect(order.map(({ step, resource }) => `${step} ${resource}`)).toEqual([
    'merge mem_mb',
    'align ncpu',
    'align mem_mb',
    'align time_seconds',
  ]);
});

it('a row tells how far it holds, and whether larger inputs may need more', async () => {
  const all = (await advice()).steps.align?.[0];
  expect(all).toMatchObject({ valid_up_to_bytes: 6 * GB, size_dependence: 'none found' });
  expect(all?.evidence).toBe(
    'used 1000 MB at most, 95 % of 12 jobs below 1000 MB, for inputs of 1 GB to 6 GB; ' +
      'does not follow the input size; valid up to 6 GB',
  );
  const one = (await advice({ inputSizeBytes: 2 * GB })).steps.align?.[0];
  expect(one?.valid_up_to_bytes).toBe(2 * GB);
});

it('a size dependence that cannot be tested yet says so', async () => {
  const runs = runsOf([1, 1, 2], (size, i) => ({
    pipeline: 'p',
    jobs: [aJob({ id: `A${i}`, inputBytes: GB * size, memMb: 1000 * size })],
  }));
  const { steps } = recommend(registryOf([await modelOf(runs)]), 'p');
  const [memory] = Object.values(steps)[0] ?? [];
  expect(memory?.size_dependence).toBe('untested');
  expect(memory?.evidence).toMatch(
    'whether it follows the input size cannot be tested yet: 2 different sizes seen, 5 are needed',
  );
});

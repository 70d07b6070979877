import { type Registry, trainModels } from '@prm/model';
import { aJob, runsOf } from '@prm/testing';
import { beforeAll, expect, it } from 'vitest';
import { recommend } from '../src/recommend.ts';

const GB = 1e9;
let registry: Registry;

/** Align sees the run's input in pipeline p and a tenth of it in q; only p sorts. */
beforeAll(async () => {
  const run = (pipeline: string, gb: number, share: number) => {
    const facts = { requirements: { mem: '64gb', ncpu: 1 }, measured: { cpu_percent_max: 100 } };
    const load = aJob({ id: 'L', snippet: 'load', inputBytes: gb * GB, memMb: 100, ...facts });
    const align = aJob({
      id: 'A',
      snippet: 'align',
      submitted: 100,
      dependencies: ['L'],
      inputBytes: share * gb * GB,
      memMb: 1000 * share * gb,
      ...facts,
    });
    const sort = aJob({ id: 'S', snippet: 'sort', memMb: 5000, requirements: { mem: '4gb' } });
    return { module: 'clinic', pipeline, jobs: pipeline === 'p' ? [load, align, sort] : [load, align] };
  };
  const sizes = [1, 2, 3, 4, 5];
  const runs = runsOf(
    [...sizes.map((gb) => run('p', gb, 0.5)), ...sizes.map((gb) => run('q', gb, 0.05))],
    (facts) => facts,
  );
  ({ registry } = await trainModels(runs));
});

const actions = (steps: ReturnType<typeof recommend>['steps']) =>
  Object.entries(steps).flatMap(([step, rows]) =>
    rows.map(({ resource, action }) => `${step} ${resource} ${action}`),
  );

it('a key gives all steps, a pipeline its own', () => {
  const all = recommend(registry, 'clinic');
  expect(all).toMatchObject({
    format: 'prm/recommendations',
    format_version: '1.0',
    workflow: 'clinic',
    pipeline: null,
    input_size_bytes: null,
  });
  expect(Object.keys(all.steps)).toEqual(['align', 'load', 'sort']);
  expect(recommend(registry, 'q')).toMatchObject({ workflow: 'clinic', pipeline: 'q' });
  expect(Object.keys(recommend(registry, 'q').steps)).toEqual(['align', 'load']);
  expect(recommend(registry, 'clinic', { pipeline: 'q' })).toEqual(recommend(registry, 'q'));
});

it("with an input size a pipeline's own driver scale holds", () => {
  const driverIn = (pipeline: string) =>
    recommend(registry, pipeline, { inputSizeBytes: 4 * GB }).steps.align?.[0]?.driver_size_bytes;
  expect(driverIn('p')).toBe(2 * GB);
  expect(driverIn('q')).toBe(0.2 * GB);
});

it('changes alone are those to make: increases and decreases; steps without one have no rows', () => {
  expect(actions(recommend(registry, 'p').steps)).toEqual([
    'align mem_mb decrease',
    'align time_seconds unknown',
    'align ncpu ok',
    'load mem_mb decrease',
    'load time_seconds unknown',
    'load ncpu ok',
    'sort mem_mb increase',
    'sort time_seconds unknown',
  ]);
  const changes = recommend(registry, 'p', { changesOnly: true }).steps;
  expect(actions(changes)).toEqual(['align mem_mb decrease', 'load mem_mb decrease', 'sort mem_mb increase']);
});

it('a wrong size, workflow or pipeline is refused', () => {
  expect(() => recommend(registry, 'clinic', { inputSizeBytes: 0 })).toThrow(
    expect.objectContaining({ code: 'predict/bad-input-size' }),
  );
  expect(() => recommend(registry, 'x')).toThrow(expect.objectContaining({ code: 'model/unknown-workflow' }));
  expect(() => recommend(registry, 'clinic', { pipeline: 'x' })).toThrow(
    expect.objectContaining({ code: 'model/unknown-pipeline' }),
  );
});

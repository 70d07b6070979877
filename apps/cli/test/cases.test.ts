import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { casePath, corpusPath } from '@prm/testing';
import { afterAll, expect, it } from 'vitest';
import { runJson, runPrm } from './support/run-prm.ts';

const folder = mkdtempSync(join(tmpdir(), 'prm-cases-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Predicted {
  readonly steps: Record<string, { metrics: Record<string, { value: number; extrapolated: boolean }> }>;
  readonly input_size_bytes: number;
}

async function trainCase(...parts: string[]): Promise<string> {
  const out = join(folder, parts.join('-').replaceAll('/', '-'));
  await runJson([
    'train',
    casePath(...parts),
    '--out',
    out,
    '--min-step-samples',
    '1',
    '--identity',
    'pipeline',
  ]);
  return out;
}

async function predict(models: string, workflow: string, size: string): Promise<Predicted> {
  return (await runJson(['predict', models, workflow, '--input-size', size])) as Predicted;
}

async function onlyWorkflow(models: string): Promise<string> {
  const { workflows } = (await runJson(['workflows', models])) as { workflows: { key: string }[] };
  expect(workflows).toHaveLength(1);
  return (workflows[0] as { key: string }).key;
}

it('B05: seven spellings of one size predict the same', async () => {
  const models = await trainCase('B05', 'runtime.json');
  const workflow = await onlyWorkflow(models);
  const sizes = ['50gb', '50GB', '50 GB', '50GiB', '50G', '51200M', '53687091200'];
  const predictions = await Promise.all(sizes.map((size) => predict(models, workflow, size)));
  for (const prediction of predictions) {
    expect(prediction.input_size_bytes).toBe(53_687_091_200);
    expect(prediction).toEqual(predictions[0]);
  }
  expect((await predict(models, workflow, '1.5gb')).input_size_bytes).toBe(1_610_612_736);
});

it('B20: a prediction below what was seen stays above zero and says that it is extrapolated', async () => {
  const models = await trainCase('B20', 'runtime.json');
  const workflow = await onlyWorkflow(models);
  for (const size of ['1gb', '1kb']) {
    const { steps } = await predict(models, workflow, size);
    const figures = Object.values(steps).flatMap(({ metrics }) => Object.values(metrics));
    for (const { value } of figures) expect(value).toBeGreaterThan(0);
    expect(figures.some(({ extrapolated }) => extrapolated)).toBe(true);
    const { stdout } = await runPrm(['predict', models, workflow, '--input-size', size]);
    expect(stdout).not.toMatch(/-\d/);
    expect(stdout).toMatch('extrapolated');
  }
  const advice = (await runJson(['recommend', models, workflow, '--input-size', '1gb'])) as {
    steps: Record<string, { resource: string; suggested: number; suggested_text: string }[]>;
  };
  for (const { resource, suggested } of Object.values(advice.steps).flat()) {
    expect(suggested).toBeGreaterThanOrEqual(resource === 'time_seconds' ? 60 : 1);
  }
});

it('B28: eighteen names are eighteen models, and no file leaves the folder', async () => {
  const parent = join(folder, 'B28-parent');
  mkdirSync(parent);
  const models = join(parent, 'models');
  const options = ['--min-step-samples', '1', '--identity', 'pipeline'];
  await runJson(['train', casePath('B28', 'runs'), '--out', models, ...options]);
  expect(readdirSync(parent)).toEqual(['models']);
  const names = (
    JSON.parse(readFileSync(casePath('B28', 'names.json'), 'utf8')) as { pipeline_name: string }[]
  ).map(({ pipeline_name }) => pipeline_name);
  const { workflows } = (await runJson(['workflows', models])) as { workflows: { key: string }[] };
  // The empty name is none: its run is taken for one of a pipeline with the same steps, of equals the first by name.
  const adopted = '%2e%2e%2fescape';
  const named = names.filter((name) => name !== '');
  expect(workflows.map(({ key }) => key).sort()).toEqual(named.toSorted());
  for (const [i, name] of names.entries()) {
    if (name === '' || name.includes('\0')) continue; // no command line can hold a NUL
    const { steps } = await predict(models, name, '1gb');
    const expected = name === adopted ? (100 + i + 100 + names.indexOf('')) / 2 : 100 + i;
    expect(steps.align?.metrics.duration_seconds?.value, JSON.stringify(name)).toBe(expected);
  }
});

it('B41: arguments that look like options, an option given twice, an empty folder', async () => {
  const models = join(folder, 'B41');
  await runJson(['train', corpusPath('dumps'), '--out', models]);
  for (const args of [['--input-size', '-5gb'], ['--input-size=-5gb'], ['--input-size', '']]) {
    const { code, stdout, stderr } = await runPrm(['predict', models, 'somatic', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch('expected a positive number');
  }
  const operand = await runPrm(['predict', models, 'somatic', '--', '-5gb']);
  expect({ code: operand.code, stdout: operand.stdout }).toEqual({ code: 2, stdout: '' });
  const twice = (await runJson([
    'predict',
    models,
    'somatic',
    '--input-size',
    '1gb',
    '--input-size',
    '2gb',
  ])) as {
    predictions: Predicted[];
  };
  expect(twice.predictions.map(({ input_size_bytes }) => input_size_bytes)).toEqual([
    1024 ** 3,
    2 * 1024 ** 3,
  ]);
});

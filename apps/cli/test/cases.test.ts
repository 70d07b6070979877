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

it('B01: job ids that look like numbers are dependencies that resolve: the chain takes 2100 s', async () => {
  const models = await trainCase('B01');
  const { timeline, totals } = (await runJson(['predict', models, 'demo', '--input-size', '5gb'])) as {
    timeline: Record<string, { after: string[]; end_seconds: number }>;
    totals: { makespan_seconds: number };
  };
  expect(Object.entries(timeline).map(([step, { after }]) => [step, after])).toEqual([
    ['align', []],
    ['call', ['align']],
    ['report', ['call']],
  ]);
  expect(totals.makespan_seconds).toBe(2100);
  // No job was measured: nothing is said of memory and cores, least of all that they are 0.
  const { stdout } = await runPrm(['predict', models, 'demo', '--input-size', '5gb']);
  expect(stdout).toMatch(/^Takes 35 min$/m);
});

it('B07: advice where the unit of the request is unclear has a unit of its own', async () => {
  const models = await trainCase('B07');
  const { steps } = (await runJson(['recommend', models, await onlyWorkflow(models)])) as {
    steps: Record<string, { resource: string; suggested_text: string }[]>;
  };
  const rows = Object.values(steps)
    .flat()
    .filter(({ resource }) => resource === 'mem_mb');
  expect(rows.length).toBeGreaterThan(0);
  for (const { suggested_text } of rows) expect(suggested_text).toMatch(/^\d+(mb|gb)$/);
});

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

it('B23: of files cut short each is named with its reason, the whole runs are trained on once', async () => {
  const out = join(folder, 'B23');
  const { code, stdout, stderr } = await runPrm([
    ...['train', casePath('B23'), '--out', out],
    ...['--min-step-samples', '1', '--identity', 'pipeline'],
  ]);
  expect(code).toBe(0);
  const skipped = stderr.trimEnd().split('\n');
  expect(skipped).toHaveLength(4);
  for (const [i, name] of ['run_a', 'run_b', 'run_g', 'run_h'].entries()) {
    expect(skipped[i]).toMatch(new RegExp(`^warning: skipped .*${name}.*: .`));
  }
  expect(stdout).toMatch('4 skipped');
  const { workflows } = (await runJson(['workflows', out])) as { workflows: { key: string }[] };
  expect(workflows.map(({ key }) => key)).toEqual(['demo']);
});

it('B24: each of the five encodings gives the same models', async () => {
  const files = ['bom.json', 'bom.yaml', 'crlf.yaml', 'utf16be.json', 'utf16le.json'];
  const predictions: Predicted[] = [];
  for (const file of files) {
    const models = await trainCase('B24', file);
    predictions.push(await predict(models, await onlyWorkflow(models), '16gb'));
  }
  for (const prediction of predictions) expect(prediction).toEqual(predictions[0]);
});

it('B26: the id that occurs twice is warned of, and two documents in one file are refused by name', async () => {
  const { code, stderr } = await runPrm([
    ...['train', casePath('B26'), '--out', join(folder, 'B26')],
    ...['--min-step-samples', '1'],
  ]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^warning: skipped .*two_docs\.yaml: holds 2 YAML documents/m);
  for (const file of ['dup.json', 'dup.yaml'])
    expect(stderr).toMatch(new RegExp(`^warning: .*${file}: .*JOBX000001.*last`, 'm'));
});

it('B31: eight ways to call a snippet are eight jobs of one step', async () => {
  const models = await trainCase('B31', 'runtime.json');
  const { workflows } = (await runJson(['workflows', models])) as {
    workflows: { key: string; steps: string[] }[];
  };
  expect(workflows[0]?.steps).toEqual(['align', 'x']); // the ninth job is another snippet
  const key = workflows[0]?.key as string;
  const { steps } = (await runJson(['sensitivity', models, key])) as {
    steps: Record<string, Record<string, { n: number }>>;
  };
  expect(steps.align?.duration_seconds?.n).toBe(8);
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
  for (const [args, message] of [
    [['--input', '-'], 'no such file'],
    [['--input='], 'no such file'],
    [['--no-such-flag'], 'no-such-flag'],
  ] as [string[], string][]) {
    const { code, stdout, stderr } = await runPrm(['predict', models, 'somatic', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  }
  mkdirSync(join(folder, 'empty'));
  const empty = await runPrm(['evaluate', models, join(folder, 'empty')]);
  expect({ code: empty.code, stdout: empty.stdout }).toEqual({ code: 1, stdout: '' });
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

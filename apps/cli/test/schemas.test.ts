import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpusPath } from '@prm/testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJson, runPrm } from './support/run-prm.ts';

const folder = mkdtempSync(join(tmpdir(), 'prm-schemas-'));
const models = join(folder, 'models');
const run = corpusPath('dumps', 'so_03.json');
const require = createRequire(import.meta.url);

beforeAll(async () => {
  expect((await runPrm(['train', corpusPath(), '--out', models])).code).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OWN = fileURLToPath(new URL('../schemas/', import.meta.url));

/** A schema as it is shipped; the app's own by its file, the packages' by what they export. */
function schemaOf(name: string): object {
  const path = name.includes('/') ? require.resolve(name) : join(OWN, `${name}.schema.json`);
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** The same schema, refusing members it does not tell of: what is printed must be documented. */
function closed(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closed);
  if (typeof node !== 'object' || node === null) return node;
  const members = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  const isOpen = 'properties' in members && members.additionalProperties === undefined;
  return isOpen ? { ...members, additionalProperties: false } : members;
}

function faults(schema: object, document: unknown): unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const validate = ajv.compile(closed(schema) as object);
  validate(document);
  return (validate.errors ?? []).slice(0, 3);
}

const PACKAGES = {
  prediction: '@prm/predict/schemas/prediction.schema.json',
  sensitivity: '@prm/predict/schemas/sensitivity.schema.json',
  recommendations: '@prm/predict/schemas/recommendations.schema.json',
  environments: '@prm/predict/schemas/environments.schema.json',
  gpu: '@prm/predict/schemas/gpu.schema.json',
  evaluation: '@prm/evaluate/schemas/evaluation.schema.json',
  backtest: '@prm/evaluate/schemas/backtest.schema.json',
  power: '@prm/power/schemas/power.schema.json',
};

it.each<[string, string, string[]]>([
  ['train', 'training', ['train', corpusPath('dumps'), '--out', join(folder, 'again')]],
  ['backtest', PACKAGES.backtest, ['backtest', corpusPath()]],
  ['backtest of few jobs', PACKAGES.backtest, ['backtest', corpusPath('dumps'), '--split', 'time']],
  ['workflows', 'workflows', ['workflows', models]],
  ['predict', PACKAGES.prediction, ['predict', models, 'tumor_only', '--input-size', '50mb']],
  [
    'predict for a number of samples never seen',
    PACKAGES.prediction,
    ['predict', models, 'index_cohort', '--samples', '24', '--input-size', '50mb'],
  ],
  ['predict without a timeline', PACKAGES.prediction, ['predict', models, 'somatic', '--input-size', '50mb']],
  [
    'predict on an unknown card',
    PACKAGES.prediction,
    ['predict', models, 'synth', '--input-size', '5tb', '--gpu-class', 'x'],
  ],
  [
    'predict of two sizes',
    'predictions',
    ['predict', models, 'synth', '--input-size', '1gb', '--input-size', '2gb'],
  ],
  ['recommend', PACKAGES.recommendations, ['recommend', models, 'synth']],
  [
    'recommend for a size',
    PACKAGES.recommendations,
    ['recommend', models, 'tumor_only', '--input-size', '1gb'],
  ],
  ['sensitivity', PACKAGES.sensitivity, ['sensitivity', models, 'somatic']],
  ['sensitivity of all', 'sensitivities', ['sensitivity', models]],
  ['gpu', PACKAGES.gpu, ['gpu', models, 'synth']],
  ['environments', PACKAGES.environments, ['environments', models, 'synth']],
  ['environments of all', 'environment-reports', ['environments', models]],
  ['gpu of all', 'gpu-reports', ['gpu', models]],
  ['quality', 'quality', ['quality', models]],
  ['quality of one', 'quality', ['quality', models, 'textbio', '--pipeline', 'gate_chain']],
  ['evaluate', PACKAGES.evaluation, ['evaluate', models, run]],
  [
    'evaluate a failed run',
    PACKAGES.evaluation,
    ['evaluate', models, corpusPath('runs', 'tx_gate_02_failed', 'pipeline_runtime.yaml')],
  ],
  [
    'power of a prediction',
    PACKAGES.power,
    ['power', models, 'synth', '--input-size', '50gb', '--carbon-intensity', '250'],
  ],
  ['power of a run', PACKAGES.power, ['power', '--run', run]],
  ['config', 'config', ['config']],
])('%s --json is what its schema says', async (_, schema, args) => {
  const document = (await runJson(args)) as { format: string };
  expect(faults(schemaOf(schema), document)).toEqual([]);
});

it('the models and the index are what their schemas say', () => {
  for (const file of readdirSync(models).filter((name) => name.endsWith('.json'))) {
    const name = file === 'index.json' ? 'registry' : 'workflow-model';
    const document = JSON.parse(readFileSync(join(models, file), 'utf8'));
    expect(faults(schemaOf(`@prm/model/schemas/${name}.schema.json`), document)).toEqual([]);
  }
});

it('a failure with --json is what its schema says', async () => {
  const { stderr } = await runPrm(['workflows', folder, '--json']);
  expect(faults(schemaOf('failure'), JSON.parse(stderr))).toEqual([]);
});

it('a schema refuses a missing member, another type and a member nobody told of', () => {
  const schema = schemaOf('failure');
  expect(faults(schema, { code: 'a/b' })).toHaveLength(1);
  expect(faults(schema, { code: 1, message: 'x' })).toHaveLength(1);
  expect(faults(schema, { code: 'a/b', message: 'x', more: 1 })).toHaveLength(1);
});

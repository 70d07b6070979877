import { aJob, aRun } from '@prm/testing';
import { beforeAll, expect, it } from 'vitest';
import { choosePipeline, findWorkflow } from '../src/format/find-workflow.ts';
import { registryOf } from '../src/format/memory-registry.ts';
import type { Registry } from '../src/format/registry.ts';
import { trainModels } from '../src/training/train-models.ts';

let registry: Registry;

beforeAll(async () => {
  const runs = [
    ['clinic', 'germline'],
    ['clinic', 'somatic'],
    ['lab', 'somatic'],
    ['germline', 'other'],
    ['constructor', '__proto__'],
  ].map(([module, pipeline], number) => aRun({ number, module, pipeline, jobs: [aJob()] } as never));
  ({ registry } = await trainModels(runs, { minStepSamples: 1 }));
});

it('a workflow is found by its key', () => {
  expect(findWorkflow(registry, 'clinic')).toMatchObject({ model: { key: 'clinic' }, pipeline: null });
});

it('or by the name of a pipeline that one model has', () => {
  expect(findWorkflow(registry, 'other')).toMatchObject({ model: { key: 'germline' }, pipeline: 'other' });
});

it('a key goes before a pipeline of that name', () => {
  expect(findWorkflow(registry, 'germline')).toMatchObject({ model: { key: 'germline' }, pipeline: null });
});

it('a pipeline that several models have is refused, and they are named', () => {
  expect(() => findWorkflow(registry, 'somatic')).toThrow(
    expect.objectContaining({
      code: 'model/ambiguous-pipeline',
      message: expect.stringContaining('in several workflows: "clinic", "lab"'),
    }),
  );
});

it('an unknown name is answered with the nearest ones, of workflows and pipelines', () => {
  expect(() => findWorkflow(registry, 'somatics')).toThrow(
    expect.objectContaining({
      code: 'model/unknown-workflow',
      message: 'unknown workflow "somatics"; nearest: "somatic"',
    }),
  );
});

it('with none near the known ones are named', () => {
  expect(() => findWorkflow(registry, 'zzzzzzzz')).toThrow('; known: "__proto__", "clinic", "constructor"');
});

it('at most three are named as near', () => {
  const model = registry.model('lab');
  const near = registryOf(['abcd1', 'abcd2', 'abcd3', 'abcd4'].map((key) => ({ ...model, key })));
  expect(() => findWorkflow(near, 'abcd5')).toThrow('; nearest: "abcd1", "abcd2", "abcd3"');
  expect(() => findWorkflow(near, 'abcd5')).not.toThrow('"abcd4"');
});

it('of many known names ten are shown', () => {
  const model = registry.model('lab');
  const known = (n: number) =>
    registryOf(Array.from({ length: n }, (_, i) => ({ ...model, key: `k${String(i).padStart(2, '0')}` })));
  const many = known(12);
  expect(() => findWorkflow(known(9), 'zzzzzzzz')).toThrow(/"k08", "somatic"$/);
  expect(() => findWorkflow(many, 'zzzzzzzz')).toThrow(/"k09" and 3 more$/); // "somatic" is the thirteenth
});

it('without any model it says so', () => {
  expect(() => findWorkflow(registryOf([]), 'x')).toThrow(
    'unknown workflow "x"; no workflow has been trained',
  );
});

it('names of Object.prototype are names like others', () => {
  expect(findWorkflow(registry, 'constructor').model.key).toBe('constructor');
  expect(findWorkflow(registry, '__proto__')).toMatchObject({
    model: { key: 'constructor' },
    pipeline: '__proto__',
  });
  expect(() => findWorkflow(registry, 'toString')).toThrow(
    expect.objectContaining({ code: 'model/unknown-workflow' }),
  );
});

it('control characters of a name are escaped, and a long name is cut in the message', () => {
  expect(() => findWorkflow(registry, 'a\u001b[31m')).toThrow('"a\\u001b[31m"');
  try {
    findWorkflow(registry, 'x'.repeat(100_000));
    expect.unreachable();
  } catch (error) {
    expect((error as Error).message.length).toBeLessThan(1000);
  }
});

it('the only pipeline is chosen by itself; of several none is', () => {
  expect(choosePipeline(registry.model('lab'), null)).toBe('somatic');
  expect(choosePipeline(registry.model('clinic'), null)).toBeNull();
  expect(choosePipeline(registry.model('clinic'), 'somatic')).toBe('somatic');
});

it('a pipeline the workflow does not have is refused, with those it has', () => {
  expect(() => choosePipeline(registry.model('clinic'), 'toString')).toThrow(
    expect.objectContaining({
      code: 'model/unknown-pipeline',
      message: 'workflow "clinic" has no pipeline "toString"; it has: "germline", "somatic"',
    }),
  );
});

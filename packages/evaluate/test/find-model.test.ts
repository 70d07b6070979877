import { type Registry, registryOf } from '@prm/model';
import { aJob } from '@prm/testing';
import { expect, it } from 'vitest';
import { findModel } from '../src/find-model.ts';
import { aModel, aTimedStep, runOf } from './models.ts';

const steps = { align: aTimedStep(60), sort: aTimedStep(60), call: aTimedStep(60) };
const jobs = (...snippets: string[]) => snippets.map((snippet) => aJob({ id: snippet, snippet }));

function found(registry: Registry, ...[built, facts]: Parameters<typeof runOf>): [string, string | null] {
  const { pipeline, model } = findModel(registry, runOf(built, facts));
  return [pipeline, model?.key ?? null];
}

it('the model of a run is that of its identity key', () => {
  const registry = registryOf([aModel(steps), aModel(steps, { key: 'other' })]);
  expect(found(registry, jobs('align'))).toEqual(['germline', 'somatic']);
  expect(found(registry, jobs('align'), { module: 'other' })).toEqual(['germline', 'other']);
});

it('also where the model has not seen that pipeline', () => {
  expect(found(registryOf([aModel(steps)]), jobs('align'), { pipeline: 'new' })).toEqual(['new', 'somatic']);
});

it('the key follows the identity of the registry', () => {
  const byPipeline = registryOf([aModel(steps, { key: 'germline', identityMode: 'pipeline' })]);
  expect(found(byPipeline, jobs('align'), { module: 'anything' })).toEqual(['germline', 'germline']);
  const byRegistry = registryOf([aModel(steps, { key: 'lab/somatic:1.2', identityMode: 'registry' })]);
  const module = '/data/registry/lab/somatic:1.2';
  expect(found(byRegistry, jobs('align'), { module })).toEqual(['germline', 'lab/somatic:1.2']);
});

it('of an unknown key the one model that knows the pipeline is taken', () => {
  const registry = registryOf([
    aModel(steps),
    aModel(steps, { key: 'other', pipelines: { tumor_only: ['align'] } }),
  ]);
  expect(found(registry, jobs('align'), { module: 'moved' })).toEqual(['germline', 'somatic']);
  expect(found(registry, jobs('align'), { module: 'moved', pipeline: 'tumor_only' })).toEqual([
    'tumor_only',
    'other',
  ]);
});

it('a pipeline that several models know is none of them', () => {
  const registry = registryOf([aModel(steps), aModel(steps, { key: 'other' })]);
  expect(found(registry, jobs('align'), { module: 'moved' })).toEqual(['germline', null]);
});

it('a run without a name is of the pipeline with the most similar steps', () => {
  const registry = registryOf([
    aModel(steps, { pipelines: { short: ['align'], long: ['align', 'sort', 'call'] } }),
  ]);
  const unnamed = { metadata: { pipeline_name: undefined }, module: 'moved' };
  expect(found(registry, jobs('align', 'sort'), unnamed)).toEqual(['long', 'somatic']);
  expect(found(registry, jobs('align'), unnamed)).toEqual(['short', 'somatic']);
  const [signature, key] = found(registry, jobs('align', 'x', 'y'), unnamed);
  expect(signature).toMatch(/^sig-[0-9a-f]{12}$/);
  expect(key).toBe(null);
});

it('steps that several models know of one pipeline are counted together', () => {
  const registry = registryOf([
    aModel(steps, { pipelines: { p: ['align', 'sort'] } }),
    aModel(steps, { key: 'other', pipelines: { p: ['call', 'filter'] } }),
  ]);
  const unnamed = { metadata: { pipeline_name: undefined }, module: 'other' };
  expect(found(registry, jobs('align', 'sort', 'call', 'filter'), unnamed)).toEqual(['p', 'other']);
});

it('names like those of Object are ordinary names', () => {
  const registry = registryOf([
    aModel(steps, { pipelines: JSON.parse('{"__proto__":["align"],"constructor":["call"]}') }),
  ]);
  for (const pipeline of ['__proto__', 'constructor', 'toString'])
    expect(found(registry, jobs('align'), { pipeline, module: 'moved' })[1]).toBe(
      pipeline === 'toString' ? null : 'somatic',
    );
});

it('a registry without a model finds none', () => {
  expect(found(registryOf([]), jobs('align'))).toEqual(['germline', null]);
  expect(
    found(registryOf([]), [aJob({ snippet: null })], { metadata: { pipeline_name: undefined } })[1],
  ).toBe(null);
});

it('a model on disk is read only when it is the one that is needed', () => {
  const read: string[] = [];
  const inMemory = registryOf([aModel(steps), aModel(steps, { key: 'other', pipelines: { p: ['align'] } })]);
  const registry: Registry = {
    ...inMemory,
    model: (key) => {
      read.push(key);
      return inMemory.model(key);
    },
  };
  found(registry, jobs('align'));
  found(registry, jobs('align'), { module: 'moved', pipeline: 'p' });
  found(registry, jobs('align'), { module: 'moved', pipeline: 'unknown' });
  expect(read).toEqual(['somatic', 'other']);
});

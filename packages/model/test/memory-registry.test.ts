import { aJob, aRun } from '@prm/testing';
import { expect, it } from 'vitest';
import { registryOf } from '../src/format/memory-registry.ts';
import { modelOf } from './training.ts';

it('a registry of models lists their keys and pipelines, sorted by code point', async () => {
  const model = await modelOf(
    ['q', 'P'].map((pipeline, number) => aRun({ number, module: 'm', pipeline, jobs: [aJob()] })),
    { identity: 'registry' },
  );
  const registry = registryOf(['b', 'B', 'a'].map((key) => ({ ...model, key })));
  expect(registry.keys).toEqual(['B', 'a', 'b']);
  expect(registry.pipelinesOf('a')).toEqual(['P', 'q']);
  expect(registry.model('b').key).toBe('b');
  expect(registry.identityMode).toBe('registry');
  expect(registryOf([]).identityMode).toBe('module');
});

it('an unknown key has no pipelines and no model', () => {
  const registry = registryOf([]);
  expect(registry.pipelinesOf('x')).toEqual([]);
  expect(() => registry.model('__proto__')).toThrow(
    expect.objectContaining({ code: 'model/unknown-workflow' }),
  );
});

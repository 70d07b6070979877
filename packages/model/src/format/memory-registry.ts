import { compareText } from '@prm/ingest/text';
import { ModelError } from './errors.ts';
import type { Registry } from './registry.ts';
import type { WorkflowModel } from './workflow-model.ts';

/**
 * A registry of models that are in memory already.
 *
 * @example
 * registryOf([model]).keys // ['somatic']
 */
export function registryOf(models: Iterable<WorkflowModel>): Registry {
  const byKey = new Map([...models].map((model) => [model.key, model]));
  return {
    identityMode: byKey.values().next().value?.identity_mode ?? 'module',
    keys: [...byKey.keys()].sort(compareText),
    pipelinesOf: (key) => Object.keys(byKey.get(key)?.pipelines ?? {}).sort(compareText),
    model(key) {
      const model = byKey.get(key);
      if (model === undefined)
        throw new ModelError('model/unknown-workflow', `no model of workflow ${JSON.stringify(key)}`);
      return model;
    },
  };
}

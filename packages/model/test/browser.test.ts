import { fileURLToPath } from 'node:url';
import { loadAsInBrowser } from '@prm/testing';
import { expect, it } from 'vitest';
import type * as format from '../src/format/index.ts';
import { stringifyModel } from '../src/format/parse-model.ts';
import { aModel } from './folders.ts';

const entry = (path: string) => fileURLToPath(new URL(`../dist/${path}`, import.meta.url));

it('@prm/model/format as built needs nothing of Node', async () => {
  const { parseModel, registryOf, findWorkflow, stripProvenance } = (await loadAsInBrowser(
    entry('format/index.js'),
  )) as unknown as typeof format;
  const model = parseModel(stringifyModel(await aModel('somatic')));
  expect(findWorkflow(registryOf([model]), 'p')).toMatchObject({ pipeline: 'p' });
  expect(stripProvenance(model).provenance.module_paths).toHaveLength(0);
});

it('@prm/model itself does, which shows that this would be found', async () => {
  await expect(loadAsInBrowser(entry('index.js'))).rejects.toThrow('Could not resolve "');
});

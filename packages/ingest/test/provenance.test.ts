import { expect, it } from 'vitest';
import { registryReference } from '../src/index.ts';
import { baseName, moduleOfPipelineFile } from '../src/run/provenance.ts';

it.each<[string, string, string, string | null]>([
  ['/data/bio/registry/sci-bioinformatics/somatic:20260701', 'sci-bioinformatics', 'somatic', '20260701'],
  ['/data/bio/registry/sci-bioinformatics/somatic@20260701', 'sci-bioinformatics', 'somatic', '20260701'],
  ['registry/ns/name:1', 'ns', 'name', '1'],
  ['registry/ns/name:1:2', 'ns', 'name', '1:2'],
  ['registry/ns/name:1@2', 'ns', 'name', '1@2'],
  ['/data/registry/ns/name/1.2.0', 'ns', 'name', '1.2.0'],
  ['/home/.registry_cache/installed/main/ns/name/1.2.0', 'ns', 'name', '1.2.0'],
  ['.registry_cache/installed/main/ns/name/1.2.0', 'ns', 'name', '1.2.0'],
  ['/data/bio/registry/sci-bioinformatics/textbio', 'sci-bioinformatics', 'textbio', null],
  ['/data/bio/registry/sci-bioinformatics/textbio/', 'sci-bioinformatics', 'textbio', null],
  ['/data//registry//ns//name:1', 'ns', 'name', '1'],
  ['/registry/old/registry/ns/name', 'ns', 'name', null],
])('%s is a reference to %s, %s, version %s', (path, namespace, name, version) => {
  expect(registryReference(path)).toEqual({ namespace, name, version });
});

it.each([
  '',
  '/',
  '/data/mod',
  '/data/mod:1',
  '/data/registry',
  '/data/registry/name',
  '/data/registry/ns/name/1.0/extra',
  '/data/Registry/ns/name:1',
  '/data/installed/main/ns/name/1.0',
  '/x/.registry_cache/main/ns/name/1.0',
  '/x/registry2/ns/name',
])('%j ends in no reference', (path) => {
  expect(registryReference(path)).toBe(null);
});

it.each<[string, string | null]>([
  ['/data/mod/pipelines/x.yaml', '/data/mod'],
  ['/data/mod/pipelines/sub/x.yaml', '/data/mod'],
  ['/data/pipelines/mod/pipelines/x.yaml', '/data/pipelines/mod'],
  ['mod/pipelines/x.yaml', 'mod'],
  ['/data/mod/x.yaml', null],
  ['/data/mod/pipelines', null],
  ['pipelines/x.yaml', null],
  ['/data/my-pipelines/x.yaml', null],
  ['', null],
])('the module of the pipeline file %j is %j', (path, module) => {
  expect(moduleOfPipelineFile(path)).toBe(module);
});

it('baseName is what comes after the last slash', () => {
  expect(['/a/b', 'b', '/a/', ''].map(baseName)).toEqual(['b', 'b', '', '']);
});

import { expect, it } from 'vitest';
import { type IdentityMode, identityKey, type Run, runText } from '../src/index.ts';

const versioned = {
  modulePath: '/d/registry/ns/name:1.2',
  registry: { namespace: 'ns', name: 'name', version: '1.2' },
};
const unversioned = {
  modulePath: '/d/registry/ns/name',
  registry: { namespace: 'ns', name: 'name', version: null },
};
const folder = { modulePath: '/data/modules/clinic', registry: null };
const relative = { modulePath: 'clinic', registry: null };
const none = { modulePath: null, registry: null };

it.each<[string, Pick<Run, 'modulePath' | 'registry'>, IdentityMode, string]>([
  ['a versioned reference', versioned, 'module', 'name'],
  ['a versioned reference', versioned, 'registry', 'ns/name:1.2'],
  ['a versioned reference', versioned, 'pipeline', 'germline'],
  ['an unversioned reference', unversioned, 'module', 'name'],
  ['an unversioned reference', unversioned, 'registry', 'ns/name'],
  ['a folder', folder, 'module', 'clinic'],
  ['a folder', folder, 'registry', 'clinic'],
  ['a folder', folder, 'pipeline', 'germline'],
  ['a relative folder', relative, 'module', 'clinic'],
  ['no module', none, 'module', 'germline'],
  ['no module', none, 'registry', 'germline'],
])('the key of %s %j by %s is %s', (_, run, mode, key) => {
  expect(identityKey(run, 'germline', mode)).toBe(key);
});

it.each<[Partial<Run>, string | null]>([
  [{ runId: '7', runHash: 'h', runName: 'n' }, '7'],
  [{ runId: null, runHash: 'h', runName: 'n' }, 'h'],
  [{ runId: null, runHash: null, runName: 'n' }, 'n'],
  [{ runId: null, runHash: null, runName: null }, null],
])('the text of a run of %j is %j', (facts, text) => {
  expect(runText(facts as Run)).toBe(text);
});

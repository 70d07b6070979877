import { expect, it } from 'vitest';
import { fileFormat, isCompressed, isPassedOverName } from '../src/source/file-format.ts';

it.each([
  ['a.json', 'json'],
  ['a.JSON', 'json'],
  ['a.json.gz', 'json'],
  ['a.json.GZ', 'json'],
  ['a.yaml', 'yaml'],
  ['a.yml', 'yaml'],
  ['a.yml.gz', 'yaml'],
  ['a.ndjson', 'ndjson'],
  ['a.jsonl.gz', 'ndjson'],
  ['/data/x.yaml/a.b.json', 'json'],
  ['a.yaml.tmp', null],
  ['a.json~', null],
  ['a.txt', null],
  ['a.gz', null],
  ['json', null],
  ['a.json.bz2', null],
  ['a.json.gz.gz', null],
  ['a', null],
  ['', null],
])('the format of %j is %j', (name, format) => {
  expect(fileFormat(name)).toBe(format);
});

it.each(['x.constructor', 'x.valueof', 'x.tostring', 'x.constructor.gz'])('%j has another ending', (name) => {
  expect(fileFormat(name)).toBe(null);
});

it('compression is told by the name', () => {
  expect(['a.gz', 'a.json.GZ', 'a.gzip', 'gz', 'a'].map(isCompressed)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('names that Bio-Pype writes beside runs are passed over, also compressed', () => {
  const names = [
    'resource_consumption.json',
    'resource_samples.json',
    'data_sizes.json',
    'snapshot_registry.json',
  ];
  for (const name of [...names, 'profile.yaml', 'pipeline_power_profile.yaml']) {
    expect(isPassedOverName(name), name).toBe(true);
    expect(isPassedOverName(`${name}.gz`), name).toBe(true);
  }
  for (const name of [
    'pipeline_runtime.yaml',
    'my_profile.yaml',
    'profile.yml',
    'profile.json',
    'constructor',
  ]) {
    expect(isPassedOverName(name), name).toBe(false);
  }
});

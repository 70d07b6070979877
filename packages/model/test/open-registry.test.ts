import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openRegistry } from '../src/registry/open-registry.ts';
import { writeRegistry } from '../src/registry/write-registry.ts';
import { aModel, contentOf, temporaryFolder } from './folders.ts';

/** A folder with models of these keys. */
async function folderOf(...keys: string[]): Promise<string> {
  const folder = temporaryFolder();
  await write(folder, keys);
  return folder;
}

async function write(folder: string, keys: readonly string[], seconds = 60): Promise<Record<string, string>> {
  const models = await Promise.all(keys.map((key) => aModel(key, seconds)));
  const { workflows } = await writeRegistry(folder, contentOf(models));
  return Object.fromEntries(Object.entries(workflows).map(([key, { file }]) => [key, join(folder, file)]));
}

const durationOf = (registry: ReturnType<typeof openRegistry>, key: string) =>
  registry.model(key).steps.align?.metrics.duration_seconds?.a;

it('keys are sorted by code point, pipelines are known without reading a model', async () => {
  const folder = await folderOf('b', 'a', 'B');
  const registry = openRegistry(folder);
  rmSync(join(folder, registry.index.workflows.a?.file as string));
  expect(registry.keys).toEqual(['B', 'a', 'b']);
  expect(registry.pipelinesOf('a')).toEqual(['p']);
  expect(registry.pipelinesOf('x')).toEqual([]);
  expect(registry.identityMode).toBe('module');
});

it('a model is read when it is asked for, once', async () => {
  const folder = await folderOf('a');
  const registry = openRegistry(folder);
  const model = registry.model('a');
  rmSync(join(folder, registry.index.workflows.a?.file as string));
  expect(registry.model('a')).toBe(model);
});

it('an unknown key is refused, of Object.prototype too', async () => {
  const registry = openRegistry(await folderOf('a'));
  for (const key of ['x', 'constructor', '__proto__']) {
    expect(() => registry.model(key)).toThrow(expect.objectContaining({ code: 'model/unknown-workflow' }));
    expect(registry.pipelinesOf(key)).toEqual([]);
  }
});

it('a reader that opened the old index goes on after a training', async () => {
  const folder = temporaryFolder();
  await write(folder, ['a', 'b'], 1);
  const reader = openRegistry(folder);
  await write(folder, ['a', 'b'], 2);
  expect(durationOf(reader, 'a')).toBe(1);
  expect(durationOf(openRegistry(folder), 'a')).toBe(2);
});

it('one that meets a missing file after two trainings reads the index once more', async () => {
  const folder = temporaryFolder();
  await write(folder, ['a', 'b'], 1);
  const reader = openRegistry(folder);
  await write(folder, ['a', 'b'], 2);
  await write(folder, ['a', 'b'], 3);
  expect(durationOf(reader, 'a')).toBe(3);
});

it('a workflow that is gone from the new index is unknown', async () => {
  const folder = temporaryFolder();
  await write(folder, ['a', 'b'], 1);
  const reader = openRegistry(folder);
  await write(folder, ['a'], 2);
  await write(folder, ['a'], 3);
  expect(() => reader.model('b')).toThrow(expect.objectContaining({ code: 'model/unknown-workflow' }));
  expect(reader.keys).toEqual(['a']);
});

it('a file that the index names and that is not there is told, with what to do', async () => {
  const folder = temporaryFolder();
  const { a } = await write(folder, ['a']);
  rmSync(a as string);
  expect(() => openRegistry(folder).model('a')).toThrow(
    expect.objectContaining({
      code: 'model/missing-file',
      message: `${a} is missing though the index names it; train again`,
    }),
  );
});

it('a half-written model is told in one line that names the file; the others can be used', async () => {
  const folder = temporaryFolder();
  const { a } = await write(folder, ['a', 'b']);
  truncateSync(a as string, 500);
  const registry = openRegistry(folder);
  expect(() => registry.model('a')).toThrow(
    expect.objectContaining({
      code: 'model/not-a-model',
      message: `${a} cannot be used: it is not complete JSON, as if it had been cut short; train again`,
    }),
  );
  expect(registry.model('b').key).toBe('b');
});

it('a model or an index of a newer major version is refused, naming both versions', async () => {
  const folder = temporaryFolder();
  const { a } = await write(folder, ['a']);
  const newer = (path: string) =>
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(/"format_version": ?"1\.0"/, '"format_version":"2.0"'),
    );
  newer(a as string);
  const refusal = expect.objectContaining({
    code: 'model/newer-format',
    message: expect.stringMatching(/format version 2\.0 is newer than 1\.0/),
  });
  expect(() => openRegistry(folder).model('a')).toThrow(refusal);
  newer(join(folder, 'index.json'));
  expect(() => openRegistry(folder)).toThrow(refusal);
});

it('a folder without models is refused with what was expected', () => {
  const folder = temporaryFolder();
  const message = `${folder} holds no models (no index.json); expected a folder that \`prm train --out\` wrote`;
  expect(() => openRegistry(folder)).toThrow(
    expect.objectContaining({ code: 'model/not-a-registry', message }),
  );
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const path of [file, join(folder, 'missing')]) {
    expect(() => openRegistry(path)).toThrow(expect.objectContaining({ code: 'model/not-a-registry' }));
  }
});

it('what cannot be read at all is an error of reading', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'index.json'));
  expect(() => openRegistry(folder)).toThrow(expect.objectContaining({ code: 'model/cannot-read' }));
});

it.each([
  ['', 'cut to nothing'],
  ['{"format":"prm/registry","format_ver', 'cut'],
  ['{"format":"prm/workflow-model","format_version":"1.0"}', 'of another document'],
  ['{"format":"prm/registry","format_version":"1.0"}', 'without workflows'],
  ['{"format":"prm/registry","format_version":"1.0","workflows":[]}', 'with a list of workflows'],
  [
    '{"format":"prm/registry","format_version":"1.0","options":{},"workflows":{"a":null}}',
    'with an empty entry',
  ],
  [
    '{"format":"prm/registry","format_version":"1.0","options":{},"workflows":{"a":{"file":7}}}',
    'with an entry of no file',
  ],
])('an index %s is refused (%s), not tripped over later', async (text) => {
  const folder = await folderOf('a');
  writeFileSync(join(folder, 'index.json'), text);
  const use = () => {
    const registry = openRegistry(folder);
    registry.identityMode;
    for (const key of registry.keys) registry.pipelinesOf(key).map(String);
    registry.model('a');
  };
  expect(use).toThrow(expect.objectContaining({ code: 'model/not-a-model' }));
});

it('an index cannot make a reader leave the folder', async () => {
  const folder = await folderOf('a');
  const outside = temporaryFolder();
  const { a } = await write(outside, ['a']);
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  for (const file of [a, `../${a}`, '/etc/passwd']) {
    index.workflows.a.file = file;
    writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
    expect(() => openRegistry(folder).model('a')).toThrow(
      expect.objectContaining({ code: 'model/not-a-model' }),
    );
  }
});

it('a file that holds the model of another key is refused', async () => {
  const folder = await folderOf('a', 'b');
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  index.workflows.a.file = index.workflows.b.file;
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
  expect(() => openRegistry(folder).model('a')).toThrow(
    expect.objectContaining({ code: 'model/not-a-model' }),
  );
});

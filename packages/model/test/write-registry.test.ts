import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringifyModel } from '../src/format/parse-model.ts';
import { modelFileName } from '../src/registry/file-name.ts';
import { openRegistry } from '../src/registry/open-registry.ts';
import { writeRegistry } from '../src/registry/write-registry.ts';
import { aModel, contentOf, temporaryFolder } from './folders.ts';

it('one file a model and the index, which names the files and the pipelines', async () => {
  const folder = temporaryFolder();
  const models = [await aModel('b'), await aModel('a')];
  const index = await writeRegistry(folder, contentOf(models));
  const files = models.map((model) => modelFileName(model.key, stringifyModel(model)));
  expect(readdirSync(folder).sort()).toEqual([...files, 'index.json'].sort());
  expect(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'))).toEqual(index);
  expect(index.workflows).toEqual({
    b: { file: files[0], pipelines: ['p'], identity_mode: 'module' },
    a: { file: files[1], pipelines: ['p'], identity_mode: 'module' },
  });
});

it('a model is written as its text is', async () => {
  const folder = temporaryFolder();
  const model = await aModel('a');
  const { workflows } = await writeRegistry(folder, contentOf([model]));
  expect(readFileSync(join(folder, workflows.a?.file as string), 'utf8')).toBe(stringifyModel(model));
});

it('the folder is made, with those above it', async () => {
  const folder = join(temporaryFolder(), 'a', 'b');
  await writeRegistry(folder, contentOf([await aModel('a')]));
  expect(openRegistry(folder).keys).toEqual(['a']);
});

it('writing the same again changes no byte', async () => {
  const folder = temporaryFolder();
  const bytes = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  await writeRegistry(folder, contentOf([await aModel('a')]));
  const before = bytes();
  await writeRegistry(folder, contentOf([await aModel('a')]));
  expect(bytes()).toEqual(before);
});

it('files of the previous generation stay until the next training', async () => {
  const folder = temporaryFolder();
  const fileOf = async (seconds: number) => {
    const { workflows } = await writeRegistry(folder, contentOf([await aModel('a', seconds)]));
    return workflows.a?.file as string;
  };
  const [first, second, third] = [await fileOf(1), await fileOf(2), await fileOf(3)];
  expect(readdirSync(folder).sort()).toEqual([second, third, 'index.json'].sort());
  expect(readdirSync(folder)).not.toContain(first);
});

it('training the same twice does not lose the generation before: its readers may still be there', async () => {
  const folder = temporaryFolder();
  const reader = async (seconds: number) => {
    await writeRegistry(folder, contentOf([await aModel('a', seconds)]));
    return openRegistry(folder);
  };
  await reader(1);
  const opened = await reader(2);
  await reader(3);
  expect(opened.model('a').steps.align?.metrics.duration_seconds?.a).toBe(2);
});

it('a workflow that is no longer trained leaves the index now and its file the next time', async () => {
  const folder = temporaryFolder();
  const a = await aModel('a');
  const { workflows } = await writeRegistry(folder, contentOf([a, await aModel('b')]));
  await writeRegistry(folder, contentOf([a]));
  expect(openRegistry(folder).keys).toEqual(['a']);
  expect(readdirSync(folder)).toContain(workflows.b?.file);
  await writeRegistry(folder, contentOf([a]));
  expect(readdirSync(folder)).not.toContain(workflows.b?.file);
});

it("what crashed trainings left is removed; what is not the registry's own is left alone", async () => {
  const folder = temporaryFolder();
  const text = stringifyModel(await aModel('old'));
  const leftovers = ['.a.0123456789ab.json.4711.tmp', '.index.json.4711.tmp', 'old.0123456789ab.json'];
  for (const name of leftovers) writeFileSync(join(folder, name), text);
  const others = ['README.md', 'notes.0123456789ab.json', 'model.json', '.htaccess'];
  for (const name of others) writeFileSync(join(folder, name), 'mine');
  mkdirSync(join(folder, 'backup'));
  const { workflows } = await writeRegistry(folder, contentOf([await aModel('a')]));
  expect(readdirSync(folder).sort()).toEqual([...others, 'backup', 'index.json', workflows.a?.file].sort());
});

it('a folder that is called like a model is no reason to fail', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'x.0123456789ab.json'));
  await writeRegistry(folder, contentOf([await aModel('a')]));
  expect(readdirSync(folder)).toContain('x.0123456789ab.json');
});

it('a file of the right name and other content, as a damaged disk leaves it, is written again', async () => {
  const folder = temporaryFolder();
  const model = await aModel('a');
  const name = modelFileName('a', stringifyModel(model));
  writeFileSync(join(folder, name), stringifyModel(model).slice(0, 100));
  await writeRegistry(folder, contentOf([model]));
  expect(openRegistry(folder).model('a')).toEqual(model);
});

it('a folder below a file, or that is a file, is refused in one line that says so', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  const content = contentOf([await aModel('a')]);
  await expect(writeRegistry(join(file, 'models'), content)).rejects.toMatchObject({
    code: 'model/cannot-write',
    message: `cannot write models to ${join(file, 'models')}: it, or a folder above it, is a file`,
  });
  await expect(writeRegistry(file, content)).rejects.toMatchObject({
    code: 'model/cannot-write',
    message: `cannot write models to ${file}: it is a file`,
  });
});

it('an index that cannot be replaced fails the training and leaves no lock', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'index.json', 'in-the-way'), { recursive: true });
  await expect(writeRegistry(folder, contentOf([await aModel('a')]))).rejects.toMatchObject({
    code: 'model/cannot-write',
  });
  expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
});

it('every key comes back with its own model', async () => {
  const model = await aModel('');
  const key = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      '.',
      '..',
      '__proto__',
      'constructor',
      'toString',
      'CON',
      'con',
      'a/b',
      'a%2Fb',
      '../x',
      'index',
      '0',
      '01',
    ),
    fc.string({ minLength: 300, maxLength: 300 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(key, { minLength: 1, maxLength: 8 }), async (keys) => {
      const folder = temporaryFolder();
      await writeRegistry(
        folder,
        contentOf(keys.map((one, i) => ({ ...model, key: one, runs: { ...model.runs, total: i } }))),
      );
      const registry = openRegistry(folder);
      expect([...registry.keys].sort()).toEqual([...keys].sort());
      for (const [i, one] of keys.entries())
        expect(registry.model(one)).toMatchObject({ key: one, runs: { total: i } });
    }),
    { numRuns: 40 },
  );
});

it('a training that is killed leaves the old registry whole; the next one cleans up', async () => {
  const folder = temporaryFolder();
  await writeRegistry(folder, contentOf([await aModel('a'), await aModel('b')]));
  const old = readdirSync(folder);
  const script = `
    import { writeRegistry } from '@prm/model';
    const content = JSON.parse(process.argv[2]);
    const [model] = content.models;
    const models = Array.from({ length: 5000 }, (_, i) => ({ ...model, key: 'k' + i }));
    await writeRegistry(process.argv[1], { ...content, models });
  `;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', script, folder, JSON.stringify(contentOf([await aModel('k')]))],
    { cwd: new URL('..', import.meta.url), stdio: ['ignore', 'ignore', 'inherit'] },
  );
  while (readdirSync(folder).length < old.length + 20) await sleep(2);
  child.kill('SIGKILL');
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  const registry = openRegistry(folder);
  expect(registry.keys).toEqual(['a', 'b']);
  expect(registry.model('b').key).toBe('b');
  await writeRegistry(folder, contentOf([await aModel('a'), await aModel('b')]));
  expect(readdirSync(folder).sort()).toEqual(old.sort());
});

it('while a registry is written the process does other things too: answers requests, keeps its lock alive', async () => {
  const model = await aModel('a');
  const models = Array.from({ length: 300 }, (_, i) => ({ ...model, key: `k${i}` }));
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await writeRegistry(temporaryFolder(), contentOf(models));
  clearInterval(timer);
  expect(turns).toBeGreaterThan(0);
});

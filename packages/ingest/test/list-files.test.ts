import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { type Listing, listFiles } from '../src/source/list-files.ts';
import { errorOf, expectError, tempFolder, write } from './support.ts';

function aFolder(...names: string[]): string {
  const folder = tempFolder();
  for (const name of names) write(folder, name, '');
  return folder;
}

const below = (folder: string, paths: readonly string[]): string[] =>
  paths.map((path) => relative(folder, path));
const filesOf = (folder: string, listing: Listing = listFiles([folder])): string[] =>
  below(folder, listing.files);

it('a folder is searched to its bottom, in an order that depends on names alone', () => {
  const folder = aFolder(
    'b/z.json',
    'b/a.yaml',
    'a.yml',
    'c/d/e/f.ndjson.gz',
    'B.jsonl',
    '10.json',
    '9.json',
    'é.json',
  );
  expect(filesOf(folder)).toEqual([
    '10.json',
    '9.json',
    'B.jsonl',
    'a.yml',
    'b/a.yaml',
    'b/z.json',
    'c/d/e/f.ndjson.gz',
    'é.json',
  ]);
});

it('other endings in a folder are passed over, and told', () => {
  const folder = aFolder('a.json', 'pipeline_runtime.yaml.tmp', 'notes.txt', 'sub/README');
  const { files, passedOver, notes } = listFiles([folder]);
  expect(below(folder, files)).toEqual(['a.json']);
  expect(passedOver.map(({ path, reason }) => [relative(folder, path), reason])).toEqual([
    ['notes.txt', 'another ending'],
    ['pipeline_runtime.yaml.tmp', 'another ending'],
    ['sub/README', 'another ending'],
  ]);
  expect(notes).toEqual([]);
});

it('what Bio-Pype writes beside runs is passed over, and told', () => {
  const names = [
    'data_sizes.json',
    'pipeline_power_profile.yaml',
    'profile.yaml.gz',
    'resource_consumption.json',
    'resource_samples.json',
    'snapshot_registry.json',
  ];
  const folder = aFolder('run/pipeline_runtime.yaml', ...names.map((name) => `run/${name}`));
  const { files, passedOver } = listFiles([folder]);
  expect(below(folder, files)).toEqual(['run/pipeline_runtime.yaml']);
  expect(passedOver.map(({ path }) => relative(folder, path))).toEqual(names.map((name) => `run/${name}`));
});

it('hidden files and folders are not looked at', () => {
  expect(filesOf(aFolder('.a.json', '.git/b.json', 'c/.d/e.json', 'f.json'))).toEqual(['f.json']);
});

it('a file that is named is listed whatever its name', () => {
  const folder = aFolder('notes.txt', '.hidden.json', 'profile.yaml');
  const named = ['notes.txt', '.hidden.json', 'profile.yaml'].map((name) => join(folder, name));
  expect(listFiles(named)).toMatchObject({ files: named, passedOver: [], notes: [] });
});

it('a hidden folder that is named is searched', () => {
  const folder = aFolder('.runs/a.json');
  expect(listFiles([join(folder, '.runs')]).files).toHaveLength(1);
});

it('a file that is reached twice is listed once', () => {
  const folder = aFolder('a.json', 'sub/b.json');
  const a = join(folder, 'a.json');
  expect(
    filesOf(folder, listFiles([a, folder, a, join(folder, 'sub'), `${folder}/./sub/../a.json`])),
  ).toEqual(['a.json', 'sub/b.json']);
});

it('links are followed, and what they lead to is listed once, under its own name', () => {
  const folder = aFolder('real/a.json', 'real/b.json');
  symlinkSync('real/b.json', join(folder, 'link.json'));
  symlinkSync('real', join(folder, 'folder-link'));
  symlinkSync('a.json', join(folder, 'real/z.json'));
  const { files, notes } = listFiles([folder]);
  expect(below(folder, files)).toEqual(['real/a.json', 'real/b.json']);
  expect(notes).toEqual([]);
});

it('a link with another ending does not hide the file it leads to', () => {
  const folder = aFolder('b.yaml');
  symlinkSync('b.yaml', join(folder, 'a.json'));
  expect(filesOf(folder)).toEqual(['b.yaml']);
});

it('a link out of the folder is followed too', () => {
  const elsewhere = aFolder('a.json', 'sub/b.yaml');
  const folder = tempFolder();
  symlinkSync(join(elsewhere, 'sub'), join(folder, 'sub'));
  symlinkSync(join(elsewhere, 'a.json'), join(folder, 'one.json'));
  expect(filesOf(folder)).toEqual(['one.json', 'sub/b.yaml']);
});

it('a link is read by its own name', () => {
  const folder = aFolder('a.txt', 'b.json');
  const other = tempFolder();
  symlinkSync(join(folder, 'a.txt'), join(other, 'a.json'));
  symlinkSync(join(folder, 'b.json'), join(other, 'b.txt'));
  const { files, passedOver } = listFiles([other]);
  expect([below(other, files), passedOver.map(({ path }) => relative(other, path))]).toEqual([
    ['a.json'],
    ['b.txt'],
  ]);
});

it('links that lead nowhere, to themselves or above themselves are noted', () => {
  const folder = aFolder('a.json');
  symlinkSync('gone.json', join(folder, 'dangling.json'));
  symlinkSync('gone', join(folder, 'dangling-folder'));
  symlinkSync('self', join(folder, 'self'));
  symlinkSync('two', join(folder, 'one'));
  symlinkSync('one', join(folder, 'two'));
  mkdirSync(join(folder, 'sub'));
  symlinkSync('..', join(folder, 'sub/up'));
  symlinkSync('.', join(folder, 'sub/here'));
  const { files, notes } = listFiles([folder]);
  expect(below(folder, files)).toEqual(['a.json']);
  expect(Object.fromEntries(notes.map(({ path, message }) => [relative(folder, path), message]))).toEqual({
    'dangling-folder': 'a link that leads nowhere',
    'dangling.json': 'a link that leads nowhere',
    one: 'a link that leads to itself',
    self: 'a link that leads to itself',
    two: 'a link that leads to itself',
    'sub/here': 'a link to a folder above itself; not followed',
    'sub/up': 'a link to a folder above itself; not followed',
  });
});

it('folders that link to each other are searched once', () => {
  const folder = aFolder('one/a.json', 'two/b.json');
  symlinkSync('../two', join(folder, 'one/to-two'));
  symlinkSync('../one', join(folder, 'two/to-one'));
  expect(filesOf(folder)).toEqual(['one/a.json', 'two/b.json']);
});

it('the folder of the models is not entered, unless it is a source itself', () => {
  const folder = aFolder('a.json', 'models/index.json');
  const models = join(folder, 'models');
  const { files, passedOver } = listFiles([folder], models);
  expect(below(folder, files)).toEqual(['a.json']);
  expect(passedOver).toEqual([{ path: models, reason: 'the folder of the models' }]);
  expect(filesOf(folder, listFiles([models], models))).toEqual(['models/index.json']);
  expect(filesOf(folder, listFiles([folder], join(folder, 'not-there')))).toEqual([
    'a.json',
    'models/index.json',
  ]);
});

it('the folder of the models is known through a link too', () => {
  const folder = aFolder('a.json', 'models/index.json');
  symlinkSync(join(folder, 'models'), join(folder, 'link'));
  expect(filesOf(folder, listFiles([folder], join(folder, 'link')))).toEqual(['a.json']);
});

it('a folder with the ending of a file is a folder', () => {
  expect(filesOf(aFolder('runs.json/a.json'))).toEqual(['runs.json/a.json']);
});

it('an empty folder holds nothing', () => {
  expect(listFiles([tempFolder()])).toMatchObject({ files: [], passedOver: [], notes: [] });
});

it.each(['', '/no/such/path'])('a source %j that is not there is an error', (path) => {
  expectError(
    errorOf(() => listFiles([path])),
    'ingest/no-such-source',
    path || "''",
  );
});

it('a source below a file, and a dangling link as one, are not there', () => {
  const folder = aFolder('a.json');
  symlinkSync('gone', join(folder, 'dangling'));
  for (const name of ['a.json/b.json', 'dangling']) {
    expectError(
      errorOf(() => listFiles([join(folder, name)])),
      'ingest/no-such-source',
      name,
    );
  }
});

it('a source that cannot be looked at is an error of its own', () => {
  const folder = tempFolder();
  symlinkSync('self', join(folder, 'self'));
  expectError(
    errorOf(() => listFiles([join(folder, 'self')])),
    'ingest/unreadable-source',
    /ELOOP/,
  );
  expectError(
    errorOf(() => listFiles([join(folder, 'x'.repeat(5000))])),
    'ingest/unreadable-source',
    /ENAMETOOLONG/,
  );
});

it('a folder that is gone before it is searched is an error of its own', () => {
  const folder = aFolder('a.json');
  rmSync(folder, { recursive: true });
  expectError(
    errorOf(() => listFiles([folder])),
    'ingest/no-such-source',
    folder,
  );
});

it('what is neither a file nor a folder is noted', () => {
  const folder = tempFolder();
  symlinkSync('/dev/null', join(folder, 'device.json'));
  expect(listFiles([folder]).notes).toEqual([
    { path: join(folder, 'device.json'), message: 'neither a file nor a folder; not read' },
  ]);
});

it('a name that is no text does not stop the search', () => {
  const folder = aFolder('b.json');
  try {
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/a`), Buffer.of(0xff), Buffer.from('.json')]), '');
  } catch {
    // A file system that has no such names has no such trouble.
  }
  expect(filesOf(folder)).toContain('b.json');
});

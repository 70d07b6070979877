import { join } from 'node:path';
import { casePath, corpusPath } from '@prm/testing';
import { expect, it } from 'vitest';
import { readRun, readRunWithRecords } from '../src/index.ts';
import { aFile, expectError, readOne, rejectionOf, runJson, runYaml, tempFolder, write } from './support.ts';

it.each([
  ['a.json', runJson()],
  ['a.json.gz', runJson()],
  ['a.yaml', runYaml()],
  ['a.ndjson', `\n${runJson()}\n\n`],
  ['a.json', `{"runtime_data": ${runJson()}}`],
])('the one run of %s is read as readRuns reads it', async (name, content) => {
  const path = aFile(name, content);
  expect(await readRun(path)).toEqual((await readOne(path)).run);
});

it('a run comes with the records it was read from, timelines included', async () => {
  const path = corpusPath('dumps', 'so_03.json');
  const { run, records } = await readRunWithRecords(path);
  expect(run).toEqual(await readRun(path));
  for (const { id } of run.jobs)
    expect(records.get(id)).toHaveProperty('resource_timeline', expect.any(Array));
  expect([...records.keys()].slice(-2)).toEqual(['__pipeline_environment__', '__pipeline_metadata__']);
});

it('records are those of the mapping inside a wrapper', async () => {
  const { records } = await readRunWithRecords(
    aFile('a.json', `{"runtime_data": ${runJson('A')}, "user": 1}`),
  );
  expect([...records.keys()]).toEqual(['A']);
});

it.each(['{}', '{"A": {"status": "completed"}}', '{"__pipeline_metadata__": {}}', ''])(
  'a file of %j is not a run',
  async (content) => {
    const path = aFile('a.json', content);
    for (const read of [readRun, readRunWithRecords]) {
      expectError(await rejectionOf(read(path)), 'ingest/not-a-run', path);
    }
  },
);

it('a folder is not a run, whatever it holds', async () => {
  const folder = tempFolder();
  expectError(await rejectionOf(readRun(folder)), 'ingest/not-a-run', /folder/);
  write(folder, 'a.json', runJson());
  expectError(await rejectionOf(readRun(folder)), 'ingest/not-a-run', /folder/);
});

it('a file of several runs is refused', async () => {
  const path = aFile('a.ndjson', `${runJson('A')}\n${runJson('B')}\n`);
  expectError(await rejectionOf(readRun(path)), 'ingest/several-documents', path);
  expectError(
    await rejectionOf(readRun(casePath('B26', 'two_docs.yaml'))),
    'ingest/several-documents',
    /two_docs/,
  );
});

it('what cannot be read is told with its place', async () => {
  expectError(await rejectionOf(readRun(aFile('a.json', '{'))), 'ingest/not-parsable', /a\.json: not JSON/);
  expectError(
    await rejectionOf(readRun(aFile('a.ndjson', '\n{\n'))),
    'ingest/not-parsable',
    /a\.ndjson:2: not JSON/,
  );
  expectError(await rejectionOf(readRun(aFile('a.txt', runJson()))), 'ingest/unknown-ending', /a\.txt/);
  expectError(
    await rejectionOf(readRun(join(tempFolder(), 'gone.json'))),
    'ingest/no-such-source',
    /gone\.json/,
  );
  const nested = '{"A": {"command": "x", "x": [[[1]]]}}';
  const error = await rejectionOf(readRun(aFile('a.json', nested), { limits: { maxNesting: 4 } }));
  expectError(error, 'ingest/limit', /a\.json: .*maxNesting/);
});

it('a record that is damaged inside is told with its place too', async () => {
  const path = aFile('a.json', '{"A": {"command": tru}}');
  for (const read of [readRun, readRunWithRecords]) {
    expectError(await rejectionOf(read(path)), 'ingest/not-parsable', /a\.json: not JSON/);
  }
});

import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { aJob, aRun } from '@prm/testing';
import { expect, it } from 'vitest';
import {
  contentDigest,
  type DocumentLimits,
  type RunDocument,
  readRuns,
  recordDigests,
  runDigests,
} from '../src/index.ts';
import {
  aFile,
  expectError,
  readAll,
  readOne,
  rejectionOf,
  runJson,
  runYaml,
  tempFolder,
  write,
} from './support.ts';

const idsOf = ({ run }: RunDocument): string[] | null => run?.jobs.map(({ id }) => id) ?? null;
const summary = (document: RunDocument): [string, unknown] => [
  document.where,
  document.error?.code ?? idsOf(document),
];

it('runs are read from files of every kind, alike', async () => {
  const folder = tempFolder();
  const paths = [
    write(folder, 'a.json', runJson()),
    write(folder, 'b.json.gz', runJson()),
    write(folder, 'c.yaml', runYaml()),
    write(folder, 'd.yml.gz', runYaml()),
    write(folder, 'e.ndjson', runJson()),
    write(folder, 'f.jsonl.gz', runJson()),
  ];
  const documents = await readAll(folder);
  expect(documents.map(({ where }) => where)).toEqual([
    ...paths.slice(0, 4),
    `${paths[4]}:1`,
    `${paths[5]}:1`,
  ]);
  for (const { run } of documents) expect(run).toEqual(documents[0]?.run);
});

it('several sources are read in turn, a file named twice once', async () => {
  const folder = tempFolder();
  const [a, b] = [write(folder, 'a.json', runJson('A')), write(folder, 'sub/b.json', runJson('B'))];
  expect((await readAll([join(folder, 'sub'), a, a, folder])).map(summary)).toEqual([
    [b, ['B']],
    [a, ['A']],
  ]);
  expect(await readAll([])).toEqual([]);
  expect(await readAll(tempFolder())).toEqual([]);
});

it('lines of NDJSON are documents of their own: a bad one among good ones is told by its line', async () => {
  const path = aFile('a.ndjson', `${runJson('A')}\n\n{"B": \n5\n{}\n${runJson('C')}\r\n${runJson('D')}`);
  expect((await readAll(path)).map(summary)).toEqual([
    [`${path}:1`, ['A']],
    [`${path}:3`, 'ingest/not-parsable'],
    [`${path}:4`, 'ingest/not-a-mapping'],
    [`${path}:5`, null],
    [`${path}:6`, ['C']],
    [`${path}:7`, ['D']],
  ]);
});

it.each([
  ['UTF-8 with a mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['UTF-16LE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16BE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
])('%s is read in every format', async (_, encode) => {
  const folder = tempFolder();
  write(folder, 'a.json', encode(runJson('Aé')));
  write(folder, 'b.yaml', encode(runYaml('Aé')));
  write(folder, 'c.ndjson', encode(`${runJson('Aé')}\n${runJson('Aé')}\n`));
  write(folder, 'd.ndjson.gz', gzipSync(encode(runJson('Aé'))));
  expect((await readAll(folder)).map(idsOf)).toEqual(Array(5).fill(['Aé']));
});

it('latin1 is no text: the file or the line is skipped, the rest goes on', async () => {
  const folder = tempFolder();
  const latin1 = Buffer.from(runJson('Aé'), 'latin1');
  write(folder, 'a.json', latin1);
  write(
    folder,
    'b.ndjson',
    Buffer.concat([Buffer.from(`${runJson('B')}\n`), latin1, Buffer.from(`\n${runJson('C')}`)]),
  );
  write(folder, 'c.yaml', Buffer.from(runYaml('Aé'), 'latin1'));
  expect((await readAll(folder)).map((document) => summary(document)[1])).toEqual([
    'ingest/not-text',
    ['B'],
    'ingest/not-text',
    ['C'],
    'ingest/not-text',
  ]);
});

it.each([
  ['a.json', ''],
  ['a.json', '{}'],
  ['a.json', '{"A": {}, "__pipeline_metadata__": {"pipeline_name": "p"}}'],
  ['a.json.gz', ''],
  ['a.yaml', ''],
  ['a.yaml', '{}\n'],
  ['a.yaml', 'null\n'],
  ['a.yaml', '# nothing\n'],
  ['a.ndjson', '\n'],
  ['a.json', '\ufeff'],
])('%s of %j is not a run, and no error', async (name, content) => {
  expect(await readOne(aFile(name, content))).toMatchObject({ run: null, error: null, notes: [] });
});

it.each([
  ['a.json', '[]', 'ingest/not-a-mapping'],
  ['a.json', 'null', 'ingest/not-a-mapping'],
  ['a.yaml', '- A\n', 'ingest/not-a-mapping'],
  ['a.json', runJson().slice(0, -1), 'ingest/not-parsable'],
  ['a.json', `${runJson()}x`, 'ingest/not-parsable'],
  ['a.json', `${runJson()}${runJson()}`, 'ingest/not-parsable'],
  ['a.json', ' '.repeat(20) + '\0'.repeat(20), 'ingest/not-parsable'],
  ['a.yaml', `${runYaml()}  x: 'open\n`, 'ingest/not-parsable'],
  ['a.yaml', `${runYaml()}  sta`, 'ingest/not-parsable'],
  ['a.yaml', `${runYaml('A')}---\n${runYaml('B')}`, 'ingest/several-documents'],
  ['a.json.gz', 'x', 'ingest/not-parsable'],
  ['a.txt', runJson(), 'ingest/unknown-ending'],
])('%s of %j is skipped: %s', async (name, content, code) => {
  const path = aFile(name, content);
  const document = await readOne(path);
  expect(document).toMatchObject({ where: path, run: null, notes: [] });
  expect(document.error?.code).toBe(code);
});

it('a file that is not JSON in a member that holds no job is skipped too', async () => {
  const path = aFile('a.json', '{"A": {"command": "x"}, "__other__": tru}');
  expect((await readOne(path)).error?.code).toBe('ingest/not-parsable');
});

it('a file that is gone or is a folder by the time it is read is skipped', async () => {
  const folder = tempFolder();
  for (const name of ['a.json', 'b.yaml.gz', 'c.ndjson', 'd.json']) write(folder, name, runJson());
  const onListing = (): void => {
    for (const name of ['a.json', 'b.yaml.gz', 'c.ndjson']) rmSync(join(folder, name));
  };
  const documents = await readAll(folder, { onListing });
  expect(documents.map((document) => summary(document)[1])).toEqual([
    ...Array(3).fill('ingest/unreadable-source'),
    ['A1'],
  ]);
});

it('strict throws at the first document that would be skipped, with its place and its code', async () => {
  const folder = tempFolder();
  write(folder, 'a.json', runJson('A'));
  const path = write(folder, 'b.ndjson', `${runJson('B')}\n\n{\n${runJson('C')}\n`);
  const read: (string[] | null)[] = [];
  const reading = (async () => {
    for await (const document of readRuns(folder, { strict: true })) read.push(idsOf(document));
  })();
  const error = await rejectionOf(reading);
  expect(error.code).toBe('ingest/not-parsable');
  expect(error.message.startsWith(`${path}:3: not JSON`)).toBe(true);
  expect(read).toEqual([['A'], ['B']]);
});

it('strict does not mind what is passed over, noted or not a run', async () => {
  const folder = tempFolder();
  write(folder, 'a.json', '{}');
  write(folder, 'b.txt', 'x');
  write(folder, 'c.json', '{"A": {"command": "x"}, "A": {"command": "y"}}');
  symlinkSync('gone', join(folder, 'd.json'));
  expect((await readAll(folder, { strict: true })).map(idsOf)).toEqual([null, ['A']]);
});

it('a source that is not there is an error, strict or not', async () => {
  expectError(await rejectionOf(readAll('/no/such')), 'ingest/no-such-source', /\/no\/such/);
  expectError(
    await rejectionOf(readAll([aFile('a.json', runJson()), '/no/such'])),
    'ingest/no-such-source',
    /\/no\/such/,
  );
});

it('what was found is told once, before the first run', async () => {
  const folder = tempFolder();
  write(folder, 'a.json', runJson());
  write(folder, 'b.json', runJson());
  write(folder, 'c.txt', '');
  symlinkSync('gone', join(folder, 'd.json'));
  write(folder, 'models/index.json', '{}');
  const listings: unknown[] = [];
  const onListing = (listing: unknown): number => listings.push(listing);
  expect(await readAll(folder, { onListing, exclude: join(folder, 'models') })).toHaveLength(2);
  expect(listings).toEqual([
    {
      files: 2,
      passedOver: [
        { path: join(folder, 'c.txt'), reason: 'another ending' },
        { path: join(folder, 'models'), reason: 'the folder of the models' },
      ],
      notes: [{ path: join(folder, 'd.json'), message: 'a link that leads nowhere' }],
    },
  ]);
});

it('notes of a document stand beside its run', async () => {
  const path = aFile(
    'a.json',
    '{"A": {"command": "x", "resource_timeline": [tru]}, "A": {"command": "x", "resource_timeline": [tru]}}',
  );
  expect((await readOne(path)).notes.map(({ code }) => code)).toEqual(['ingest/duplicate-id']);
  const wanted = await readOne(path, { timelines: true });
  expect(wanted.notes.map(({ code }) => code).sort()).toEqual(['ingest/bad-timeline', 'ingest/duplicate-id']);
  expect(idsOf(wanted)).toEqual(['A']);
});

// ------------------------------------------------------------------------------------------- limits

const long = 'x'.repeat(2000);
it.each<[string, string, Partial<DocumentLimits>]>([
  ['a.json', runJson('A', { long }), { maxDocumentBytes: 1000 }],
  ['a.json.gz', runJson('A', { long }), { maxDocumentBytes: 1000 }],
  ['a.yaml', `${runYaml()}  x: ${long}\n`, { maxDocumentBytes: 1000 }],
  ['a.ndjson', runJson('A', { long }), { maxDocumentBytes: 1000 }],
  ['a.ndjson.gz', runJson('A', { long }), { maxDocumentBytes: 1000 }],
  ['a.yaml', `${runYaml()}  x: ${long}\n`, { maxYamlBytes: 1000 }],
  ['a.json', runJson('A', { long }), { maxJsonBytes: 1000 }],
  ['a.ndjson', runJson('A', { long }), { maxJsonBytes: 1000 }],
  ['a.json', runJson('A', { list: Array(2000).fill(1) }), { maxNodes: 1000 }],
  ['a.ndjson', runJson('A', { list: Array(2000).fill(1) }), { maxNodes: 1000 }],
  ['a.yaml', `${runYaml()}  x: [${'1, '.repeat(2000)}]\n`, { maxNodes: 1000 }],
  ['a.json', runJson('A', { list: [[[[[1]]]]] }), { maxNesting: 5 }],
  ['a.ndjson', runJson('A', { list: [[[[[1]]]]] }), { maxNesting: 5 }],
  ['a.yaml', `${runYaml()}  x: [[[[[1]]]]]\n`, { maxNesting: 5 }],
])('in %s a limit is named when it is met, and none is met without it', async (name, content, lowered) => {
  const path = aFile(name, content);
  const { error, run } = await readOne(path, { limits: lowered });
  expect(run).toBe(null);
  expectError(error, 'ingest/limit', new RegExp(`limit ${Object.keys(lowered)[0]}`));
  expect((await readOne(path)).run?.jobs).toHaveLength(1);
});

it('a limit is of one document, not of a file of many', async () => {
  const path = aFile('a.ndjson', `${runJson()}\n`.repeat(100));
  expect(
    (await readAll(path, { limits: { maxDocumentBytes: 200, maxJsonBytes: 200, maxNodes: 50 } })).filter(
      ({ run }) => run,
    ),
  ).toHaveLength(100);
});

it('a line that is too long is skipped, the rest goes on', async () => {
  const path = aFile('a.ndjson', `${runJson('A')}\n${runJson('B', { long })}\n${runJson('C')}\n`);
  expect(
    (await readAll(path, { limits: { maxDocumentBytes: 1000 } })).map((document) => summary(document)[1]),
  ).toEqual([['A'], 'ingest/limit', ['C']]);
});

// ----------------------------------------------------------------------------------------- mappings

const mapping = aRun({ pipeline: 'p', jobs: [aJob({ id: 'A' }), aJob({ id: 'B' })] });

it('runs are read from mappings that never were files', async () => {
  async function* cursor(): AsyncGenerator<unknown> {
    yield mapping;
    yield { runtime_data: mapping };
    yield {};
    yield null;
    yield [mapping];
    yield 'text';
    yield mapping;
  }
  const documents = await readAll(cursor());
  expect(documents.map(summary)).toEqual([
    ['#1', ['A', 'B']],
    ['#2', ['A', 'B']],
    ['#3', null],
    ['#4', 'ingest/not-a-mapping'],
    ['#5', 'ingest/not-a-mapping'],
    ['#6', 'ingest/not-a-mapping'],
    ['#7', ['A', 'B']],
  ]);
  expect(await readAll([mapping, mapping])).toHaveLength(2);
  expect(await readAll(new Set([mapping]))).toHaveLength(1);
});

it('strict throws at a mapping that would be skipped', async () => {
  expectError(await rejectionOf(readAll([mapping, 5], { strict: true })), 'ingest/not-a-mapping', /^#2: /);
});

it('an error of the source of mappings is passed on as it is', async () => {
  async function* broken(): AsyncGenerator<unknown> {
    yield mapping;
    throw new RangeError('connection lost');
  }
  await expect(readAll(broken())).rejects.toThrow(new RangeError('connection lost'));
});

it('a source of mappings is closed when the reader stops', async () => {
  let closed = false;
  async function* cursor(): AsyncGenerator<unknown> {
    try {
      for (;;) yield mapping;
    } finally {
      closed = true;
    }
  }
  for await (const document of readRuns(cursor())) if (document.where === '#3') break;
  expect(closed).toBe(true);
});

it('a mapping that holds itself is skipped, the rest goes on', async () => {
  const circular: Record<string, unknown> = { A: { command: 'x' } };
  circular.self = circular;
  const documents = await readAll([circular, mapping]);
  expect(documents.map((document) => summary(document)[1])).toEqual(['ingest/not-parsable', ['A', 'B']]);
});

// ------------------------------------------------------------------------------------------ digests

const withTimeline = {
  ...mapping,
  A: { ...(mapping.A as object), resource_timeline: [{ t: 'x', cpu: 1 }] },
};

it('digests are of the mapping and its records without timelines, whatever the source', async () => {
  const folder = tempFolder();
  const text = JSON.stringify(withTimeline);
  const sources = [
    write(folder, 'a.json', text),
    write(folder, 'b.json.gz', `{"runtime_data": ${text}}`),
    write(folder, 'c.yaml', text),
    write(folder, 'd.ndjson', `\n${text}\n`),
    [withTimeline],
    [{ runtime_data: withTimeline }],
  ];
  for (const source of sources) {
    for (const timelines of [false, true]) {
      const { digests } = await readOne(source, { timelines });
      expect(await runDigests([digests])).toEqual([contentDigest(mapping)]);
      const ids = ['A', 'B'];
      const records = await recordDigests(ids.map((id) => ({ source: digests, id })));
      expect(records).toEqual([contentDigest(mapping.A), contentDigest(mapping.B)]);
    }
  }
});

it('the digest of a line is of that line, and a file is read once for all that are asked for', async () => {
  const path = aFile('a.ndjson', [1, 2, 3].map((x) => `${runJson('A', { x })}\n`).join('\n'));
  const documents = await readAll(path);
  const digests = await runDigests(documents.toReversed().map((document) => document.digests));
  expect(digests).toEqual([3, 2, 1].map((x) => contentDigest(JSON.parse(runJson('A', { x })))));
});

it('a file that changed before its digest was asked for is an error', async () => {
  const path = aFile('a.ndjson', `${runJson('A')}\n${runJson('B')}\n`);
  const [, second] = await readAll(path);
  writeFileSync(path, `${runJson('A')}\n`);
  expectError(
    await rejectionOf(runDigests([(second as RunDocument).digests])),
    'ingest/unreadable-source',
    /changed/,
  );
});

it('a document that could be read without its timelines has a digest, however large they are', async () => {
  const timeline = Array.from({ length: 500 }, (_, i) => ({ t: String(i), cpu: i }));
  const text = runJson('A', { resource_timeline: timeline });
  for (const lowered of [{ maxNodes: 200 }, { maxJsonBytes: 500 }]) {
    const { run, digests } = await readOne(aFile('a.json', text), { limits: lowered });
    expect(run?.jobs).toHaveLength(1);
    expect(await runDigests([digests])).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  }
});

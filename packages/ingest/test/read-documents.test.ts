import { expect, it } from 'vitest';
import { IngestError } from '../src/index.ts';
import { asIngestError, type DocumentResult, readDocuments } from '../src/source/read-documents.ts';
import { aFile, contentOf, expectError, limits, runJson, runYaml } from './support.ts';

async function resultsOf(path: string, onlyLines?: ReadonlySet<number | null>): Promise<DocumentResult[]> {
  const results: DocumentResult[] = [];
  for await (const result of readDocuments(path, limits(), {}, onlyLines)) results.push(result);
  return results;
}

const keysOf = ({ document }: DocumentResult): string[] | string =>
  document instanceof IngestError ? document.code : Object.keys(contentOf(document));

it.each([
  ['a.json', runJson('A')],
  ['a.json.gz', runJson('A')],
  ['a.yaml', runYaml('A')],
  ['a.yml.gz', runYaml('A')],
])('a file %s is one document', async (name, content) => {
  const results = await resultsOf(aFile(name, content));
  expect(results.map((result) => [result.line, keysOf(result)])).toEqual([[null, ['A']]]);
});

it.each(['a.ndjson', 'a.jsonl', 'a.ndjson.gz', 'a.JSONL.GZ'])(
  '%s is a document a line, blank lines aside',
  async (name) => {
    const text = `${runJson('A')}\n\n  \t\r\n${runJson('B')}\r\n[]\n{"cut": \n${runJson('C')}`;
    const path = aFile(name.toLowerCase(), text);
    expect((await resultsOf(path)).map((result) => [result.line, keysOf(result)])).toEqual([
      [1, ['A']],
      [4, ['B']],
      [5, 'ingest/not-a-mapping'],
      [6, 'ingest/not-parsable'],
      [7, ['C']],
    ]);
  },
);

it('some lines alone can be read', async () => {
  const path = aFile('a.ndjson', `${runJson('A')}\n\n${runJson('B')}\n`);
  expect((await resultsOf(path, new Set([3]))).map((result) => [result.line, keysOf(result)])).toEqual([
    [3, ['B']],
  ]);
  expect(await resultsOf(path, new Set([9]))).toEqual([]);
});

it.each(['', '\n \n\t\r\n'])('NDJSON of %j is one empty document', async (text) => {
  expect(await resultsOf(aFile('a.ndjson', text))).toEqual([
    { line: null, document: { entries: [], notes: [] } },
  ]);
});

it.each(['a.txt', 'a', 'a.yaml.tmp', 'a.csv.gz'])('a file %s is of an unknown ending', async (name) => {
  const [result] = await resultsOf(aFile(name, runJson()));
  expect(result?.line).toBe(null);
  expectError(
    result?.document as IngestError,
    'ingest/unknown-ending',
    /\.json, \.yaml, \.yml, \.ndjson or \.jsonl/,
  );
});

it('a damaged NDJSON file gives the lines before the damage, then the error of the file', async () => {
  const { gzipSync } = await import('node:zlib');
  const noise = Array.from({ length: 40_000 }, (_, i) =>
    ((i * 2_654_435_761) % 4_294_967_296).toString(36),
  ).join('');
  const whole = gzipSync(`${runJson('A')}\n${runJson('B')}\n${JSON.stringify({ x: noise })}\n`);
  const results = await resultsOf(aFile('a.ndjson.gz', whole.subarray(0, whole.length - 1000)));
  expect(results.map((result) => [result.line, keysOf(result)])).toEqual([
    [1, ['A']],
    [2, ['B']],
    [null, 'ingest/unreadable-source'],
  ]);
});

it('anything a parser throws is told in one line of bounded length, with its cause', () => {
  const cause = new TypeError(`${'x'.repeat(500)}\nsecond line`);
  const error = asIngestError(cause);
  expectError(error, 'ingest/not-parsable', /^x{200}$/);
  expect(error.cause).toBe(cause);
  expect(asIngestError(error)).toBe(error);
  expect(asIngestError('text').message).toBe('text');
});

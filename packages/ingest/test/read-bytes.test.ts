import { readFileSync, truncateSync } from 'node:fs';
import { deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readPieces, readWhole } from '../src/source/read-bytes.ts';
import { aFile, expectError, limits, rejectionOf, tempFolder } from './support.ts';

it('readWhole gives the bytes of a file, decompressed when its name ends in .gz', async () => {
  expect(String(await readWhole(aFile('a.json', 'text'), limits()))).toBe('text');
  expect(String(await readWhole(aFile('a.json.gz', 'text'), limits()))).toBe('text');
  expect(String(await readWhole(aFile('a.json.GZ', gzipSync('text')), limits()))).toBe('text');
  expect(await readWhole(aFile('a.json', ''), limits())).toHaveLength(0);
  expect(await readWhole(aFile('a.json.gz', ''), limits())).toHaveLength(0);
});

it('readWhole gives all of a file of many pieces, and of several gzip members', async () => {
  const text = 'x'.repeat(1_500_001);
  expect(String(await readWhole(aFile('a', text), limits()))).toBe(text);
  expect(String(await readWhole(aFile('a.gz', text), limits()))).toBe(text);
  const members = Buffer.concat([gzipSync('one '), gzipSync('two')]);
  expect(String(await readWhole(aFile('a.gz', members), limits()))).toBe('one two');
});

function withWrongSum(bytes: Buffer): Buffer {
  return Buffer.from(bytes).fill(1, bytes.length - 8, bytes.length - 4);
}

it.each([
  ['is cut', gzipSync('x'.repeat(10_000)).subarray(0, 30)],
  ['is cut in its head', gzipSync('x').subarray(0, 5)],
  ['lacks its check sum', gzipSync('x').subarray(0, -4)],
  ['is not compressed', Buffer.from('{"a": 1}')],
  ['is zlib', deflateSync('x')],
  ['is followed by plain text', Buffer.concat([gzipSync('x'), Buffer.from('plain text')])],
  ['is followed by half of another', Buffer.concat([gzipSync('x'), gzipSync('y').subarray(0, 12)])],
  ['has a wrong check sum', withWrongSum(gzipSync('x'))],
])('a gzip file that %s is damaged', async (_, bytes) => {
  expectError(
    await rejectionOf(readWhole(aFile('a.json.gz', bytes), limits())),
    'ingest/unreadable-source',
    /damaged gzip/,
  );
});

it('a limit is met while decompressing, not after', async () => {
  const bomb = aFile('a.json.gz', gzipSync(Buffer.alloc(50_000_000)));
  const error = await rejectionOf(readWhole(bomb, limits({ maxDocumentBytes: 1000 })));
  expectError(error, 'ingest/limit', /1000 bytes .*maxDocumentBytes/);
  expect(await readWhole(aFile('a', 'x'.repeat(1000)), limits({ maxDocumentBytes: 1000 }))).toHaveLength(
    1000,
  );
});

it('what cannot be opened is unreadable', async () => {
  expectError(await rejectionOf(readWhole('/no/such/file', limits())), 'ingest/unreadable-source', /ENOENT/);
  expectError(
    await rejectionOf(readWhole('/no/such/file.gz', limits())),
    'ingest/unreadable-source',
    /ENOENT/,
  );
  expectError(await rejectionOf(readWhole(tempFolder(), limits())), 'ingest/unreadable-source', /EISDIR/);
});

it('pieces read before the damage are given', async () => {
  const path = aFile('a.gz', Array.from({ length: 400_000 }, (_, i) => `line ${i}\n`).join(''));
  truncateSync(path, readFileSync(path).length - 20);
  let bytes = 0;
  const reading = (async () => {
    for await (const piece of readPieces(path)) bytes += piece.length;
  })();
  expectError(await rejectionOf(reading), 'ingest/unreadable-source', /damaged gzip/);
  expect(bytes).toBeGreaterThan(1_000_000);
});

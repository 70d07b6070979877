import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Line, splitLines } from '../src/source/ndjson-lines.ts';
import { limits } from './support.ts';

async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let from = 0;
  for (const size of sizes) {
    yield bytes.subarray(from, from + size);
    from += size;
  }
  yield bytes.subarray(from);
}

async function linesOf(
  bytes: Buffer,
  sizes: readonly number[] = [],
  maxDocumentBytes = 1e9,
): Promise<Line[]> {
  const lines: Line[] = [];
  for await (const line of splitLines(inPieces(bytes, sizes), limits({ maxDocumentBytes }))) lines.push(line);
  return lines;
}

const texts = (lines: readonly Line[]): (string | undefined)[] => lines.map(({ bytes }) => bytes?.toString());

it.each<[string, string[]]>([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\nb', ['a', 'b']],
  ['a\n\nb\n', ['a', '', 'b']],
  ['\n', ['']],
  ['a\r\nb\r\n', ['a\r', 'b\r']],
  ['é\n😀\n', ['é', '😀']],
])('%j has the lines %j', async (text, lines) => {
  expect(texts(await linesOf(Buffer.from(text)))).toEqual(lines);
});

it('lines are numbered from 1, blank ones too', async () => {
  expect((await linesOf(Buffer.from('a\n\nb'))).map(({ number }) => number)).toEqual([1, 2, 3]);
});

it('how the text arrives in pieces makes no difference, in any encoding', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'é', '日', '😀', '\r', '\u0a0a', '\ud7ff') });
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.array(fc.nat(9)), fc.nat(2), async (lines, rest, encoding) => {
      const text = lines.join('\n');
      const sizes = [2, ...rest];
      const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
      const bytes = [Buffer.from(text), utf16, Buffer.from(utf16).swap16()][encoding] as Buffer;
      const expected = text === '' ? [] : text.endsWith('\n') ? lines.slice(0, -1) : lines;
      expect(texts(await linesOf(bytes, sizes))).toEqual(expected);
    }),
  );
});

it('a byte-order mark that arrives in two pieces is one', async () => {
  const bytes = Buffer.from('\ufeffa\nb', 'utf16le');
  for (const sizes of [[1], [0], [0, 1, 1]]) expect(texts(await linesOf(bytes, sizes))).toEqual(['a', 'b']);
});

it('a line longer than a document may be is told and passed, and the next one follows', async () => {
  const bytes = Buffer.from(`${'x'.repeat(50)}\nabc\n${'y'.repeat(11)}\n1234567890`);
  for (const sizes of [[], [1, 5, 5, 30, 2], [50], [51]]) {
    expect(texts(await linesOf(bytes, sizes, 10))).toEqual([undefined, 'abc', undefined, '1234567890']);
  }
});

it('UTF-16 that is not valid is marked in its line, and the others are read', async () => {
  const bytes = Buffer.concat([
    Buffer.from('\ufeffa\n', 'utf16le'),
    Buffer.of(0x00, 0xd8),
    Buffer.from('b\n', 'utf16le'),
  ]);
  const lines = await linesOf(bytes);
  expect(lines.map((line) => [line.bytes?.toString(), line.isRecoded])).toEqual([
    ['a', true],
    ['\ufffdb', true],
  ]);
});

it('the bytes of a long file are not held', async () => {
  const piece = Buffer.alloc(1 << 16, 'x\n');
  async function* many(): AsyncGenerator<Buffer> {
    for (let i = 0; i < 8; i++) yield Buffer.from(piece);
  }
  let count = 0;
  for await (const { bytes } of splitLines(many(), limits({ maxDocumentBytes: 5 })))
    count += bytes?.length ?? 0;
  expect(count).toBe((8 << 16) / 2);
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { givenSamples } from '../src/sample-sheet.ts';

const GB = 1024 ** 3;
const folder = mkdtempSync(join(tmpdir(), 'prm-sheet-'));
const path = join(folder, 'sheet.tsv');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function sheet(content: string | Uint8Array): string {
  writeFileSync(path, content);
  return path;
}

const refused = (text: string, ...words: (string | RegExp)[]): void => {
  let message = '';
  try {
    givenSamples(text);
  } catch (error) {
    expect(error).toMatchObject({ code: 'cli/usage' });
    message = (error as Error).message;
  }
  for (const word of words) expect(message).toMatch(word);
};

it('a whole number is a number of samples', () => {
  expect([givenSamples('24'), givenSamples(' 1 '), givenSamples('100000')]).toEqual([24, 1, 100_000]);
});

it.each(['0', '-4', '100001', '99999999999999999999'])('%s samples are refused', (text) => {
  refused(text, text, '1 to 100000');
});

it.each(['1e3', '2.5', '', join(folder, 'nowhere')])('%j is neither a number nor a file', (text) => {
  refused(text, 'neither a number of samples nor a file');
});

it('a sheet has a size a line, in the units of --input-size', () => {
  expect(givenSamples(sheet('12gb\n1.5 GB\n5e9\n 7 \n'))).toEqual([12 * GB, 1.5 * GB, 5e9, 7]);
});

it('a name may stand before the size', () => {
  expect(givenSamples(sheet('tumour 1\t2gb\n\t3gb\nname with 9\t4gb'))).toEqual([2 * GB, 3 * GB, 4 * GB]);
});

it('titles, empty lines, comments, a byte-order mark and ends of lines of any kind are passed over', () => {
  expect(givenSamples(sheet('\ufeffsample\tsize\r\n\r\n# 9gb\r\na\t1gb\r\n \t\n2gb\r3gb'))).toEqual([
    1 * GB,
    2 * GB,
    3 * GB,
  ]);
  expect(givenSamples(sheet('size (bytes)\n5\n'))).toEqual([5]);
});

it.each([
  ['a slip in the first line', 'x60gb\n5gb\n', 1, 'x60gb'],
  ['a second line of titles', 'size\nsize\n5gb', 2, '"size"'],
  ['a comma for a point', '5gb\n1,5gb', 2, '1,5gb'],
  ['an unknown unit', '5gb\n\n7xb', 3, '7xb'],
  ['a size of nothing', '5gb\n0', 2, '"0"'],
  ['a negative size', '5gb\na\t-3gb', 2, '-3gb'],
  ['no number', 'a\t1gb\nb\tNaN', 2, 'NaN'],
  ['infinity', 'a\t1gb\nb\t1e999', 2, '1e999'],
  ['a name without a size', 'a\t1gb\nb\t', 2, '""'],
  ['three columns', 'a\t1gb\nb\t2gb\tx', 2, '3 columns'],
  ['a table of commas', 'a,1gb\nb,2gb', 1, 'a,1gb'],
])('%s is refused by file and line', (_, content, line, word) => {
  refused(sheet(content), `${path}, line ${line}:`, word);
});

it('a sheet without a sample is refused', () => {
  for (const content of ['', '\n\n', 'sample\tsize\n', '# 5gb\n']) refused(sheet(content), path, 'no sample');
});

it('what is no text, no file or far too large is refused by name', () => {
  refused(sheet(Uint8Array.of(0x1f, 0x8b, 0xff, 0xfe)), path, 'not UTF-8 text');
  refused(sheet('5gb\0'), path, 'not a text file');
  refused(sheet('x'.repeat(65 * 1024 ** 2)), path, 'larger than 64 MB');
  refused(folder, folder, 'not a file');
});

it('a hundred thousand samples are the most', () => {
  expect(givenSamples(sheet('1gb\n'.repeat(100_000)))).toHaveLength(100_000);
  refused(sheet('1gb\n'.repeat(100_001)), `${path}, line 100001:`, 'more than 100000 samples');
});

it('an endless line is cut in the message', () => {
  try {
    givenSamples(sheet(`5gb\n${'9'.repeat(1_000_000)}z`));
    expect.unreachable();
  } catch (error) {
    expect((error as Error).message.length).toBeLessThan(1000);
  }
});

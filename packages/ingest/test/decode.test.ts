import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodingOf, toUtf8 } from '../src/source/decode.ts';
import { errorOf, expectError } from './support.ts';

const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();

it('the encoding is what a byte-order mark says, UTF-8 without one', () => {
  expect(encodingOf(Buffer.from('\ufeffx', 'utf16le'))).toBe('utf-16le');
  expect(encodingOf(swapped('\ufeffx'))).toBe('utf-16be');
  for (const text of ['\ufeffx', 'x', '']) expect(encodingOf(Buffer.from(text))).toBe('utf-8');
  expect(encodingOf(Buffer.of(0xff))).toBe('utf-8');
});

it('text comes out as UTF-8 without a mark, whatever its encoding', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const plain = Buffer.from(text.replace(/^\ufeff/, ''));
      const marked = `\ufeff${plain.toString()}`;
      expect(toUtf8(plain)).toEqual(plain);
      expect(toUtf8(Buffer.from(marked))).toEqual(plain);
      expect(toUtf8(Buffer.from(marked, 'utf16le'))).toEqual(plain);
      expect(toUtf8(swapped(marked))).toEqual(plain);
    }),
  );
});

it('a mark alone is nothing', () => {
  for (const bytes of [[0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff], []]) {
    expect(toUtf8(Buffer.from(bytes))).toHaveLength(0);
  }
});

it.each([
  ['latin1', Buffer.from('caf\u00e9', 'latin1'), 'UTF-8'],
  ['a surrogate in UTF-8', Buffer.of(0xed, 0xa0, 0x80), 'UTF-8'],
  ['an overlong form', Buffer.of(0xc0, 0x80), 'UTF-8'],
  ['UTF-8 that is cut', Buffer.of(0xe2, 0x82), 'UTF-8'],
  ['UTF-16 that is cut', Buffer.of(0xff, 0xfe, 0x41), 'UTF-16LE'],
  ['a lone surrogate in UTF-16', Buffer.of(0xff, 0xfe, 0x00, 0xd8), 'UTF-16LE'],
  ['a lone surrogate in UTF-16, big-endian', Buffer.of(0xfe, 0xff, 0xdc, 0x00), 'UTF-16BE'],
])('%s is no text', (_, bytes, encoding) => {
  expectError(
    errorOf(() => toUtf8(bytes)),
    'ingest/not-text',
    `not valid ${encoding} text`,
  );
});

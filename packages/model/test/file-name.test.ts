import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isModelFileName, modelFileName } from '../src/registry/file-name.ts';

/** Names that Windows keeps for devices, whatever comes after a dot. */
const DEVICES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)$/i;

/** Keys as pipelines and modules may be called: any text, and what is special to one disk or another. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      'a',
      'A',
      'é',
      'É',
      'ß',
      'İ',
      'ı',
      '.',
      '/',
      '\\',
      ':',
      '%',
      ' ',
      '~',
      '\0',
      '\ud800',
    ),
  }),
  fc.constantFrom(
    '.',
    '..',
    '__proto__',
    'constructor',
    'CON',
    'con.x',
    'nul',
    'COM1',
    'LPT9.txt',
    'conin$',
    'index',
  ),
  fc.string({ minLength: 300, maxLength: 300 }),
  fc.integer({ min: 140, max: 300 }).map((length) => 'x'.repeat(length)),
);

const anyKey = anyText.filter((key) => key !== '');

/** What a model's text would be: it holds the key. */
function nameOf(key: string): string {
  return modelFileName(key, JSON.stringify({ key }));
}

it('a plain key is kept, and followed by 12 hex digits of the SHA-256 of the text', () => {
  const digest = createHash('sha256').update('hello').digest('hex').slice(0, 12);
  expect(modelFileName('somatic-v1.2_b', 'hello')).toBe(`somatic-v1.2_b.${digest}.json`);
});

it.each([
  ['ns/name:1.2', 'ns%2Fname%3A1.2'],
  ['a b', 'a%20b'],
  ['100%', '100%25'],
  ['é', '%C3%A9'],
  ['.hidden', '%2Ehidden'],
  ['..', '%2E.'],
  ['CON', '%43ON'],
  ['nul.txt', '%6Eul.txt'],
  ['lpt1', '%6Cpt1'],
  ['LPT0', '%4CPT0'],
  ['com0.x', '%63om0.x'],
  ['console', 'console'],
  ['com10', 'com10'],
])('%j becomes %s', (key, expected) => {
  expect(modelFileName(key, '')).toBe(`${expected}.e3b0c44298fc.json`); // SHA-256 of nothing
});

it('a long key is cut to 150 bytes, never inside an encoded one', () => {
  expect(modelFileName('x'.repeat(300), '')).toBe(`${'x'.repeat(150)}.e3b0c44298fc.json`);
  expect(modelFileName(`${'x'.repeat(148)}é`, '')).toBe(`${'x'.repeat(148)}.e3b0c44298fc.json`);
});

it('an empty key has a visible name too, which is known again', () => {
  expect(nameOf('')).not.toMatch(/^\./);
  expect(isModelFileName(nameOf(''))).toBe(true);
});

it('a name has only characters that every disk takes, is visible, no device, and at most 255 bytes', () => {
  fc.assert(
    fc.property(anyKey, (key) => {
      const name = nameOf(key);
      expect(name).toMatch(/^[A-Za-z0-9_.%-]+$/);
      expect(name).not.toMatch(/^\./);
      expect(name.split('.')[0]).not.toMatch(DEVICES);
      expect(name.length).toBeLessThanOrEqual(255);
    }),
  );
});

it('names of different keys never meet, on disks that fold case or drop accents neither', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyKey, { minLength: 2 }), (keys) => {
      const folded = keys.map((key) => nameOf(key).toLowerCase().normalize('NFKC'));
      expect(new Set(folded).size).toBe(keys.length);
    }),
  );
  const alike = [
    'ns/name:1.2',
    'NS/NAME:1.2',
    'ns_name_1.2',
    'ns%2Fname%3A1.2',
    'caf\u00e9',
    'cafe\u0301',
    '\ud800',
    '\ud801',
  ];
  expect(new Set(alike.map((key) => nameOf(key).toLowerCase())).size).toBe(alike.length);
});

it('names that it gives are known again, so that old ones can be removed', () => {
  fc.assert(fc.property(anyKey, (key) => isModelFileName(nameOf(key))));
});

it.each([
  'index.json',
  'somatic.json',
  '.a.0123456789ab.json',
  'a b.0123456789ab.json',
  'x.0123456789AB.json',
  'x.0123456789ab.json.bak',
])('%s is no name that it gives', (name) => {
  expect(isModelFileName(name)).toBe(false);
});

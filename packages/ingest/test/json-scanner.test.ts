import fc from 'fast-check';
import { expect, it } from 'vitest';
import { IngestError } from '../src/index.ts';
import { JsonScanner } from '../src/source/json-scanner.ts';
import { errorOf, expectError, limits } from './support.ts';

const scannerOf = (text: string, lowered = {}): JsonScanner =>
  new JsonScanner(Buffer.from(text), limits(lowered));

/** JSON of any shape, with white space where it may stand. */
const jsonText = fc
  .tuple(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom<string | number>('', 1, '\t', ' \r\n'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

it('skipValue ends where the value ends', () => {
  fc.assert(
    fc.property(jsonText, fc.constantFrom('', ' ', ',1', ']', '}', '\n'), (text, rest) => {
      const { length } = Buffer.from(text);
      expect(scannerOf(text + rest).skipValue(0, 0)).toBe(length);
    }),
  );
});

it('scanObject gives the members as JSON.parse has them, in order', () => {
  const key = fc.string({ unit: 'grapheme' });
  const member = fc.tuple(key, fc.jsonValue());
  fc.assert(
    fc.property(fc.array(member), fc.constantFrom('', ' ', '\n\t'), (members, space) => {
      const parts = members.map(
        ([name, value]) => `${space}${JSON.stringify(name)}${space}:${space}${JSON.stringify(value)}`,
      );
      const bytes = Buffer.from(`{${parts.join(`${space},`)}${space}}rest`);
      const { members: found, end } = new JsonScanner(bytes, limits()).scanObject(0, 0);
      const at = (from: number, to: number): string => bytes.toString('utf8', from, to);
      expect(found.map(({ keyStart, keyEnd }) => at(keyStart, keyEnd))).toEqual(
        members.map(([name]) => JSON.stringify(name)),
      );
      expect(found.map(({ valueStart, valueEnd }) => at(valueStart, valueEnd))).toEqual(
        members.map(([, value]) => JSON.stringify(value)),
      );
      expect(bytes.toString('utf8', end)).toBe('rest');
    }),
  );
});

it('walkObject lets a caller walk a value itself', () => {
  const text = '{"a": {}, "b": [1]}';
  const walked: string[] = [];
  const end = scannerOf(text).walkObject(0, 0, (keyStart, keyEnd, valueStart) => {
    walked.push(text.slice(keyStart, keyEnd));
    return text[valueStart] === '{' ? valueStart + 2 : undefined;
  });
  expect(walked).toEqual(['"a"', '"b"']);
  expect(end).toBe(text.length);
});

it.each([
  ['{', 'a key in double quotes', 'the end of the text'],
  ['{a: 1}', 'a key in double quotes', 'a'],
  ['{"a" 1}', 'a colon', '1'],
  ['{"a": }', 'a value', '}'],
  ['{"a": 1 "b": 2}', 'a comma or the end of the object', '"'],
  ['{"a": 1,}', 'a key in double quotes', '}'],
  ['{"a": [1}', 'the other kind of bracket', '}'],
  ['{"a": {"b": 1', 'a closing bracket', 'the end of the text'],
  ['{"a": "b', 'the end of a string', 'the end of the text'],
  ['{"a": "b\\"}', 'the end of a string', 'the end of the text'],
  ['{"a', 'the end of a string', 'the end of the text'],
  ['{"a": 1', 'a comma or the end of the object', 'the end of the text'],
])('of %j it is told that %s was expected, and %s found', (text, expected, got) => {
  expectError(
    errorOf(() => scannerOf(text).scanObject(0, 0)),
    'ingest/not-parsable',
    `expected ${expected}`,
  );
  expect(errorOf(() => scannerOf(text).scanObject(0, 0)).message).toContain(got);
});

it('an error tells line and column', () => {
  const { message } = errorOf(() => scannerOf('{\n "a": 1,\n "b" 2}').scanObject(0, 0));
  expect(message).toContain('line 3, column 6');
});

it('nesting is counted from the containers around', () => {
  const text = `{"a": ${'['.repeat(3)}${']'.repeat(3)}}`;
  expect(() => scannerOf(text, { maxNesting: 4 }).scanObject(0, 0)).not.toThrow();
  expectError(
    errorOf(() => scannerOf(text, { maxNesting: 3 }).scanObject(0, 0)),
    'ingest/limit',
    /maxNesting/,
  );
  expectError(
    errorOf(() => scannerOf(text, { maxNesting: 4 }).scanObject(0, 1)),
    'ingest/limit',
    /maxNesting/,
  );
});

it('a value that is passed over is not counted', () => {
  const list = `[${'1,'.repeat(999)}1]`;
  const counted = scannerOf(list, { maxNodes: 500 });
  expectError(
    errorOf(() => counted.skipValue(0, 0)),
    'ingest/limit',
    /more than 500 .*maxNodes/,
  );
  expect(scannerOf(list, { maxNodes: 500 }).skipValue(0, 0, false)).toBe(list.length);
});

it('whatever the bytes are, the scanner ends, with an answer or an error of its own', () => {
  const soup = fc.string({
    unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '1', 'a', ' ', '\n', 'é'),
  });
  fc.assert(
    fc.property(soup, (text) => {
      try {
        const { end } = scannerOf(`{${text}`).scanObject(0, 0);
        expect(end).toBeLessThanOrEqual(Buffer.byteLength(text) + 1);
      } catch (error) {
        expect(error).toBeInstanceOf(IngestError);
      }
    }),
    { numRuns: 1000 },
  );
});

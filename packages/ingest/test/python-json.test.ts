import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parsePythonJson } from '../src/source/python-json.ts';
import { jsonValue } from './arbitraries.ts';

it.each<[string, unknown]>([
  ['NaN', null],
  ['Infinity', null],
  ['-Infinity', null],
  ['[NaN, Infinity, -Infinity, 1]', [null, null, null, 1]],
  ['{"a":NaN,"b":-Infinity}', { a: null, b: null }],
  ['{"a": NaN, "b": "NaN"}', { a: null, b: 'NaN' }],
  ['{"NaN": NaN}', { NaN: null }],
  ['["/data/NaN/x", NaN, "Infinity, -Infinity"]', ['/data/NaN/x', null, 'Infinity, -Infinity']],
  ['["\\" NaN", NaN, "\\\\", NaN, "\\\\\\" NaN"]', ['" NaN', null, '\\', null, '\\" NaN']],
  ['{"a": 1}', { a: 1 }],
])('%s is read as Python writes it', (text, value) => {
  expect(parsePythonJson(text)).toEqual(value);
});

it.each([
  '',
  'nan',
  '+Infinity',
  '--Infinity',
  'NaN1',
  'aNaN',
  '[NaN',
  '{"a": NaN,}',
  '"NaN',
  '1e5e',
  'Infinity5',
  '- Infinity',
  '-NaN',
])('%j is no JSON of Python either', (text) => {
  expect(() => parsePythonJson(text)).toThrow(SyntaxError);
});

it('what JSON.parse reads is read the same, NaN in strings or not', () => {
  const text = fc.string({ unit: fc.constantFrom('NaN', 'Infinity', '-', '"', '\\', ' ', 'a', ',', 'é') });
  fc.assert(
    fc.property(jsonValue, fc.array(text), (value, texts) => {
      const all = JSON.stringify([value, texts]);
      expect(parsePythonJson(all)).toEqual(JSON.parse(all));
      expect(parsePythonJson(`[NaN,${all}]`)).toEqual([null, JSON.parse(all)]);
    }),
  );
});

it('long strings are no trouble: full of quotes, of words, of millions of escapes', () => {
  for (const content of ['\\"NaN'.repeat(200_000), '"'.repeat(500_000), '\n'.repeat(4_000_000)]) {
    expect(parsePythonJson(`[NaN,${JSON.stringify(content)}]`)).toEqual([null, content]);
  }
});

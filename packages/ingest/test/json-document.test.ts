import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, type DocumentLimits, IngestError } from '../src/index.ts';
import { unwrap } from '../src/run/parse-run.ts';
import type { Document, ReadOptions } from '../src/source/document.ts';
import { readJsonDocument } from '../src/source/json-document.ts';
import { jsonKey } from './arbitraries.ts';
import { contentOf, errorOf, expectError, limits } from './support.ts';

const read = (text: string, options?: ReadOptions, lowered: Partial<DocumentLimits> = {}): Document =>
  readJsonDocument(Buffer.from(text), limits(lowered), options);
const valueIn = (text: string, options?: ReadOptions): unknown => contentOf(read(text, options));
const withTimeline = (timeline: string): string =>
  `{"A": {"command": "x", "resource_timeline": ${timeline}, "status": "s"}}`;

it('members are what JSON.parse gives, read one by one', () => {
  const text =
    ' {"A": {"command": "x", "n": [1, 2.5, -3e2, true, null, "é\\n\\u00e9"]}, "__m": {"a": {}}, "x": 5}\n';
  expect(valueIn(text)).toEqual(JSON.parse(text));
});

it.each(['', ' ', '\n\t\r '])('%j is an empty document', (text) => {
  expect(read(text)).toEqual({ entries: [], notes: [] });
});

it.each(['[]', '[{"command": "x"}]', 'null', '5', '"text"', 'true', 'NaN'])(
  '%s at the top is no mapping',
  (text) => {
    expectError(
      errorOf(() => read(text)),
      'ingest/not-a-mapping',
      /mapping of job id to job record/,
    );
  },
);

it.each([
  '[1',
  '[1 2]',
  'nul',
  '"open',
  '[}',
  '5 5',
  'None',
  "{'a': 1}",
  '{"a": 1} x',
  '{"a": 1}{"b": 2}',
  '{} {}',
  '{"a": 1,}',
])('%s is not JSON', (text) => {
  expectError(
    errorOf(() => valueIn(text)),
    'ingest/not-parsable',
    /not JSON/,
  );
});

it.each([
  '{"a": tru}',
  '{"a": 01}',
  '{"a": +1}',
  '{"a": "\t"}',
  '{"a": "\\x"}',
  '{"a": [1 2]}',
  '{"a": {"b" 1}}',
  '{"\\x": 1}',
  '{"a": .5}',
  '{"a": {,}}',
])('%s is not JSON, which shows when the member is read', (text) => {
  expectError(
    errorOf(() => valueIn(text)),
    'ingest/not-parsable',
    /not JSON/,
  );
});

it('a message is one line of bounded length', () => {
  const { message } = errorOf(() => valueIn(`{"a": [${'x'.repeat(10_000)}]}`));
  expect(message.length).toBeLessThan(300);
  expect(message).not.toContain('\n');
});

it('missing values as Python writes them are null, and text is not touched', () => {
  const text =
    '{"A": {"command": "/data/NaN/x", "a": NaN, "b": -Infinity, "c": ["Infinity", Infinity]}, "NaN": NaN}';
  expect(valueIn(text)).toEqual({
    A: { command: '/data/NaN/x', a: null, b: null, c: ['Infinity', null] },
    NaN: null,
  });
});

// --------------------------------------------------------------------------------------- timelines

it('a timeline is passed over unless it is wanted', () => {
  const text = withTimeline('[{"t": "x", "cpu": NaN}, {"t": "y"}]');
  expect(valueIn(text)).toEqual({ A: { command: 'x', resource_timeline: null, status: 's' } });
  expect(valueIn(text, { timelines: true })).toEqual({
    A: { command: 'x', resource_timeline: [{ t: 'x', cpu: null }, { t: 'y' }], status: 's' },
  });
});

it.each(['[tru]', '[{"t" 5}]', '["\t"]', '[1,,2]', '{"a"}', 'wrong'])(
  'a timeline %s that is wrong inside does not matter, and is noted when it is wanted',
  (timeline) => {
    const passedOver = read(withTimeline(timeline));
    expect([contentOf(passedOver), passedOver.notes]).toEqual([
      { A: { command: 'x', resource_timeline: null, status: 's' } },
      [],
    ]);
    const wanted = read(withTimeline(timeline), { timelines: true });
    expect(contentOf(wanted)).toEqual({ A: { command: 'x', resource_timeline: null, status: 's' } });
    expect(wanted.notes).toHaveLength(1);
    expect(wanted.notes[0]).toMatchObject({
      code: 'ingest/bad-timeline',
      message: expect.stringContaining('job A'),
    });
  },
);

it.each(['[1', '[}', '["a]', '[{]}'])(
  'a timeline %s whose brackets do not balance makes the document unreadable',
  (timeline) => {
    expectError(
      errorOf(() => read(withTimeline(timeline))),
      'ingest/not-parsable',
      /not JSON/,
    );
  },
);

it('only the timeline of a job record is one', () => {
  const text =
    '{"A": {"resource_timeline": [1]}, "B": {"command": "x", "previous_attempts": [{"resource_timeline": {"cpu": 1}}]}}';
  expect(valueIn(text)).toEqual(JSON.parse(text));
});

it('of two timelines in one record neither is read into the other', () => {
  const text = '{"A": {"resource_timeline": [1], "command": "x", "resource_timeline": [2]}}';
  expect(valueIn(text, { timelines: true })).toEqual({ A: { command: 'x', resource_timeline: [2] } });
  expect(valueIn(text)).toMatchObject({ A: { resource_timeline: null } });
});

// ----------------------------------------------------------------------------------------- wrapper

it('the mapping may be wrapped as Bio-Pype posts it', () => {
  const inner = '{"A": {"command": "x", "resource_timeline": [tru]}, "__pipeline_metadata__": {}}';
  for (const text of [`{"runtime_data": ${inner}}`, `{"user": [1], "runtime_data" : ${inner} , "x": {}}`]) {
    expect(valueIn(text)).toEqual({
      A: { command: 'x', resource_timeline: null },
      __pipeline_metadata__: {},
    });
    expect(read(text, { timelines: true }).entries).toHaveLength(2);
  }
});

it('an id that occurs twice inside the wrapper is noted', () => {
  const document = read('{"runtime_data": {"A": {"command": "x"}, "A": {"command": "y"}}}');
  expect(contentOf(document)).toEqual({ A: { command: 'y' } });
  expect(document.notes.map(({ code }) => code)).toEqual(['ingest/duplicate-id']);
});

it('a job called runtime_data is no wrapper, nor is a value that is no mapping', () => {
  for (const text of [
    '{"runtime_data": {"command": "x"}, "A": {"command": "y"}}',
    '{"runtime_data": [1], "A": {"command": "y"}}',
  ]) {
    expect(valueIn(text)).toEqual(JSON.parse(text));
  }
});

// -------------------------------------------------------------------------------------------- names

it('of an id that occurs twice the last stands, and is noted', () => {
  const document = read(
    '{"A": {"command": "1"}, "B": {"command": "2"}, "A": {"command": "3"}, "\\u0042": {"command": "4"}}',
  );
  expect(contentOf(document)).toEqual({ A: { command: '3' }, B: { command: '4' } });
  expect(document.notes.map(({ message }) => message)).toEqual([
    expect.stringContaining('A'),
    expect.stringContaining('B'),
  ]);
});

it('a timeline of the record that stands is the one that is read', () => {
  const document = read('{"A": {"command": "1", "resource_timeline": [1]}, "A": {"command": "2"}}', {
    timelines: true,
  });
  expect(contentOf(document)).toEqual({ A: { command: '2' } });
});

it('names of Object.prototype are ordinary keys', () => {
  const text =
    '{"__proto__": {"polluted": true}, "constructor": {"command": "x", "__proto__": {"polluted": true}}, "toString": 1}';
  expect(canonicalJson(valueIn(text))).toBe(canonicalJson(JSON.parse(text)));
  expect(({} as Record<string, unknown>).polluted).toBe(undefined);
});

it.each([
  ['metadata that nobody asks for', '{"A": {"command": "x"}, "__other__": tru}'],
  ['what stands beside a wrapped mapping', '{"x": tru, "runtime_data": {"A": {"command": "x"}}}'],
  ['a record that another of its id replaces', '{"A": {"command": tru}, "A": {"command": "x"}}'],
])('a document that is not JSON in %s is not parsable', (_, text) => {
  expectError(
    errorOf(() => valueIn(text)),
    'ingest/not-parsable',
    /not JSON/,
  );
});

// ------------------------------------------------------------------------------------------- limits

const nested = (levels: number): string =>
  `{"A": {"command": "x", "x": ${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}}`;
const points = (count: number): string => `[${Array(count).fill('{"a": 1}').join()}]`;

it('nesting up to the limit is read, deeper is refused before it is decoded', () => {
  expect(() => valueIn(nested(100))).not.toThrow();
  expectError(
    errorOf(() => valueIn(nested(101))),
    'ingest/limit',
    /deeper than 100 .*maxNesting/,
  );
  expectError(
    errorOf(() => read(nested(6), {}, { maxNesting: 5 })),
    'ingest/limit',
    /deeper than 5 .*maxNesting/,
  );
  expectError(
    errorOf(() => valueIn('['.repeat(1_000_000))),
    'ingest/limit',
    /maxNesting/,
  );
  expectError(
    errorOf(() => valueIn('{"a":'.repeat(1_000_000))),
    'ingest/limit',
    /maxNesting/,
  );
});

it.each([
  ['bare', (record: string) => `{"A": ${record}}`],
  ['wrapped', (record: string) => `{"runtime_data": {"A": ${record}}}`],
])('keys and values up to the limit are read, more are refused, timelines aside: %s', (_, textOf) => {
  const text = textOf(`{"command": "x", "list": ${points(1000)}}`);
  expect(() => read(text, {}, { maxNodes: 3300 })).not.toThrow();
  expectError(
    errorOf(() => read(text, {}, { maxNodes: 2700 })),
    'ingest/limit',
    /more than 2700 .*maxNodes/,
  );
  const timeline = textOf(`{"command": "x", "resource_timeline": ${points(1000)}}`);
  expect(() => read(timeline, {}, { maxNodes: 100 })).not.toThrow();
  expect(() => read(timeline, { timelines: true }, { maxNodes: 3300 })).not.toThrow();
  expectError(
    errorOf(() => read(timeline, { timelines: true }, { maxNodes: 2700 })),
    'ingest/limit',
    /maxNodes/,
  );
});

it.each([
  ['bare', (record: string) => `{"A": ${record}}`],
  ['wrapped', (record: string) => `{"runtime_data": {"A": ${record}}}`],
])('JSON that is kept up to the limit is read, more is refused, timelines aside: %s', (_, textOf) => {
  const text = textOf(`{"command": "${'x'.repeat(1000)}", "resource_timeline": ${points(1000)}}`);
  expect(() => read(text, {}, { maxJsonBytes: 1100 })).not.toThrow();
  expectError(
    errorOf(() => read(text, {}, { maxJsonBytes: 900 })),
    'ingest/limit',
    /larger than 900 bytes .*maxJsonBytes/,
  );
  expectError(
    errorOf(() => read(text, { timelines: true }, { maxJsonBytes: 1100 })),
    'ingest/limit',
    /maxJsonBytes/,
  );
});

// --------------------------------------------------------------------------------------- properties

const name = fc.oneof(
  fc.constantFrom(
    'A',
    'B',
    'command',
    'resource_timeline',
    '__pipeline_metadata__',
    '__proto__',
    'constructor',
    '',
    'a"b',
    'a\\b',
  ),
  jsonKey,
);
const anyValue = fc.letrec((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, fc.jsonValue({ maxDepth: 0 }), tie('list'), tie('object')),
  list: fc.array(tie('value'), { maxLength: 4 }),
  object: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
})).value;
const space = fc.constantFrom('', '', ' ', '\n', '\r\n\t');

/** The text of an object whose keys may occur twice. */
function objectText(members: readonly (readonly [string, unknown])[], gap: string): string {
  return `${gap}{${gap}${members.map(([key, value]) => `${JSON.stringify(key)}${gap}:${JSON.stringify(value)}`).join(`${gap},`)}}${gap}`;
}

it('scanning and parsing equals JSON.parse for any document', () => {
  const names = fc.oneof(name, fc.constant('runtime_data'));
  fc.assert(
    fc.property(fc.array(fc.tuple(names, anyValue), { maxLength: 6 }), space, (members, gap) => {
      const text = objectText(members, gap);
      const expected = unwrap(JSON.parse(text) as Record<string, unknown>);
      expect(canonicalJson(valueIn(text, { timelines: true }))).toBe(canonicalJson(expected));
    }),
    { numRuns: 1000 },
  );
});

it.each(['\n', '\t', '\u0000', '\u001f'])('a key that holds %j as it is is not JSON', (character) => {
  for (const text of [
    `{"a${character}b":{"command":"x"}}`,
    `{"runtime_data":{"${character}":{"command":"x"}}}`,
  ]) {
    expect(() => JSON.parse(text)).toThrow();
    expect(() => valueIn(text, { timelines: true })).toThrow(IngestError);
  }
});

it('a document that is damaged anywhere is read as JSON.parse reads it, or refused with an error of this package', () => {
  const document = fc.dictionary(
    name.filter((key) => key !== 'resource_timeline'),
    anyValue,
    { maxKeys: 5 },
  );
  const splice = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    remove: fc.nat(3),
    add: fc.string({ maxLength: 3, unit: fc.constantFrom(...'{}[]",:\\ 01tn\n') }),
  });
  fc.assert(
    fc.property(document, splice, (value, { at, remove, add }) => {
      const whole = JSON.stringify(value);
      const start = Math.floor(at * whole.length);
      const text = whole.slice(0, start) + add + whole.slice(start + remove);
      if (text.includes('resource_timeline') || Buffer.from(text).toString() !== text) return;
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        expected = undefined;
      }
      try {
        const got = canonicalJson(valueIn(text, { timelines: true }));
        expect(got, text).toBe(canonicalJson(text.trim() === '' ? {} : expected));
      } catch (error) {
        if (!(error instanceof IngestError)) throw error;
        expect(error.code === 'ingest/not-a-mapping' || expected === undefined, text).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

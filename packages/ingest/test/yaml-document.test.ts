import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type DocumentLimits, IngestError } from '../src/index.ts';
import type { Document, ReadOptions } from '../src/source/document.ts';
import { readYamlDocument } from '../src/source/yaml-document.ts';
import { contentOf, errorOf, expectError, limits } from './support.ts';

const read = (text: string, options?: ReadOptions, lowered: Partial<DocumentLimits> = {}): Document =>
  readYamlDocument(Buffer.from(text), limits(lowered), options);
const valueIn = (text: string, options?: ReadOptions): unknown => contentOf(read(text, options));

const withTimeline = (timeline: string): string =>
  `A:\n  command: x\n  resource_timeline:${timeline}\n  status: s\nB:\n  command: y\n`;

it.each(['', '\n', '# only a comment\n', '---\n', '---\n...\n', 'null\n', '~', '---\n~\n'])(
  '%j is an empty document',
  (text) => {
    expect(read(text)).toEqual({ entries: [], notes: [] });
  },
);

it.each(['[]', '- a\n- b\n', 'text', '12', 'yes', "''", '"null"'])('%j at the top is no mapping', (text) => {
  expectError(
    errorOf(() => read(text)),
    'ingest/not-a-mapping',
    /mapping of job id to job record/,
  );
});

it.each([
  'A: [1, 2',
  'A: {b: 1',
  "A: 'open",
  'A: "open',
  'A: "\\q"',
  'A: @x',
  'A:\n\tb: 1',
  'A: b: c',
  'A: *nothing',
  'A: &a [*a]',
  'A: 1\n  b: 2',
  'A: |x\n  b',
  '? [a]\n: 1',
  'A: {<<: 5}',
])('%j is not YAML', (text) => {
  expectError(
    errorOf(() => read(text)),
    'ingest/not-parsable',
    /^not YAML/,
  );
});

it('a message is one line of bounded length that tells where', () => {
  const { message } = errorOf(() => read(`A: 1\nB: @${'x'.repeat(10_000)}\n`));
  expect(message.length).toBeLessThan(300);
  expect(message).not.toContain('\n');
  expect(message).toContain('line 2');
});

it.each(['A: 1\n---\nB: 2\n', '---\nA: 1\n---\n', 'A: 1\n--- text\n---\n- x\n'])(
  '%j is several documents',
  (text) => {
    expectError(
      errorOf(() => read(text)),
      'ingest/several-documents',
      /\d YAML documents/,
    );
  },
);

// ----------------------------------------------------------------------------------------- the text of ids

it('ids, keys and dependencies keep their text; other scalars are values', () => {
  const text =
    'A1:\n  command: x\n  pid: 0123\n  queue_id: 0123\n  batch_id: 12E5\n  dependencies:\n  - 0123\n  - 12E5000000\n' +
    '__pipeline_metadata__: {run_id: 007, run_hash: 1e3, run_name: 1:30}\n12E5000000: {command: y}\n';
  expect(valueIn(text)).toEqual({
    A1: { command: 'x', pid: 83, queue_id: '0123', batch_id: '12E5', dependencies: ['0123', '12E5000000'] },
    __pipeline_metadata__: { run_id: '007', run_hash: '1e3', run_name: '1:30' },
    '12E5000000': { command: 'y' },
  });
});

it('names of Object.prototype are ordinary keys, merged ones too', () => {
  const text =
    'base: &b\n  __proto__:\n    polluted: true\nA:\n  <<: *b\n  command: x\nconstructor: {command: y}\n__proto__: {command: z}\n';
  const value = valueIn(text) as Record<string, Record<string, unknown>>;
  expect(Object.keys(value)).toEqual(['base', 'A', 'constructor', '__proto__']);
  expect(Object.keys(value.A ?? {})).toEqual(['__proto__', 'command']);
  expect(({} as Record<string, unknown>).polluted).toBe(undefined);
});

it('of an id that occurs twice the last stands, and is noted', () => {
  const document = read("A: {command: '1'}\nB: {command: '2'}\n'A': {command: '3'}\nx: 1\nx: 2\n");
  expect(contentOf(document)).toEqual({ A: { command: '3' }, B: { command: '2' }, x: 2 });
  expect(document.notes).toEqual([{ code: 'ingest/duplicate-id', message: expect.stringContaining('A') }]);
});

it('a tag that is not known is read without it, and noted', () => {
  const document = read(
    "A: {command: x, n: !!python/tuple [1], t: !local '12', u: !!python/unicode '12', s: !!str 12}\n",
  );
  expect(contentOf(document)).toEqual({ A: { command: 'x', n: [1], t: '12', u: '12', s: '12' } });
  expect(document.notes.map(({ code }) => code)).toEqual(Array(3).fill('ingest/unknown-tag'));
  expect(document.notes[0]?.message).toContain('python/tuple');
});

it('the mapping may be wrapped as Bio-Pype posts it', () => {
  expect(valueIn('user: x\nruntime_data:\n  A: {command: x}\n  __pipeline_metadata__: {}\n')).toEqual({
    A: { command: 'x' },
    __pipeline_metadata__: {},
  });
  expect(valueIn('runtime_data: {command: x}\nA: {command: y}\n')).toEqual({
    runtime_data: { command: 'x' },
    A: { command: 'y' },
  });
});

it('an id that occurs twice inside the wrapper is noted too', () => {
  const document = read('runtime_data:\n  A: {command: x}\n  A: {command: y}\n');
  expect(contentOf(document)).toEqual({ A: { command: 'y' } });
  expect(document.notes.map(({ code }) => code)).toEqual(['ingest/duplicate-id']);
});

// --------------------------------------------------------------------------------------- timelines

const POINTS = "\n  - cpu: 1.5\n    t: '2026-05-04T10:00:00'\n  - cpu: .nan\n    t: null";

it('a timeline is passed over unless it is wanted', () => {
  const rest = { A: { command: 'x', status: 's' }, B: { command: 'y' } };
  expect(valueIn(withTimeline(POINTS))).toMatchObject(rest);
  expect(JSON.stringify(valueIn(withTimeline(POINTS)))).not.toContain('cpu');
  expect(valueIn(withTimeline(POINTS), { timelines: true })).toMatchObject({
    A: {
      resource_timeline: [
        { cpu: 1.5, t: '2026-05-04T10:00:00' },
        { cpu: Number.NaN, t: null },
      ],
    },
  });
});

it.each([
  ['a reserved character', '\n  - cpu: @1'],
  ['a mapping in a mapping', '\n  - a: b: c'],
  ['a wrong dedent', '\n  -     cpu: 1\n     t: 2'],
  ['flow without commas', ' [{t: 1 cpu: 2}]'],
  ['an unknown alias', '\n  - cpu: *nothing'],
])('a timeline that is wrong inside (%s) does not matter, and is noted when it is wanted', (_, timeline) => {
  const rest = { A: { command: 'x', status: 's' }, B: { command: 'y' } };
  const passedOver = read(withTimeline(timeline));
  expect(contentOf(passedOver)).toMatchObject(rest);
  expect(passedOver.notes).toEqual([]);
  const wanted = read(withTimeline(timeline), { timelines: true });
  expect(contentOf(wanted)).toMatchObject(rest);
  expect(wanted.notes.map(({ code }) => code)).toEqual(['ingest/bad-timeline']);
});

it.each(["\n  - t: 'open", '\n  - t: "open', ' [{t: 1}'])(
  'a timeline %j that is not closed makes the document unreadable',
  (timeline) => {
    expectError(
      errorOf(() => read(withTimeline(timeline))),
      'ingest/not-parsable',
      /^not YAML/,
    );
  },
);

it('a job called resource_timeline is a job', () => {
  expect(valueIn('resource_timeline: {command: x}\nA: {command: y}\n')).toEqual({
    resource_timeline: { command: 'x' },
    A: { command: 'y' },
  });
});

// ------------------------------------------------------------------------------------------- limits

const flow = (levels: number): string =>
  `A: {command: x, x: ${'['.repeat(levels - 2)}${']'.repeat(levels - 2)}}\n`;
const block = (levels: number): string =>
  Array.from({ length: levels }, (_, i) => `${' '.repeat(i)}a:`).join('\n');

it('nesting up to the limit is read, deeper is refused by the name of the limit', () => {
  expect(() => read(flow(100))).not.toThrow();
  expect(() => read(block(100))).not.toThrow();
  for (const text of [flow(101), block(101), flow(800)]) {
    expectError(
      errorOf(() => read(text)),
      'ingest/limit',
      /deeper than 100 .*maxNesting/,
    );
  }
  expectError(
    errorOf(() => read(flow(6), {}, { maxNesting: 5 })),
    'ingest/limit',
    /deeper than 5 .*maxNesting/,
  );
});

it.each([
  ['lists', `A: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
  ['lists that are not closed', `A: ${'['.repeat(50_000)}`],
  ['mappings', `A: ${'{a: '.repeat(5000)}1${'}'.repeat(5000)}\n`],
  ['blocks', block(3000)],
  ['dashes', `A:\n  ${'- '.repeat(10_000)}x\n`],
  ['questions', `${'? '.repeat(10_000)}x\n`],
])(
  'nesting far beyond the limit (%s) is refused by the name of the limit, whatever the stack holds',
  (_, text) => {
    expectError(
      errorOf(() => read(text)),
      'ingest/limit',
      /maxNesting/,
    );
  },
);

it('keys and values up to the limit are read, more are refused', () => {
  const text = `A:\n  command: x\n  list: [${Array(1000).fill('{a: 1}').join(', ')}]\n`;
  expect(() => read(text, {}, { maxNodes: 3300 })).not.toThrow();
  expectError(
    errorOf(() => read(text, {}, { maxNodes: 2700 })),
    'ingest/limit',
    /more than 2700 .*maxNodes/,
  );
});

it('aliases count as often as they stand', () => {
  const bomb = (levels: number): string => {
    const lines = ['l0: &l0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i <= levels; i++)
      lines.push(
        `l${i}: &l${i} [${Array(10)
          .fill(`*l${i - 1}`)
          .join(', ')}]`,
      );
    return `${lines.join('\n')}\nA: {command: x}\n`;
  };
  expect(() => read(bomb(3))).not.toThrow();
  expectError(
    errorOf(() => read(bomb(30))),
    'ingest/limit',
    /more than 5000000 .*maxNodes/,
  );
  expectError(
    errorOf(() => read(bomb(2), {}, { maxNodes: 1000 })),
    'ingest/limit',
    /more than 1000 .*maxNodes/,
  );
  expect(() => read(bomb(2), {}, { maxNodes: 1500 })).not.toThrow();
});

it('merges count as often as they stand', () => {
  const keys = Array.from({ length: 100 }, (_, i) => `k${i}: 1`).join(', ');
  const text = `b: &b {${keys}}\n${Array.from({ length: 100 }, (_, i) => `A${i}: {<<: *b}`).join('\n')}\n`;
  expect(() => read(text, {}, { maxNodes: 25_000 })).not.toThrow();
  expectError(
    errorOf(() => read(text, {}, { maxNodes: 15_000 })),
    'ingest/limit',
    /maxNodes/,
  );
});

it('aliases nest as deep as they stand', () => {
  const text = `l0: &l0 [x]\n${Array.from({ length: 120 }, (_, i) => `l${i + 1}: &l${i + 1} [*l${i}]`).join('\n')}\n`;
  expectError(
    errorOf(() => read(text)),
    'ingest/limit',
    /maxNesting/,
  );
});

it('YAML that is kept up to the limit is read, more is refused, timelines aside', () => {
  const text = withTimeline(POINTS.repeat(100)).replace('status: s', `status: ${'s'.repeat(1000)}`);
  expectError(
    errorOf(() => read(text, {}, { maxYamlBytes: 900 })),
    'ingest/limit',
    /larger than 900 bytes .*maxYamlBytes/,
  );
  expectError(
    errorOf(() => read(text, { timelines: true }, { maxYamlBytes: 1200 })),
    'ingest/limit',
    /maxYamlBytes/,
  );
  expect(() => read(text, {}, { maxYamlBytes: 1200 })).not.toThrow();
});

it('nodes of a timeline that is passed over are not counted', () => {
  const text = withTimeline(POINTS.repeat(500));
  expect(() => read(text, {}, { maxNodes: 100 })).not.toThrow();
  expectError(
    errorOf(() => read(text, { timelines: true }, { maxNodes: 100 })),
    'ingest/limit',
    /maxNodes/,
  );
});

// --------------------------------------------------------------------------------------- robustness

it.each<[string, string]>([
  ['a blank at the end of every line', 'A: \n  b: 1 \n'.repeat(10_000)],
  ['comments', `${'# x\n'.repeat(50_000)}A: {command: x}\n`],
  ['empty lines', `${'\n'.repeat(200_000)}A: {command: x}\n`],
  ['a folded plain text', `A:\n  command: ${'a b\n    '.repeat(50_000)}\n`],
  ['a folded quoted text', `A:\n  command: "${'a \\\n    b'.repeat(50_000)}"\n`],
  ['anchors', `A:\n${Array.from({ length: 20_000 }, (_, i) => `  k${i}: &a${i} v\n`).join('')}`],
  ['one long list', `A: [${'1, '.repeat(50_000)}]\n`],
  ['errors', `A: 1\n${'  x: ]\n'.repeat(10_000)}`],
  ['documents', '---\nA: 1\n'.repeat(10_000)],
  ['directives', `${'%FOO x\n'.repeat(20_000)}---\nA: 1\n`],
])('a document of many parts (%s) takes no more than its length', (_, text) => {
  try {
    read(text);
  } catch (error) {
    expect(error).toBeInstanceOf(IngestError);
  }
});

it('whatever the text is, it is read or refused with an error of this package', () => {
  const unit = fc.constantFrom(
    ...'aA1:-?[]{},&*!|>\'"%@`# \t\n\\~.',
    '\n  ',
    ': ',
    '- ',
    '<<: ',
    'command: x\n',
    '---\n',
    '...\n',
    '!!str ',
    '&a ',
    '*a ',
    'é',
    '\0',
    '\u2028',
    '\ufeff',
  );
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      try {
        valueIn(text);
      } catch (error) {
        if (!(error instanceof IngestError)) throw error;
        expect(error.message).not.toContain('\n');
      }
    }),
    { numRuns: 2000 },
  );
});

it('JSON is read as YAML too', () => {
  const text = fc.string({ unit: 'grapheme-ascii' }).filter((value) => !/[\\"/]/.test(value));
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('any')),
      tie('map'),
    ),
    map: fc.dictionary(text, tie('any'), { maxKeys: 4, noNullPrototype: true }),
  })).map;
  fc.assert(
    fc.property(value, (mapping) => {
      expect(valueIn(JSON.stringify({ A: mapping }))).toEqual({ A: mapping });
    }),
  );
});

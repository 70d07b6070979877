import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { corpusPath } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, IngestError } from '../src/index.ts';
import type { Document } from '../src/source/document.ts';
import { readWhole, readYamlDocument } from '../src/source/yaml-document.ts';
import { contentOf, limits } from './support.ts';

// YAML has two readers: a fast one for what PyYAML writes, and the general parser. Where both read, they read the same.

const FILES = readdirSync(corpusPath('runs')).map((name) =>
  readFileSync(join(corpusPath('runs'), name, 'pipeline_runtime.yaml'), 'utf8'),
);
/** Records and metadata of real runs. */
const RECORDS = FILES.flatMap((text) => text.split(/\n(?=\S)/).map((record) => `${record.trimEnd()}\n`));

/** What a reader makes of a text: its content, or that it refuses it. */
function outcome(read: () => Document): { content: string | null; notes: string[] } {
  try {
    const document = read();
    return { content: canonicalJson(contentOf(document)), notes: document.notes.map(({ code }) => code) };
  } catch (error) {
    if (error instanceof IngestError) return { content: null, notes: [error.code] };
    throw error;
  }
}

function bothRead(
  text: string,
  timelines: boolean,
): [fast: ReturnType<typeof outcome>, whole: ReturnType<typeof outcome>] {
  const bytes = Buffer.from(text);
  return [
    outcome(() => readYamlDocument(bytes, limits(), { timelines })),
    outcome(() => readWhole(bytes, limits(), timelines)),
  ];
}

it('every real run reads the same either way, with and without timelines', () => {
  for (const text of FILES) {
    const [fast, whole] = bothRead(text, true);
    expect(fast).toEqual(whole);
    const [withoutTimelines] = bothRead(text, false);
    const kept = JSON.parse(whole.content as string) as Record<string, { resource_timeline?: unknown }>;
    for (const record of Object.values(kept)) delete record.resource_timeline;
    expect(JSON.parse(withoutTimelines.content as string)).toEqual(kept);
  }
});

/** What means something in YAML, and what looks as if it did. */
const TOKENS = [
  ...[
    "'",
    '"',
    ': ',
    '- ',
    '\n',
    '\n  ',
    '\n    ',
    ' #',
    '#',
    '&a',
    '*a',
    '!',
    '[',
    ']',
    '{',
    '}',
    ',',
    '|',
    '>',
    '%',
  ],
  ...[
    '@',
    '`',
    '~',
    '\t',
    '\r\n',
    '\\',
    '\\n',
    '---\n',
    '...\n',
    '? ',
    '<<: ',
    'null',
    'yes',
    '1:30',
    '0x1f',
    '1e5',
  ],
  ...['.5', '  ', ' ', 'é', '\u2028', '😀', 'resource_timeline:', '\n  resource_timeline:\n  - a: 1'],
];

type Edit = { at: number; kind: 'insert' | 'delete' | 'drop line' | 'repeat line'; token: string; n: number };

const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  kind: fc.constantFrom('insert' as const, 'delete' as const, 'drop line' as const, 'repeat line' as const),
  token: fc.constantFrom(...TOKENS),
  n: fc.integer({ min: 1, max: 4 }),
});

function edited(text: string, { at, kind, token, n }: Edit): string {
  const offset = Math.floor(at * text.length);
  if (kind === 'insert') return text.slice(0, offset) + token + text.slice(offset);
  if (kind === 'delete') return text.slice(0, offset) + text.slice(offset + n);
  const lines = text.split('\n');
  const line = Math.floor(at * lines.length);
  lines.splice(line, 1, ...Array<string>(kind === 'drop line' ? 0 : 2).fill(lines[line] as string));
  return lines.join('\n');
}

it('damaged runs read the same either way, or are refused by both; only a timeline may be left out', () => {
  const damaged = fc
    .tuple(
      fc.array(fc.constantFrom(...RECORDS), { minLength: 1, maxLength: 3 }),
      fc.array(edit, { maxLength: 3 }),
    )
    .map(([records, edits]) => edits.reduce(edited, records.join('')));
  fc.assert(
    fc.property(damaged, (text) => {
      const [fast, whole] = bothRead(text, true);
      const leftOut = fast.notes.includes('ingest/bad-timeline') && whole.content === null;
      if (!leftOut) expect(fast.content, text).toBe(whole.content);
    }),
    { numRuns: 800 },
  );
}, 60_000);

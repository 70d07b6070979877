import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { corpusPath } from '@prm/testing';
import { expect, it } from 'vitest';
import {
  canonicalJson,
  compareText,
  mergeDumps,
  parseRun,
  type RunDocument,
  RunTable,
  runDigests,
} from '../src/index.ts';
import { readYamlDocument } from '../src/source/yaml-document.ts';
import { contentOf, limits, readAll } from './support.ts';

const documents = await readAll(corpusPath());
const tsv = readFileSync(corpusPath('runs.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t'));
const listed = tsv
  .slice(1)
  .map(([name = '', file = '', kind = '', pipeline = '', module = '', jobs = '', attempts = '']) => {
    return { name, file, kind, pipeline, module, jobs: Number(jobs), attempts: Number(attempts) };
  });
const documentOf = (file: string): RunDocument =>
  documents.find(({ where }) => where === corpusPath(...file.split('/'))) as RunDocument;

it('the corpus is 322 documents, every one a run', () => {
  expect(documents).toHaveLength(322);
  for (const { where, run, error, notes } of documents) {
    expect(error, where).toBe(null);
    expect(run, where).not.toBe(null);
    expect(notes, where).toEqual([]);
  }
});

it('the corpus is 279 runs, of which 43 documents are other dumps, in any order', async () => {
  const orders = [
    documents,
    documents.toReversed(),
    [...documents].sort((a, b) => compareText(a.where.slice(-9), b.where.slice(-9))),
  ];
  for (const order of orders) {
    const table = new RunTable();
    for (const { run, digests } of order) if (run !== null) table.add(run, digests);
    const merged = await mergeDumps(table);
    expect(merged).toHaveLength(279);
    expect(sum(merged.map(({ mergedDumps }) => mergedDumps))).toBe(43);
    expect(sum(merged.map(({ duplicateJobs }) => duplicateJobs))).toBe(263);
    expect(sum(merged.map(({ extraJobs }) => extraJobs.length))).toBe(51);
  }
});

/** Counted by an independent program in Python that follows the same specification. */
it('the jobs of the corpus are what an independent program counts', () => {
  const jobs = documents.flatMap(({ run }) => run?.jobs ?? []);
  expect(jobs).toHaveLength(3279);
  expect(countsOf(jobs.flatMap(({ losses }) => losses))).toEqual({
    n_time_number: 310,
    n_short: 384,
    n_not_completed: 199,
    n_without_duration: 1,
    n_leftover: 4,
  });
  expect(countsOf(jobs.map(({ durationSource }) => durationSource))).toEqual({
    monitor: 2659,
    short: 387,
    clock: 50,
    null: 183,
  });
  expect(countsOf(jobs.map((job) => job.gpuClass))).toEqual({
    null: 3046,
    'gpu-300w': 86,
    'gpu-400w': 3,
    'gpu-700w': 69,
    'gpu-70w': 75,
  });
  expect(countsOf(jobs.flatMap(({ failures }) => failures.map(({ kind }) => kind)))).toEqual({
    other: 17,
    timeout: 3,
    oom: 1,
  });
});

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function countsOf(values: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[String(value)] = (counts[String(value)] ?? 0) + 1;
  return counts;
}

it.each(listed)('$file holds $jobs jobs of $pipeline', ({ file, pipeline, module, jobs, attempts, kind }) => {
  const { run } = documentOf(file);
  expect(run?.jobs).toHaveLength(jobs);
  expect(run?.pipelineName).toBe(pipeline);
  expect(run?.modulePath ?? '').toBe(module.replace(/\/$/, ''));
  const again = run?.jobs.filter((job) => job.hasPreviousAttempts).length ?? 0;
  expect(again).toBeLessThanOrEqual(attempts);
  expect(again > 0).toBe(attempts > 0);
  const isDone = run?.jobs.every(({ status }) => status === 'completed');
  if (kind === 'complete') expect(isDone).toBe(true);
  if (kind === 'failed' || kind === 'killed' || kind === 'pending_only') expect(isDone).toBe(false);
});

it('every job of the corpus has a step, and none has a name with a blank, a slash or a quote', () => {
  for (const { run } of documents)
    for (const { snippet } of run?.jobs ?? []) expect(snippet).toMatch(/^\w+$/);
});

it('timelines make no difference to what is read of a job', async () => {
  const withTimelines = await readAll([corpusPath('runs'), corpusPath('dumps')], { timelines: true });
  for (const { where, run, notes } of withTimelines) {
    expect(run).toEqual(documents.find((other) => other.where === where)?.run);
    expect(notes).toEqual([]);
  }
});

it('a run reads the same from YAML and from the JSON of its mapping', async () => {
  for (const { file } of listed.filter((run) => run.file.endsWith('.yaml'))) {
    const mapping = contentOf(
      readYamlDocument(readFileSync(corpusPath(file)), limits(), { timelines: true }),
    );
    const json: unknown = JSON.parse(canonicalJson(mapping));
    expect(parseRun(json), file).toEqual(documentOf(file).run);
    const fromJson = await readAll([json]);
    const sources = [fromJson[0] as RunDocument, documentOf(file)].map(({ digests }) => digests);
    const [one, other] = await runDigests(sources);
    expect(one, file).toBe(other);
  }
});

// ------------------------------------------------------------------------------- held against PyYAML

const { digests } = JSON.parse(readFileSync(new URL('oracle/corpus.json', import.meta.url), 'utf8')) as {
  digests: Record<string, string>;
};

/** See oracle/make_corpus.py. */
function textOf(value: unknown): string {
  if (value === null) return 'n';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (typeof value === 'string') return `"${Buffer.from(value).toString('hex')}"`;
  if (Array.isArray(value)) return `[${value.map(textOf).join('')}]`;
  if (typeof value === 'object') {
    const members = Object.entries(value).map(([key, member]): [string, string] => [
      Buffer.from(key).toString('hex'),
      textOf(member),
    ]);
    return `{${members
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map((member) => member.join(':'))
      .join('')}}`;
  }
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value as number);
  return `#${bytes.toString('hex')}`;
}

it.each(Object.entries(digests))('%s is read to the last bit as PyYAML reads it', (file, digest) => {
  const document = readYamlDocument(readFileSync(corpusPath(...file.split('/'))), limits(), {
    timelines: true,
  });
  expect(
    createHash('sha256')
      .update(textOf(contentOf(document)))
      .digest('hex'),
  ).toBe(digest);
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aJob, aRun, runsOf } from '@prm/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { TrainingProgress } from '../src/training/collect-runs.ts';
import { trainModels } from '../src/training/train-models.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prm-train-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const three = runsOf([1, 2, 3], (memMb) => ({ pipeline: 'p', jobs: [aJob({ memMb })] }));

/** Writes runs to files a.json, b.json, … and tells their folder. */
function dumps(mappings: readonly unknown[]): string {
  const path = mkdtempSync(join(folder, 'dumps-'));
  for (const [i, mapping] of mappings.entries()) {
    writeFileSync(join(path, `${String.fromCharCode(97 + i)}.json`), JSON.stringify(mapping));
  }
  return path;
}

it('runs come from a folder, a file, several, mappings, or an async iterable of mappings', async () => {
  const path = dumps(three);
  async function* cursor(): AsyncGenerator<unknown> {
    yield* three;
  }
  const files = ['a', 'b', 'c'].map((name) => join(path, `${name}.json`));
  for (const source of [path, files, three, new Set(three), cursor()]) {
    const { registry, models } = await trainModels(source);
    expect(registry.keys).toEqual(['p']);
    expect(models[0]?.steps.align?.n_samples).toBe(3);
  }
});

it("mappings may be wrapped as Bio-Pype's client posts them", async () => {
  const { models } = await trainModels(three.map((mapping) => ({ runtime_data: mapping })));
  expect(models[0]?.runs.total).toBe(3);
});

it('nothing is written unless a folder is given', async () => {
  const out = join(folder, 'models');
  await trainModels(three);
  expect(existsSync(out)).toBe(false);
  await trainModels(three, { out });
  expect(existsSync(join(out, 'index.json'))).toBe(true);
});

it('a step needs three completed jobs by default, and a workflow one run', async () => {
  const { models, quality } = await trainModels([
    ...three,
    aRun({ number: 9, pipeline: 'q', jobs: [aJob()] }),
  ]);
  expect(models.map(({ key, steps }) => [key, Object.keys(steps)])).toEqual([
    ['p', ['align']],
    ['q', []],
  ]);
  expect(quality.workflows_left_out).toEqual([]);
});

it('models come in order of their keys by code point', async () => {
  const { models } = await trainModels(runsOf(['b', 'a', 'B'], (pipeline) => ({ pipeline, jobs: [aJob()] })));
  expect(models.map(({ key }) => key)).toEqual(['B', 'a', 'b']);
});

it('a job id that stands twice in a document is noted and counted', async () => {
  const [job] = Object.entries(three[0] as object);
  const path = dumps(three);
  const twice = `{${JSON.stringify(job?.[0])}:${JSON.stringify(job?.[1])},${JSON.stringify(three[0]).slice(1)}`;
  writeFileSync(join(path, 'a.json'), twice);
  const { quality } = await trainModels(path);
  expect(quality).toMatchObject({
    n_duplicate_ids: 1,
    notes: [{ path: join(path, 'a.json'), code: 'ingest/duplicate-id' }],
  });
});

it('limits of documents can be given', async () => {
  const training = trainModels(dumps(three), { limits: { maxNesting: 1 } });
  await expect(training).rejects.toMatchObject({ code: 'model/nothing-to-train' });
});

it('a workflow with fewer runs than asked for is listed, not trained', async () => {
  const { models, quality } = await trainModels(
    [...three, aRun({ number: 9, pipeline: 'q', jobs: [aJob()] })],
    {
      minWorkflowRuns: 3,
    },
  );
  expect(models.map(({ key }) => key)).toEqual(['p']);
  expect(quality.workflows_left_out).toEqual([{ key: 'q', runs: 1, reason: 'min_workflow_runs' }]);
});

it('dumps of one run are one run for the threshold', async () => {
  const run = aRun({ pipeline: 'p', jobs: [aJob()] });
  const training = trainModels([run, run, run], { minWorkflowRuns: 2 });
  await expect(training).rejects.toThrow('1 workflows with too few runs');
});

it('undefined options are those by default', async () => {
  const { models } = await trainModels(three, { identity: undefined, minStepSamples: undefined } as object);
  expect(models[0]).toMatchObject({ identity_mode: 'module', steps: { align: { n_samples: 3 } } });
});

it.each([
  { minStepSamples: 0 },
  { minStepSamples: -1 },
  { minStepSamples: 1.5 },
  { minStepSamples: Number.NaN },
  { minWorkflowRuns: Number.NaN },
  { identity: 'modul' },
])('an option that cannot be meant is refused: %o', async (options) => {
  const training = trainModels(three, options as object);
  await expect(training).rejects.toMatchObject({ code: expect.stringMatching(/^model\//) });
});

it('what cannot be read is skipped with its reason, and the rest goes on', async () => {
  const path = dumps(three);
  writeFileSync(join(path, 'x.json'), '{"a":');
  writeFileSync(join(path, 'y.json'), '{}');
  writeFileSync(join(path, 'notes.txt'), 'hello');
  const { models, quality, passedOver } = await trainModels(path);
  expect(models[0]?.runs.total).toBe(3);
  expect(quality).toMatchObject({
    n_documents: 5,
    n_not_runs: 1,
    n_passed_over: 1,
    n_runs: 3,
    n_merged_dumps: 0,
    n_unnamed_runs: 0,
    skipped: [{ path: join(path, 'x.json'), code: 'ingest/not-parsable', reason: expect.any(String) }],
  });
  expect(passedOver).toHaveLength(1);
});

it('with strict the first document that cannot be read ends the training, and nothing is written', async () => {
  const path = dumps(three);
  writeFileSync(join(path, 'x.json'), '{"a":');
  const out = join(folder, 'models');
  await expect(trainModels(path, { strict: true, out })).rejects.toMatchObject({
    code: 'ingest/not-parsable',
  });
  expect(existsSync(join(out, 'index.json'))).toBe(false);
});

it("the models' own folder is no source of runs, also inside the folder of runs", async () => {
  const path = dumps(three);
  const out = join(path, 'models');
  await trainModels(path, { out });
  const { quality } = await trainModels(path, { out });
  expect(quality).toMatchObject({ n_documents: 3, skipped: [] });
});

it('nothing to train tells why, and leaves the old registry', async () => {
  const out = join(folder, 'models');
  await trainModels(three, { out });
  const before = readFileSync(join(out, 'index.json'), 'utf8');
  const path = dumps([{}, aRun({ jobs: [aJob({ snippet: null })] })]);
  writeFileSync(join(path, 'x.json'), '{"a":');
  await expect(trainModels(path, { out })).rejects.toMatchObject({
    code: 'model/nothing-to-train',
    message: expect.stringMatching(
      /^nothing to train a model from: 3 documents read, 1 without a job record, 1 skipped, 1 runs without a step; .*x\.json: .+$/,
    ),
  });
  expect(readFileSync(join(out, 'index.json'), 'utf8')).toBe(before);
});

it('what there was none of is not told', async () => {
  await expect(trainModels(dumps([{}]))).rejects.toMatchObject({
    message: 'nothing to train a model from: 1 documents read, 1 without a job record, 0 skipped',
  });
});

it('an empty source tells what is expected', async () => {
  for (const source of [[], dumps([])]) {
    await expect(trainModels(source)).rejects.toMatchObject({
      code: 'model/nothing-to-train',
      message: expect.stringContaining('.json, .yaml, .yml, .ndjson or .jsonl'),
    });
  }
});

it('progress is told while documents are read and workflows fitted', async () => {
  const seen: TrainingProgress[] = [];
  await trainModels(dumps(three), { onProgress: (progress) => seen.push(progress) });
  expect(seen.filter(({ phase }) => phase === 'reading').map(({ done, total }) => [done, total])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(seen.at(-1)).toMatchObject({ phase: 'fitting', total: 1 });
});

it('the mappings are not changed', async () => {
  const before = JSON.stringify(three);
  await trainModels(three);
  expect(JSON.stringify(three)).toBe(before);
});

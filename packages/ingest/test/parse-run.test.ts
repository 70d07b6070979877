import { expect, it } from 'vitest';
import { parseRun, type Run } from '../src/index.ts';
import { errorOf, expectError } from './support.ts';

const record = { command: 'pype snippets --log /l align', status: 'completed' };
const run = (mapping: unknown): Run => parseRun(mapping) as Run;

it('jobs are the mappings with a command, in code point order of their ids', () => {
  const jobs = run({
    b: record,
    a: record,
    '10': record,
    '9': record,
    '\u{10000}': record,
    '\uffff': record,
    __x: record,
    note: 'text',
    list: [record],
    empty: {},
    status: { status: 'completed' },
    nothing: null,
  }).jobs;
  expect(jobs.map(({ id }) => id)).toEqual(['10', '9', 'a', 'b', '\uffff', '\u{10000}']);
});

it('a command of null is a command', () => {
  expect(run({ A: { command: null } }).jobs).toHaveLength(1);
});

it.each([
  {},
  { A: {} },
  { __pipeline_metadata__: { command: 'x' } },
  { A: 'x', B: null },
  { runtime_data: {} },
])('%j is not a run', (mapping) => {
  expect(parseRun(mapping)).toBe(null);
});

it.each<[unknown, string]>([
  [null, 'nothing'],
  [undefined, 'nothing'],
  [[record], 'a list'],
  ['text', 'string text'],
  [5, 'number 5'],
  [true, 'boolean true'],
])('%j is not a mapping', (value, got) => {
  expectError(
    errorOf(() => parseRun(value)),
    'ingest/not-a-mapping',
    got,
  );
});

it('a long text is cut in the message', () => {
  expect(errorOf(() => parseRun('x'.repeat(10_000))).message.length).toBeLessThan(300);
});

it('the facts of a run are those of its metadata, as text', () => {
  const metadata = {
    pipeline_name: 'germline',
    profile: 'base',
    run_name: 'monday',
    run_id: 12,
    run_hash: 'abc',
    queue_system: 'slurm',
    submission_time: '2026-05-04T10:00:00',
  };
  expect(run({ A: record, __pipeline_metadata__: metadata })).toMatchObject({
    pipelineName: 'germline',
    profile: 'base',
    runName: 'monday',
    runId: '12',
    runHash: 'abc',
    queueSystem: 'slurm',
  });
});

it.each([undefined, null, 5, [], {}, { pipeline_name: '', run_id: null, profile: [] }])(
  'metadata of %j tells nothing',
  (metadata) => {
    expect(
      run({ A: record, __pipeline_metadata__: metadata, __pipeline_environment__: metadata }),
    ).toMatchObject({
      modulePath: null,
      registry: null,
      pipelineName: null,
      profile: null,
      runName: null,
      runId: null,
      runHash: null,
      queueSystem: null,
    });
  },
);

const withModule = (path: string) => ({ command: `PYPE_MODULES=${path} pype snippets --log /l align` });
const pipelineFile = { pipeline_yaml_path: '/third/pipelines/x.yaml' };

it('the module is that of the environment, else of the smallest job id with one, else above the pipeline file', () => {
  const jobs = { B: withModule('/second'), A: record, C: withModule('/other') };
  const environment = { PYPE_MODULES: '/first' };
  const all = { ...jobs, __pipeline_metadata__: pipelineFile, __pipeline_environment__: environment };
  expect(run(all).modulePath).toBe('/first');
  expect(run({ ...all, __pipeline_environment__: {} }).modulePath).toBe('/second');
  expect(run({ ...all, __pipeline_environment__: { PYPE_MODULES: '' } }).modulePath).toBe('/second');
  expect(run({ A: record, __pipeline_metadata__: pipelineFile }).modulePath).toBe('/third');
  expect(run({ A: record }).modulePath).toBe(null);
});

it('the smallest id is the smallest by code point', () => {
  expect(run({ '\u{10000}': withModule('/b'), '\uffff': withModule('/a') }).modulePath).toBe('/a');
  expect(run({ '9': withModule('/nine'), '10': withModule('/ten') }).modulePath).toBe('/ten');
});

it.each<[string, string | null, unknown]>([
  ['/d/registry/ns/name:1/', '/d/registry/ns/name:1', { namespace: 'ns', name: 'name', version: '1' }],
  ['/data/mod//', '/data/mod', null],
  ['relative/mod', 'relative/mod', null],
  ['/', null, null],
])('of the module %s trailing slashes are dropped', (path, modulePath, registry) => {
  const parsed = run({ A: record, __pipeline_environment__: { PYPE_MODULES: path } });
  expect([parsed.modulePath, parsed.registry]).toEqual([modulePath, registry]);
});

it('the mapping may be wrapped as Bio-Pype posts it', () => {
  const inner = { A: record, __pipeline_metadata__: { pipeline_name: 'p' } };
  expect(parseRun({ runtime_data: inner, user: 'x' })).toEqual(parseRun(inner));
  expect(run({ runtime_data: { runtime_data: inner } } as object)).toBe(null);
});

it('a job called runtime_data is a job, and one that is no mapping no wrapper', () => {
  expect(run({ runtime_data: record, A: record }).jobs.map(({ id }) => id)).toEqual(['A', 'runtime_data']);
  expect(run({ runtime_data: 5, A: record }).jobs.map(({ id }) => id)).toEqual(['A']);
});

it('names of Object.prototype are ordinary job ids, and nothing is inherited', () => {
  const mapping: unknown = JSON.parse(
    '{"constructor":{"command":"pype snippets --log /l a","dependencies":["toString"]},"toString":{"command":"x"},"__proto__":{"command":"x","polluted":true}}',
  );
  expect(run(mapping).jobs.map(({ id }) => id)).toEqual(['constructor', 'toString']);
  expect(run(mapping).jobs[0]?.dependencies).toEqual(['toString']);
  expect(({} as Record<string, unknown>).polluted).toBe(undefined);
});

it('a mapping without a prototype is read, and no mapping is changed', () => {
  const mapping = Object.assign(Object.create(null) as object, { A: Object.freeze({ ...record }) });
  expect(run(Object.freeze(mapping)).jobs).toHaveLength(1);
});

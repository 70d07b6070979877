import { aJob, aRun } from '@prm/testing';
import { beforeAll, expect, it } from 'vitest';
import { parseModel, stringifyModel } from '../src/format/parse-model.ts';
import type { WorkflowModel } from '../src/format/workflow-model.ts';
import { modelOf } from './training.ts';

let model: WorkflowModel;
let text: string;

beforeAll(async () => {
  model = await modelOf([
    aRun({ pipeline: '__proto__', jobs: [aJob({ snippet: 'constructor', inputBytes: 1e9 })] }),
  ]);
  text = stringifyModel(model);
});

/** The error of reading a document that differs from a model in these members. */
function refusal(members: Record<string, unknown>): { code: string; message: string } {
  try {
    parseModel(JSON.stringify({ ...model, ...members }), 'm.json');
  } catch (error) {
    return error as never;
  }
  return { code: 'none', message: '' };
}

it('what is written is read back the same, names of Object.prototype too', () => {
  expect(parseModel(text)).toEqual(model);
  expect(stringifyModel(parseModel(text))).toBe(text);
  expect(Object.keys(parseModel(text).pipelines)).toEqual(['__proto__']);
});

it('the text is one line, and begins with the format', () => {
  expect(text).toMatch(/^\{"format":"prm\/workflow-model","format_version":"1\.0",.*\}\n$/);
});

it('every other minor version of the same major is read; unknown members survive', () => {
  for (const format_version of ['1.0', '1.7', '1.10']) {
    const newer = { ...model, format_version, invented: { by: ['a', 'later', 'version'] } };
    expect(parseModel(JSON.stringify(newer))).toEqual(newer);
    expect(JSON.parse(stringifyModel(parseModel(JSON.stringify(newer))))).toEqual(newer);
  }
});

it('a newer major version is refused, naming both and what to do', () => {
  expect(refusal({ format_version: '2.0' })).toMatchObject({
    code: 'model/newer-format',
    message:
      'm.json: format version 2.0 is newer than 1.0, the newest this version of prm reads; upgrade prm',
  });
  expect(refusal({ format_version: '10.3' }).code).toBe('model/newer-format');
});

it.each([undefined, null, 1, '1', 'one', '1.0.0', ' 1.0'])(
  'a format version %j is none',
  (format_version) => {
    expect(refusal({ format_version })).toMatchObject({ code: 'model/not-a-model' });
  },
);

it('a document of another format, or none, is refused', () => {
  expect(refusal({ format: 'prm/registry' })).toMatchObject({
    code: 'model/not-a-model',
    message: 'm.json cannot be used: expected a document of format prm/workflow-model',
  });
  for (const other of ['null', '[]', '"prm/workflow-model"', '7']) {
    expect(() => parseModel(other)).toThrow(expect.objectContaining({ code: 'model/not-a-model' }));
  }
});

it('a text cut anywhere is refused in one line that says what to do', () => {
  for (const share of [0, 0.1, 0.5, 0.99]) {
    const half = text.slice(0, Math.floor(text.trimEnd().length * share));
    expect(() => parseModel(half, 'm.json')).toThrow(
      expect.objectContaining({
        code: 'model/not-a-model',
        message: 'm.json cannot be used: it is not complete JSON, as if it had been cut short; train again',
      }),
    );
  }
});

it.each(['key', 'provenance', 'runs', 'steps', 'pipelines', 'quality'])(
  'a model without %s is refused',
  (name) => {
    expect(refusal({ [name]: undefined }).message).toBe(`m.json cannot be used: ${name} is missing`);
    expect(refusal({ [name]: [] }).code).toBe('model/not-a-model');
  },
);

it('a message is one line of reasonable length, whatever the document says', () => {
  const { message } = refusal({ format_version: 'x'.repeat(1e6) });
  expect(message.length).toBeLessThan(1000);
});

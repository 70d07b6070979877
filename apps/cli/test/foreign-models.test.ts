import { corpusPath, fixturePath } from '@prm/testing';
import { expect, it } from 'vitest';
import { runPrm } from './support/run-prm.ts';

/** Models that the independent program wrote: they hold what the format asks for, and nothing that only explains it. */
const models = fixturePath('golden', 'oracle', 'real-module', 'models');
const size = ['--input-size', '50mb'];

it.each([
  ['workflows'],
  ['predict', 'tumor_only', ...size],
  ['predict', 'tumor_only', ...size, '--full'],
  ['evaluate', corpusPath('dumps', 'so_03.json')],
  ['recommend', 'somatic'],
  ['recommend', 'tumor_only', ...size],
  ['sensitivity'],
  ['gpu'],
  ['environments'],
  ['quality'],
  ['power', 'tumor_only', ...size],
])('models of another program are as good as our own: %s %s', async (command, ...operands) => {
  for (const json of [[], ['--json']]) {
    const { code, stdout, stderr } = await runPrm([command, models, ...operands, ...json]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).not.toMatch(/undefined|NaN/);
  }
});

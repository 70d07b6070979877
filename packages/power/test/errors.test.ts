import { expect, it } from 'vitest';
import { PowerError } from '../src/errors.ts';

it('a PowerError has a code to branch on and one line of text', () => {
  const error = new PowerError('power/no-timeline', 'choose a pipeline');
  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.code, error.message]).toEqual([
    'PowerError',
    'power/no-timeline',
    'choose a pipeline',
  ]);
});

import { expect, it } from 'vitest';
import { shellWord } from '../src/output/shell-word.ts';

it.each([
  ['models/', 'models/'],
  ['bench/synth:1.0', 'bench/synth:1.0'],
  ['my models', "'my models'"],
  ['', "''"],
  ["it's", "'it'\\''s'"],
  ['a\n$(rm)', "'a\\x0a$(rm)'"],
])('%j on a command line is %s', (word, shown) => {
  expect(shellWord(word)).toBe(shown);
});

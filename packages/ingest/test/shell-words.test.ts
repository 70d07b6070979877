import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shellWords } from '../src/command/shell-words.ts';

it.each<[string, string[]]>([
  ['', []],
  ['   ', []],
  ['a', ['a']],
  ['a b  c', ['a', 'b', 'c']],
  [' a\tb\nc\r\nd ', ['a', 'b', 'c', 'd']],
  ["'a b'", ['a b']],
  ['"a b"', ['a b']],
  ["a'b c'd", ['ab cd']],
  ["''", ['']],
  ['a "" b', ['a', '', 'b']],
  [`"it's"`, ["it's"]],
  [`'say "x"'`, ['say "x"']],
  [`'it'"'"'s'`, ["it's"]],
  ['a\\ b', ['a b']],
  ['\\"a\\"', ['"a"']],
  ["'a\\'", ['a\\']],
  ['"a\\"b"', ['a"b']],
  ['"a\\\\b"', ['a\\b']],
  ['"\\$x \\`y\\`"', ['$x `y`']],
  ['"a\\nb"', ['a\\nb']],
  ['X=\'{"ncpu": 4, "mem": "8gb"}\' pype', ['X={"ncpu": 4, "mem": "8gb"}', 'pype']],
])('shellWords splits %j as a shell does', (command, words) => {
  expect(shellWords(command)).toEqual(words);
});

it.each<[string, string[]]>([
  ["a 'b c", ['a', 'b c']],
  ['a "b c', ['a', 'b c']],
  ['a b\\', ['a', 'b']],
  ['"', ['']],
  ['"a\\', ['a\\']],
])('shellWords lets an open quote of %j run to the end', (command, words) => {
  expect(shellWords(command)).toEqual(words);
});

it('shellWords drops a backslash at the end of a line together with the line end, as a shell does', () => {
  expect(shellWords('a \\\n  b')).toEqual(['a', 'b']);
  expect(shellWords('a\\\nb')).toEqual(['ab']);
  expect(shellWords('"a\\\nb"')).toEqual(['ab']);
});

it('shellWords gives back words that were quoted as shlex.quote does', () => {
  const quote = (word: string): string => `'${word.replaceAll("'", `'"'"'`)}'`;
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (words) => {
      expect(shellWords(words.map(quote).join(' '))).toEqual(words);
    }),
  );
});

it('shellWords never fails and makes nothing up', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', ' ', "'", '"', '\\', '\n', '$') }), (command) => {
      expect(shellWords(command).join('').length).toBeLessThanOrEqual(command.length);
    }),
  );
});

import { expect, it } from 'vitest';
import { detectPipeline, pipelineSignature } from '../src/training/detect-pipeline.ts';

function known(pipelines: Record<string, string>): Map<string, ReadonlySet<string>> {
  return new Map(Object.entries(pipelines).map(([name, letters]) => [name, new Set(letters)]));
}

it('a run without a name is taken for the known pipeline with the most similar set of snippets', () => {
  // 2 of 3 against 2 of 4.
  expect(detectPipeline(new Set('ab'), known({ q: 'abcd', p: 'abc' }))).toBe('p');
});

it('a similarity of 0.6 is enough, and less gives the signature', () => {
  expect(detectPipeline(new Set('abc'), known({ p: 'abcde' }))).toBe('p'); // 3 of 5
  expect(detectPipeline(new Set('abcd'), known({ p: 'abcdefg' }))).toBe(pipelineSignature(new Set('abcd'))); // 4 of 7
  expect(detectPipeline(new Set('abc'), new Map())).toBe(pipelineSignature(new Set('abc')));
});

it('of equally similar pipelines the one with the larger overlap is taken, whatever the names', () => {
  // 4 of 6 and 6 of 9 are both 2/3.
  expect(detectPipeline(new Set('abcdef'), known({ a: 'abcd', z: 'abcdefghi' }))).toBe('z');
  expect(detectPipeline(new Set('abcdef'), known({ z: 'abcdefghi', a: 'abcd' }))).toBe('z');
});

it('of pipelines that are the same set the first name by code point is taken', () => {
  expect(detectPipeline(new Set('ab'), known({ b: 'ab', a: 'ab', B: 'ab' }))).toBe('B');
});

it('a signature is sig- and 12 hex digits of the SHA-256 of the sorted names, one a line', () => {
  // printf 'a\nb' | sha256sum
  expect(pipelineSignature(new Set(['b', 'a']))).toBe('sig-7e18f737311b');
  expect(pipelineSignature(new Set(['a', 'b']))).toBe(pipelineSignature(new Set(['b', 'a'])));
});

it('names are sorted by code point: U+FFFF comes before U+10000', () => {
  // printf '\xef\xbf\xbf\n\xf0\x90\x80\x80' | sha256sum
  expect(pipelineSignature(new Set(['\u{10000}', '\u{ffff}']))).toBe('sig-4a3a61c1f187');
});

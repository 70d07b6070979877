import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonicalJson, contentDigest } from '../src/index.ts';
import { jsonValue } from './arbitraries.ts';

it('contentDigest is the SHA-256 of the RFC 8785 text, in hex', () => {
  const sample = { string: '€', numbers: [1e30, 4.5], literals: [null, true] };
  const text = '{"literals":[null,true],"numbers":[1e+30,4.5],"string":"€"}';
  expect(canonicalJson(sample)).toBe(text);
  expect(contentDigest(sample)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
  expect(contentDigest({})).toBe('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a');
});

it('contentDigest does not depend on the order of keys, at any depth', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, reversed(member)]),
    );
  };
  fc.assert(
    fc.property(jsonValue, (value) => {
      expect(contentDigest(reversed(value))).toBe(contentDigest(value));
    }),
  );
});

it('contentDigest tells contents apart: order in lists, types, missing and null', () => {
  const values = [
    [1, 2],
    [2, 1],
    ['1', 2],
    { a: null },
    {},
    [],
    null,
    '',
    0,
    false,
    { a: { b: 1 } },
    { 'a.b': 1 },
  ];
  expect(new Set(values.map(contentDigest)).size).toBe(values.length);
});

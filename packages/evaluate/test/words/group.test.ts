import { expect, it } from 'vitest';
import { counted, groupBy, listed, usualWords } from '../../src/words/group.ts';

it('groupBy keeps the order of appearance, of groups and in them', () => {
  expect([...groupBy([3, 1, 4, 2], (n) => (n % 2 === 0 ? 'even' : 'odd'))]).toEqual([
    ['odd', [3, 1]],
    ['even', [4, 2]],
  ]);
});

it('words are listed as people do', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listed)).toEqual(['', 'a', 'a and b', 'a, b and c']);
});

it('one is not several', () => {
  expect([0, 1, 2].map((n) => counted(n, 'job'))).toEqual(['0 jobs', '1 job', '2 jobs']);
});

it('what is usual is told where it differs, and from five times what is expected as what it is: hardly a bound', () => {
  expect(usualWords(3600, null)).toBe('');
  expect(usualWords(3600, 3610)).toBe('');
  expect(usualWords(3600, 7200)).toBe(' (usual up to 2 h)');
  expect(usualWords(3600, 5 * 3600 - 1)).toBe(' (usual up to 5 h)');
  expect(usualWords(3600, 5 * 3600)).toBe(' (varies widely, up to 5 h)');
  expect(usualWords(0, 60)).toBe(' (varies widely, up to 1 min)');
});

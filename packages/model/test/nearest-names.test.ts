import { expect, it } from 'vitest';
import { nearestNames } from '../src/format/nearest-names.ts';

it('the nearest names come first, at most as many as asked for', () => {
  // Edit distances to "somatic": 1, 2, 3.
  const names = ['xomaxix', 'somatix', 'somaxix', 'germline'];
  expect(nearestNames('somatic', names, 2)).toEqual(['somatix', 'somaxix']);
  expect(nearestNames('somatic', names, 9)).toEqual(['somatix', 'somaxix', 'xomaxix']);
});

it('a letter left out, put in or replaced is one step each', () => {
  // Of ten letters: one too few, one too many, one wrong; then two of each.
  const names = [
    'abcefghijx',
    'abXcdefghijx',
    'abXdefghij',
    'abdefghij',
    'abXcdefghiYj',
    'abXdeYghij',
    'acdefhij',
  ];
  expect(nearestNames('abcdefghij', names, 9)).toEqual([
    'abXdefghij',
    'abdefghij',
    'abXcdefghiYj',
    'abXcdefghijx',
    'abXdeYghij',
    'abcefghijx',
    'acdefhij',
  ]);
});

it('names further away than half their length are not suggested', () => {
  expect(nearestNames('abcd', ['abxy', 'axyz'], 3)).toEqual(['abxy']);
});

it('a name that contains the other is near', () => {
  expect(nearestNames('sv', ['ensemble_sv_TO', 'germline'], 3)).toEqual(['ensemble_sv_TO']);
  expect(nearestNames('ensemble_sv_TO_v2_final', ['ensemble_sv_TO'], 3)).toEqual(['ensemble_sv_TO']);
});

it('case makes no difference: a name that differs in it alone is the nearest of all', () => {
  expect(nearestNames('SOMATIC', ['somatib', 'somatic'], 1)).toEqual(['somatic']);
});

it('of equally near names the first by code point comes first', () => {
  expect(nearestNames('abcd', ['abcy', 'abcx', 'Abcz'], 3)).toEqual(['Abcz', 'abcx', 'abcy']);
});

it('nothing is near to an empty name, and an empty name to nothing', () => {
  expect(nearestNames('', ['abc'], 3)).toEqual([]);
  expect(nearestNames('abc', [''], 3)).toEqual([]);
});

it('names of any length take no time', () => {
  nearestNames(
    'x'.repeat(100_000),
    Array.from({ length: 100 }, (_, i) => 'y'.repeat(50_000) + i),
    3,
  );
});

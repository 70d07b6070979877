import { expect, it } from 'vitest';
import { takesText } from '../src/takes-text.ts';

const text = (work: number, wait: number): string =>
  takesText({ makespan_seconds: work + wait, work_seconds: work, wait_seconds: wait });

it('work and wait are two figures', () => {
  expect(text(9600, 1800)).toBe('3 h 10 min: 2 h 40 min of work and usually 30 min of waiting in the queue');
});

it('waiting is told from one percent of the whole on', () => {
  expect(text(9900, 100)).toMatch('usually 1 min 40 s of waiting');
  expect(text(9902, 98)).toBe('2 h 47 min');
  expect([text(60, 0), text(0, 0)]).toEqual(['1 min', '0 s']);
});

it('a run that only waits says so', () => {
  expect(text(0, 60)).toBe('1 min: 0 s of work and usually 1 min of waiting in the queue');
});

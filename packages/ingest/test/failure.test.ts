import { expect, it } from 'vitest';
import { failureKind } from '../src/index.ts';

it.each([
  'Job failed: Out of memory',
  'OUT_OF_MEMORY',
  'out-of-memory: Out Of Memory',
  'OutOfMemoryError',
  'java.lang.OutOfMemoryError: Java heap space',
  'slurmstepd: error: Detected 1 oom-kill event(s)',
  'oom_killer',
  'OOM killed',
  'oomkilled',
  'killed by OOM',
  'Memory limit reached',
  'Exceeded job memory limit at some point',
  'exceeded its allowed memory',
  "terminate called after throwing an instance of 'std::bad_alloc'",
  'fork: Cannot allocate memory',
  'Exit code: 137',
])('%j is a lack of memory', (message) => {
  expect(failureKind(message)).toBe('oom');
});

it.each([
  'Timeout',
  'TIMEOUT',
  'time out',
  ' - timeout after 2 h',
  'Job failed: Timeout',
  'job failed: time out',
  'DUE TO TIME LIMIT',
  'time_limit reached',
  'exceeded walltime',
  'wall time exceeded',
  'Deadline reached',
])('%j is a lack of time', (message) => {
  expect(failureKind(message)).toBe('timeout');
});

it.each([
  'Exit code: 1',
  'Exit code: 1370',
  'Killed by signal 9',
  'Dependency failed: ABC0123456',
  'connection timed out',
  'read timeout of 5 s on host x',
  'Pruned: downstream finals already present',
  'room for memory',
  'bloom filter',
  'memory',
  '',
  null,
  undefined,
  137,
  ['Out of memory'],
])('%j is neither', (message) => {
  expect(failureKind(message)).toBe('other');
});

it('what says both is a lack of memory', () => {
  expect(failureKind('Timeout after out of memory')).toBe('oom');
});

it('a whole log as a message takes no time', () => {
  failureKind('exceeded '.repeat(200_000));
  failureKind(' '.repeat(1_000_000));
});

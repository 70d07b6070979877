import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetResults, summarise } from '../test-summary.mjs';

let root;
let lines;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prm-summary-'));
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => lines.push(line));
  write('packages/a/package.json', { scripts: { test: 'vitest run' } });
  write('packages/b/package.json', {});
  write('tools/test-results.json', results({ numPassedTests: 2 }));
});

afterEach(() => {
  vi.restoreAllMocks();
  rmSync(root, { recursive: true });
});

function write(file, value) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), JSON.stringify(value));
}

function results(overrides) {
  return {
    success: true,
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    ...overrides,
  };
}

it('adds up every package with tests, in one last line', () => {
  write('packages/a/test-results.json', results({ numPassedTests: 3 }));
  expect(summarise(root)).toBe(true);
  expect(lines.at(-1)).toBe('5 passed, 0 failed');
});

it.each([
  ['failed tests', { success: false, numPassedTests: 3, numFailedTests: 1 }],
  ['an error outside of a test', { success: false, numPassedTests: 3 }],
  ['no test at all', {}],
])('refuses %s', (_, overrides) => {
  write('packages/a/test-results.json', results(overrides));
  expect(summarise(root)).toBe(false);
});

it('refuses results that are missing or forgotten', () => {
  write('packages/a/test-results.json', results({ numPassedTests: 3 }));
  forgetResults(root);
  expect(summarise(root)).toBe(false);
  expect(lines).toContain('packages/a: the tests did not run');
  expect(lines.at(-1)).toBe('0 passed, 2 failed');
});

it.each(['numPendingTests', 'numTodoTests'])('refuses %s only when told to', (count) => {
  write('packages/a/test-results.json', results({ numPassedTests: 3, [count]: 1 }));
  expect(summarise(root)).toBe(true);
  expect(summarise(root, { noSkips: true })).toBe(false);
});

it('counts end-to-end tests only when told to, and forgets them with the others', () => {
  write('packages/a/package.json', { scripts: { 'test:e2e': 'vitest run' } });
  write('packages/a/e2e/test-results.json', results({ numPassedTests: 4 }));
  expect(summarise(root)).toBe(true);
  expect(lines.at(-1)).toBe('2 passed, 0 failed');
  expect(summarise(root, { e2e: true })).toBe(true);
  expect(lines.at(-1)).toBe('6 passed, 0 failed');
  forgetResults(root);
  expect(summarise(root, { e2e: true })).toBe(false);
  expect(lines).toContain('packages/a/e2e: the tests did not run');
});

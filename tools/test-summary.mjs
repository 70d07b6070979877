// Adds up the results that vitest left in each package, and ends with one line, N passed, N failed:
//   node tools/test-summary.mjs [--no-skips] [--e2e]
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagesOf } from './workspace.mjs';

const resultsName = 'test-results.json';

/** Deletes the results of earlier runs, so that none of them is counted again. */
export function forgetResults(root) {
  for (const folder of testedFolders(root, { e2e: true }))
    rmSync(join(root, folder, resultsName), { force: true });
}

/**
 * Prints the counts of each package and in all; true when every package ran tests and none failed.
 * `noSkips` refuses skipped tests, `e2e` counts the end-to-end tests too.
 */
export function summarise(root, { noSkips = false, e2e = false } = {}) {
  const complaints = [];
  let passed = 0;
  let failed = 0;
  for (const folder of testedFolders(root, { e2e })) {
    const path = join(root, folder, resultsName);
    if (!existsSync(path)) {
      complaints.push(`${folder}: the tests did not run`);
      failed++; // a closing line that reads "0 failed" would hide it
      continue;
    }
    const results = JSON.parse(readFileSync(path, 'utf8'));
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${folder}: ${results.numPassedTests} passed, ${results.numFailedTests} failed, ${skipped} skipped`;
    console.log(line);
    passed += results.numPassedTests;
    failed += results.numFailedTests;
    if (!results.success) complaints.push(`${folder}: vitest failed`);
    if (results.numPassedTests === 0) complaints.push(`${folder}: no test passed`);
    if (noSkips && skipped > 0) complaints.push(`${folder}: ${skipped} skipped or todo tests`);
  }
  for (const complaint of complaints) console.error(complaint);
  console.log(`${passed} passed, ${failed} failed`);
  return complaints.length === 0 && failed === 0;
}

/** The folders with tests: this one, every package with a `test` script, and `e2e` in one with a `test:e2e` script. */
function testedFolders(root, { e2e }) {
  const tested = packagesOf(root).flatMap(({ folder, manifest: { scripts } }) => [
    ...(scripts?.test ? [folder] : []),
    ...(e2e && scripts?.['test:e2e'] ? [`${folder}/e2e`] : []),
  ]);
  return ['tools', ...tested];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const given = process.argv.slice(2);
  const root = fileURLToPath(new URL('..', import.meta.url));
  const isGood = summarise(root, { noSkips: given.includes('--no-skips'), e2e: given.includes('--e2e') });
  process.exitCode = isGood ? 0 : 1;
}

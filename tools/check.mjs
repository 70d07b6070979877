// Everything a change must pass: node tools/check.mjs [--no-skips] [turbo arguments…]
import { fileURLToPath } from 'node:url';
import { forgetResults, summarise } from './test-summary.mjs';
import { turbo } from './turbo.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const tasks = [
  'lint',
  'boundaries',
  'knip',
  'schemas:check',
  'test:tools',
  'build',
  'typecheck',
  'test',
  'check:package',
];
const noSkips = process.argv.includes('--no-skips');
const turboArguments = process.argv.slice(2).filter((argument) => argument !== '--no-skips');

forgetResults(root);
const turboCode = turbo(['run', ...tasks, '--continue=dependencies-successful', ...turboArguments]);
const testsPassed = summarise(root, { noSkips });
process.exitCode = turboCode || (testsPassed ? 0 : 1);

import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'prm-database-'));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the example trains from a database and grades a run that never was a file', () => {
  // As a user has it: the example in a project of theirs, with the packages it imports installed.
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  mkdirSync(join(folder, 'node_modules', '@prm'), { recursive: true });
  for (const name of ['evaluate', 'ingest', 'model']) {
    const installed = dirname(fileURLToPath(import.meta.resolve(`@prm/${name}`)));
    symlinkSync(dirname(installed), join(folder, 'node_modules', '@prm', name));
  }
  const script = join(folder, 'examples', 'database', 'train-from-database.mjs');
  const output = execFileSync(process.execPath, ['--no-warnings', script], { encoding: 'utf8' });
  const [first, verdict, ...words] = output.trimEnd().split('\n');
  expect(first).toBe('7 runs, workflows: somatic, textbio');
  expect(verdict).toMatch(/^(normal|fast|degraded|slow)$/);
  expect(words[0]).toMatch(/the jobs took .* expected/);
});

import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpusPath } from '@prm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPrm } from './support/run-prm.ts';

const PAGE = readFileSync(fileURLToPath(new URL('../../../docs/from-the-seed.md', import.meta.url)), 'utf8');
/** The command lines of the middle column. */
const COMMANDS = [...PAGE.matchAll(/^\|[^\n]*?\| `prm ((?:train|[a-z]+) [^`…]*)` \|/gm)].map(
  ([, line]) => line as string,
);
const folder = mkdtempSync(join(tmpdir(), 'prm-seed-'));

beforeAll(async () => {
  symlinkSync(corpusPath('dumps'), join(folder, 'dumps'));
  symlinkSync(corpusPath('gpu'), join(folder, 'gpu'));
  expect((await runPrm(['train', 'dumps', '--out', 'models'], { cwd: folder })).code).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the page has a command line for each of the commands', () => {
  expect(COMMANDS.length).toBeGreaterThanOrEqual(16);
  const names = new Set(COMMANDS.map((line) => line.split(' ')[0]));
  const expected = [
    'train',
    'workflows',
    'predict',
    'evaluate',
    'recommend',
    'gpu',
    'power',
    'quality',
    'sensitivity',
  ];
  expect([...names].sort()).toEqual(expected.sort());
});

it.each(COMMANDS)('prm %s does what it says on real runs', async (line) => {
  // Trainings with other options go elsewhere: the commands after them expect the usual models.
  const words = line
    .split(' ')
    .map((word) => (line.startsWith('train') && word === 'models/' ? 'other/' : word));
  const { code, stdout, stderr } = await runPrm(words, { cwd: folder });
  expect(stderr).toMatch(line.includes('gpu-400w') ? /known|^$/ : /^$/);
  expect(code).toBe(0);
  expect(stdout.trim()).not.toBe('');
});

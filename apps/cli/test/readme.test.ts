import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { trainModels } from '@prm/model';
import { predictRun, recommend } from '@prm/predict';
import { afterAll, expect, it } from 'vitest';
import { runPrm } from './support/run-prm.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const OWN_README = readFileSync(join(ROOT, 'apps', 'cli', 'README.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'prm-readme-'));

symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['README.md', README, 3],
  ['apps/cli/README.md', OWN_README, 2],
])('the transcript of %s is what the command prints', async (_, text, leastSteps) => {
  const transcript = /```console\n([\s\S]*?)```/.exec(text)?.[1] as string;
  const steps = transcript.split(/^\$ prm /m).slice(1);
  expect(steps.length).toBeGreaterThanOrEqual(leastSteps);
  for (const step of steps) {
    const [line, ...expected] = step.trimEnd().split('\n') as [string, ...string[]];
    const { code, stdout } = await runPrm(line.split(' '), { cwd: folder });
    expect(code).toBe(0);
    expect(stdout.trimEnd().split('\n')).toEqual(expected);
  }
});

it("the README's library example runs as it stands", async () => {
  const example = /```ts\n([\s\S]*?)```/.exec(README)?.[1] as string;
  const body = example
    .replace(/^import .*\n/gm, '')
    .replace("'examples/runs'", 'examples')
    .replace(/\?\./g, '?.');
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...values: unknown[]) => Promise<void>;
  const printed: unknown[][] = [];
  const console = { log: (...values: unknown[]) => printed.push(values) };
  const run = new AsyncFunction('trainModels', 'predictRun', 'recommend', 'examples', 'console', body);
  await run(trainModels, predictRun, recommend, join(ROOT, 'examples', 'runs'), console);
  expect(printed[0]).toEqual([expect.any(Number), expect.any(Number)]);
  expect(printed.length).toBeGreaterThan(1);
});

it('every command of the README is there', async () => {
  const { stdout } = await runPrm(['--help']);
  const commands = [...README.matchAll(/^\| `prm ([a-z]+)/gm)].map(([, name]) => name as string);
  expect(commands.length).toBeGreaterThanOrEqual(5);
  for (const command of commands) expect(stdout).toMatch(`  ${command} `);
});

it('the README of the package names every schema it ships, and has at most 60 lines', () => {
  const schemas = readdirSync(join(ROOT, 'apps', 'cli', 'schemas')).map(
    (file) => file.split('.')[0] as string,
  );
  const section = OWN_README.slice(OWN_README.indexOf('the schemas: '));
  const named = [...section.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name as string);
  expect(named.sort()).toEqual(schemas.sort());
  expect(OWN_README.split('\n').length).toBeLessThanOrEqual(60);
});

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

// The script with the running Node as the pinned one, so that this passes under every supported Node.
const text = readFileSync(fileURLToPath(new URL('../with-toolchain.mjs', import.meta.url)), 'utf8').replace(
  /version: '[\d.]+'/g,
  `version: '${process.versions.node}'`,
);
const goodPnpm = 'if [ "$1" = --version ]; then echo 12.21.0; else echo "pnpm $*"; exit 7; fi';
// Stands for an npx that brings the packages: it runs what follows them.
const goodNpx = `echo "npx $*"; while [ "$1" != node ]; do shift; done; PATH="$FETCHED:$PATH" "$@"`;
let root;
let script;
let bin;
let fetched;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prm-toolchain-test-'));
  script = join(root, 'tools/with-toolchain.mjs');
  bin = join(root, 'bin');
  fetched = join(root, 'fetched');
  for (const folder of ['tools', 'bin', 'fetched']) mkdirSync(join(root, folder));
  writeFileSync(script, text);
  symlinkSync(process.execPath, join(bin, 'node'));
});

afterEach(() => rmSync(root, { recursive: true }));

function command(folder, name, body) {
  writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(folder, name), 0o755);
}

function run(...args) {
  const env = { PATH: `${bin}:/usr/bin:/bin`, TMPDIR: tmpdir(), FETCHED: fetched };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

it('runs the script at once under the pinned toolchain, with its arguments and exit code', () => {
  command(bin, 'pnpm', goodPnpm);
  command(bin, 'npx', 'echo hopped');
  expect(run('check', '--no-skips', 'a b')).toEqual({
    status: 7,
    stdout: 'pnpm run check --no-skips a b\n',
    stderr: '',
  });
});

it('hops once when pnpm is another, and passes arguments and exit code through', () => {
  command(bin, 'pnpm', 'echo 9.0.0');
  command(fetched, 'pnpm', goodPnpm);
  command(bin, 'npx', goodNpx);
  const { status, stdout, stderr } = run('check', 'a b');
  expect(status).toBe(7);
  expect(stdout).toMatch(/^npx -y --allow-scripts=pnpm -p node-\S+@\d+\.\d+\.\d+ -p pnpm@12\.21\.0 node /);
  expect(stdout).toContain('pnpm run check a b');
  expect(stderr).toContain('pnpm is 9.0.0, not 12.21.0');
});

it('does not hop a second time when npx brought the wrong thing', () => {
  command(bin, 'pnpm', 'echo 9.0.0');
  command(bin, 'npx', goodNpx);
  const { status, stdout, stderr } = run('check');
  expect(status).toBe(1);
  expect(stdout.match(/npx -y/g)).toHaveLength(1);
  expect(stderr).toContain('npx did not bring the toolchain');
});

it('says what to do when npx fails before the script starts', () => {
  command(bin, 'pnpm', 'echo 9.0.0');
  command(bin, 'npx', 'exit 5');
  const { status, stderr } = run('check');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /Could not fetch .*npx ended with 5.*\nOr install Node \d+ and pnpm 12\.21\.0 yourself/,
  );
});

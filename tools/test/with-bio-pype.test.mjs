import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../with-bio-pype.sh', import.meta.url));
// Stands for a Python that makes environments, and for the one in them, whose pip says what it installs.
const pythonInside = '#!/bin/sh\\necho "python $*"\\n';
const goodPython = `case "$1" in
-c) exit 0 ;;
-m) mkdir "$3/bin" && printf '${pythonInside}' > "$3/bin/python" && chmod +x "$3/bin/python" ;;
esac`;
const shellTools = ['bash', 'chmod', 'env', 'id', 'mkdir', 'mktemp', 'rm', 'sh'];
let root;
let bin;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prm-with-bio-pype-'));
  bin = join(root, 'bin');
  for (const folder of ['bin', 'tmp']) mkdirSync(join(root, folder));
  for (const tool of shellTools) symlinkSync(`/bin/${tool}`, join(bin, tool));
});

afterEach(() => rmSync(root, { recursive: true }));

function program(name, body) {
  rmSync(join(bin, name), { force: true });
  writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(bin, name), 0o755);
}

function run(words, variables = {}) {
  const env = { PATH: bin, TMPDIR: join(root, 'tmp'), ...variables };
  const { status, stdout, stderr } = spawnSync(join(bin, 'bash'), [script, ...words], {
    encoding: 'utf8',
    env,
  });
  return { status, stdout, stderr };
}

it('installs Bio-Pype, runs the command with it, passes its exit code on, and leaves nothing', () => {
  program('python3', goodPython);
  program('wanted', 'echo "$* with $PRM_BIO_PYPE"; exit 7');
  const { status, stdout, stderr } = run(['wanted', 'a b']);
  expect(stdout).toMatch(/^python -m pip install .*bio-pype==\S+\na b with \S+\/tmp\/prm-bio-pype\.\w+\n$/);
  expect({ status, stderr }).toEqual({ status: 7, stderr: '' });
  expect(readdirSync(join(root, 'tmp'))).toEqual([]);
});

it('takes the Bio-Pype that is named', () => {
  program('wanted', 'echo "with $PRM_BIO_PYPE"');
  expect(run(['wanted'], { PRM_BIO_PYPE: '/opt/bp' })).toMatchObject({
    status: 0,
    stdout: 'with /opt/bp\n',
  });
});

it('installs Python as root where it is missing', () => {
  program('id', 'echo 0');
  program('apt-get', `echo "apt-get $*"; case "$*" in *python3-venv) mv "$READY" "${bin}/python3" ;; esac`);
  symlinkSync('/bin/mv', join(bin, 'mv'));
  program('ready', goodPython);
  program('wanted', 'echo done');
  const { status, stdout } = run(['wanted'], { READY: join(bin, 'ready') });
  expect(stdout).toMatch(
    /^apt-get update.*\napt-get install .*python3 python3-venv\npython -m pip .*\ndone\n$/,
  );
  expect(status).toBe(0);
});

it.each([
  ['there is no apt', {}, /install Python 3\.9 or later/],
  [
    'one is neither root nor may become it',
    { 'apt-get': 'exit 9', id: 'echo 1000', sudo: 'exit 1' },
    /needs root/,
  ],
  ['apt fails', { 'apt-get': 'exit 9', id: 'echo 0' }, /apt-get could not/],
  ['PyPI cannot be reached', { python3: goodPython.replace('echo', 'exit 1; echo') }, /is PyPI reachable\?/],
])('says what to do when %s', (_, programs, message) => {
  for (const [name, body] of Object.entries(programs)) program(name, body);
  program('wanted', 'echo ran');
  const { status, stdout, stderr } = run(['wanted']);
  expect(stderr).toMatch(message);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(readdirSync(join(root, 'tmp'))).toEqual([]);
});

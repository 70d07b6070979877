import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findBioPype } from './support/find-bio-pype.ts';

const folder = mkdtempSync(join(tmpdir(), 'prm-find-'));
const environment = join(folder, 'venv');
const bin = join(environment, 'bin');
const python = program('venv/bin/python3', '#!/bin/sh');
const command = program('venv/bin/pype', `#!${python}`);
const longPath = program('long/pype', `#!/bin/sh\n'''exec' "${python}" "$0" "$@"`);
const noPython = program('none/pype', '#!/bin/sh');

afterAll(() => rmSync(folder, { recursive: true }));

function program(name: string, text: string): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

it.each([
  ['the environment that is named', { PRM_BIO_PYPE: environment, PATH: '' }, { command, python }],
  ['the folder of programs that is named', { PRM_BIO_PYPE: bin, PATH: '' }, { command, python }],
  ['PATH', { PATH: `${folder}:${bin}` }, { command, python }],
  ['PATH, with its Python elsewhere', { PATH: join(folder, 'long') }, { command: longPath, python }],
  ['nowhere on PATH', { PATH: folder }, null],
  ['not beside what is named, but on PATH', { PRM_BIO_PYPE: folder, PATH: bin }, null],
  ['a command without its Python', { PATH: join(noPython, '..') }, null],
])('finds Bio-Pype: %s', (_, env, expected) => {
  expect(findBioPype(env)).toEqual(expected);
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mayImport, reachable } from '../boundaries/rules.mjs';
import { boundaryViolations } from '../check-boundaries.mjs';
import { packagesOf } from '../workspace.mjs';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const script = join(repository, 'tools/check-boundaries.mjs');
let root;

/** A workspace with the real manifests, and for each package nothing but empty entries. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prm-boundaries-'));
  for (const { folder, manifest } of packagesOf(repository)) {
    plant(`${folder}/package.json`, JSON.stringify(manifest));
    plant(`${folder}/src/index.ts`, 'export {};');
  }
  plant('packages/ingest/src/units/index.ts', 'export {};');
  plant('packages/model/src/format/index.ts', 'export {};');
});

afterEach(() => rmSync(root, { recursive: true }));

function plant(file, text) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function violations() {
  return boundaryViolations(root).map(
    ({ file, line, specifier, rule }) => `${file}${line ? `:${line}` : ''}: "${specifier}": ${rule}`,
  );
}

function expectViolation(...words) {
  const found = violations();
  expect(found).toHaveLength(1);
  for (const word of words) expect(found[0]).toContain(word);
}

it('exits 1 with file, import and rule, and 0 without any', () => {
  const run = () => spawnSync(process.execPath, [script, root], { encoding: 'utf8' });
  expect(run()).toMatchObject({ status: 0, stderr: '' });
  plant('packages/ingest/src/a.ts', `import '@prm/model';`);
  const { status, stderr } = run();
  expect(status).toBe(1);
  expect(stderr).toContain(
    'packages/ingest/src/a.ts:1: imports "@prm/model": @prm/ingest may import no @prm package',
  );
});

it('passes imports along the direction, of types from what is not browser-safe, and of Node elsewhere', () => {
  plant(
    'packages/predict/src/a.ts',
    `import { read } from '@prm/model/format'; import type { M } from '@prm/model';`,
  );
  plant('packages/predict/test/a.test.ts', `import { readRuns } from '@prm/ingest'; import '@prm/testing';`);
  plant(
    'packages/ingest/src/read.ts',
    `import { readFile } from 'node:fs/promises'; import './units/index.ts';`,
  );
  plant('packages/ingest/src/units/memory.ts', `import type { Source } from '../read.ts';`);
  plant('apps/cli/src/a.ts', `import '@prm/predict'; import '@prm/ingest/units'; import 'node:fs';`);
  expect(violations()).toEqual([]);
});

it('passes a bad import that stands in a comment or a string', () => {
  plant(
    'packages/regression/src/a.ts',
    `/** import { a } from '@prm/ingest'; */\nexport const a = "import 'node:fs'";`,
  );
  expect(violations()).toEqual([]);
});

it.each([
  ['packages/regression/src/deep/a.ts', `import { readFile } from 'node:fs/promises';`],
  ['packages/predict/src/a.ts', `import path from 'path';`],
  ['packages/predict/src/a.ts', `import type { Stats } from 'node:fs';`],
  ['packages/ingest/src/units/a.ts', `export const fs = await import('node:fs');`],
  ['packages/model/src/format/a.ts', `export * from 'fs/promises';`],
  ['packages/model/src/format/a.ts', `const fs = process.getBuiltinModule('fs');`],
])('refuses a module of Node in a browser-safe entry: %s %s', (file, text) => {
  plant(file, text);
  expectViolation(`${file}:1: "`, 'a module of Node');
});

it('refuses a module of Node that a browser-safe entry reaches through relative paths', () => {
  plant('packages/ingest/src/units/a.ts', `export * from '../b.ts';`);
  plant('packages/ingest/src/b.ts', `export { c } from './c.ts';`);
  plant('packages/ingest/src/c.ts', `\nimport 'node:zlib';`);
  const way = 'packages/ingest/src/units/a.ts → packages/ingest/src/b.ts → packages/ingest/src/c.ts';
  expectViolation('packages/ingest/src/c.ts:2: "node:zlib"', `reached by ${way}`);
});

it('refuses, in a browser-safe entry, to load a package entry that needs Node', () => {
  plant('packages/predict/src/a.ts', `import { train } from '@prm/model';`);
  expectViolation('packages/predict/src/a.ts:1: "@prm/model"', 'or only its types');
});

it.each([
  ['packages/regression/src/a.ts', '@prm/ingest', 'no @prm package'],
  ['packages/ingest/src/a.ts', '@prm/regression', 'no @prm package'],
  ['packages/ingest/test/a.test.ts', '@prm/model', 'no @prm package'],
  ['packages/model/src/a.ts', '@prm/predict', 'only @prm/ingest, @prm/regression'],
  ['packages/predict/test/a.test.ts', '@prm/cli', 'nobody imports an app'],
  ['packages/model/src/a.ts', '@prm/cli', 'nobody imports an app'],
  ['packages/model/src/a.ts', '@prm/testing', 'only tests'],
  ['packages/model/src/a.ts', '@prm/model/format', 'a relative path'],
  ['tools/testing/src/a.ts', '@prm/ingest', 'no @prm package'],
  ['apps/cli/src/a.ts', '@prm/nowhere', 'there is no package'],
])('refuses the direction %s → %s', (file, specifier, rule) => {
  const ways = [
    `import type { A } from '${specifier}';`,
    `export type B = import('${specifier}').B;`,
    `export { c } from '${specifier}';`,
    `export const d = () => import('${specifier}');`,
  ];
  plant(file, ways.join('\n'));
  const found = violations();
  expect(found).toHaveLength(4);
  for (const [index, violation] of found.entries()) {
    expect(violation).toContain(`${file}:${index + 1}: "${specifier}": `);
    expect(violation).toContain(rule);
  }
});

it('refuses a type from a package that is only reached through another', () => {
  plant('packages/predict/src/a.ts', `import type { Run } from '@prm/ingest';`);
  expectViolation('packages/predict/src/a.ts:1: "@prm/ingest"', 'only @prm/model, @prm/regression');
});

it.each(['@prm/model/src/train.ts', '@prm/model/dist/index.js', '@prm/ingest/parse'])(
  'refuses the inside %s',
  (inside) => {
    plant('apps/cli/src/a.ts', `import '${inside}';`);
    expectViolation(`"${inside}"`, 'keeps this inside');
  },
);

it('refuses a relative path out of the package', () => {
  plant('apps/cli/src/a.ts', `import '../../../packages/model/src/index.ts';`);
  expectViolation('stays inside its package');
});

it('refuses a cycle between files of one package, also of types', () => {
  plant('packages/model/src/a.ts', `import './b.ts';`);
  plant('packages/model/src/b.ts', `import type { C } from './c/index.ts';`);
  plant('packages/model/src/c/index.ts', `export * from '../a.ts';`);
  const [a, b, c] = ['a.ts', 'b.ts', 'c/index.ts'].map((name) => `packages/model/src/${name}`);
  expectViolation(`${c}:1: "../a.ts": closes the cycle ${a} → ${b} → ${c} → ${a}`);
});

it.each(['dependencies', 'devDependencies', 'peerDependencies'])(
  'refuses %s against the direction',
  (kind) => {
    const manifest = JSON.parse(readFileSync(join(root, 'packages/ingest/package.json'), 'utf8'));
    manifest[kind] = { ...manifest[kind], '@prm/model': 'workspace:^' };
    plant('packages/ingest/package.json', JSON.stringify(manifest));
    expectViolation('packages/ingest/package.json: "@prm/model"', 'no @prm package');
  },
);

it('refuses a package that no rule names', () => {
  plant('packages/extra/package.json', JSON.stringify({ name: '@prm/extra' }));
  expectViolation('packages/extra/package.json', 'no rule names this package');
});

it('turbo allows each tag what its package reaches, and @prm/testing', () => {
  const { tags } = JSON.parse(readFileSync(join(repository, 'turbo.json'), 'utf8')).boundaries;
  for (const library of Object.keys(mayImport)) {
    expect(new Set(tags[library].dependencies.allow)).toEqual(new Set([...reachable(library), 'testing']));
  }
  expect(new Set(tags.app.dependencies.allow)).toEqual(new Set([...Object.keys(mayImport), 'testing']));
  expect(tags.testing.dependencies.allow).toEqual([]);
});

it('turbo knows every package by the tag of its place', () => {
  for (const { folder, manifest } of packagesOf(repository)) {
    const { tags } = JSON.parse(readFileSync(join(repository, folder, 'turbo.json'), 'utf8'));
    expect(tags).toEqual([folder.startsWith('apps/') ? 'app' : manifest.name.replace('@prm/', '')]);
  }
});

import { existsSync, readdirSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { importsOf } from './imports.mjs';

/**
 * Every source and test file of the packages, by its path from the root: the package it belongs to, whether it
 * lies in `src`, and its imports, a relative one with the `target` file that it names.
 */
export function readSources(root, packages) {
  const sources = new Map();
  for (const owner of packages) {
    for (const file of codeFiles(root, owner.folder)) {
      const imports = importsOf(join(root, file)).map((found) => ({
        ...found,
        target: target(file, found.specifier),
      }));
      sources.set(file, { file, owner, inSource: file.startsWith(`${owner.folder}/src/`), imports });
    }
  }
  return sources;
}

function codeFiles(root, folder) {
  return ['src', 'test', 'e2e', '.']
    .filter((part) => existsSync(join(root, folder, part)))
    .flatMap((part) =>
      readdirSync(join(root, folder, part), { recursive: part !== '.' }).map((name) =>
        posix.join(folder, part, name),
      ),
    )
    .filter((file) => /\.[cm]?[jt]sx?$/.test(basename(file)) && !file.includes('/fixtures/'))
    .sort();
}

function target(file, specifier) {
  return /^\.{1,2}(\/|$)/.test(specifier) ? posix.join(posix.dirname(file), specifier) : undefined;
}

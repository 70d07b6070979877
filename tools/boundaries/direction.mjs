import { mayImport, reachable } from './rules.mjs';

const testing = '@prm/testing';

/** Dependencies between packages that package.json declares against the direction. */
export function manifestViolations(packages) {
  return packages.flatMap((owner) => {
    const { dependencies, peerDependencies, optionalDependencies, devDependencies } = owner.manifest;
    const shipped = Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies });
    const file = `${owner.folder}/package.json`;
    return [
      ...unknownPackage(owner, file),
      ...shipped.flatMap((specifier) => broken(owner, specifier, true, packages, file)),
      ...Object.keys(devDependencies ?? {}).flatMap((specifier) =>
        broken(owner, specifier, false, packages, file),
      ),
    ];
  });
}

/** Imports of other packages against the direction, types included, and imports of what a package keeps inside. */
export function directionViolations(sources, packages) {
  return [...sources.values()].flatMap(({ file, owner, inSource, imports }) =>
    imports.flatMap(({ specifier, line, target }) =>
      target === undefined
        ? broken(owner, specifier, inSource, packages, file, line)
        : leaving(owner, specifier, target, file, line),
    ),
  );
}

function unknownPackage(owner, file) {
  const known =
    owner.folder.startsWith('apps/') || owner.manifest.name === testing || libraryOf(owner) in mayImport;
  if (known) return [];
  return [
    {
      file,
      specifier: owner.manifest.name,
      rule: 'no rule names this package: add it to tools/boundaries/rules.mjs',
    },
  ];
}

function broken(owner, specifier, shipped, packages, file, line) {
  const rule = brokenRule(owner, specifier, shipped, packages);
  return rule === undefined ? [] : [{ file, line, specifier, rule }];
}

function brokenRule(owner, specifier, shipped, packages) {
  const [scope, name, ...rest] = specifier.split('/');
  if (scope !== '@prm') return undefined;
  const wanted = packages.find(({ manifest }) => manifest.name === `@prm/${name}`);
  if (wanted === undefined) return `there is no package @prm/${name}`;
  if (wanted === owner) {
    if (shipped) return 'a package imports its own files by a relative path';
  } else if (wanted.folder.startsWith('apps/')) {
    return 'nobody imports an app';
  } else if (wanted.manifest.name === testing) {
    if (shipped) return 'only tests import @prm/testing';
  } else if (!allowed(owner, shipped).includes(name)) {
    return `${owner.manifest.name} may import ${sentence(allowed(owner, shipped))}`;
  }
  const entry = rest.length === 0 ? '.' : `./${rest.join('/')}`;
  if (entry in (wanted.manifest.exports ?? {})) return undefined;
  return `@prm/${name} keeps this inside: import one of its exports`;
}

/** The libraries open to the files that ship, or to the tests, which also get what those libraries may import. */
function allowed(owner, shipped) {
  if (owner.folder.startsWith('apps/')) return Object.keys(mayImport);
  if (owner.manifest.name === testing) return [];
  return shipped ? (mayImport[libraryOf(owner)] ?? []) : reachable(libraryOf(owner));
}

function leaving(owner, specifier, target, file, line) {
  if (target.startsWith(`${owner.folder}/`)) return [];
  return [{ file, line, specifier, rule: 'a relative path stays inside its package' }];
}

function libraryOf(owner) {
  return owner.manifest.name.slice('@prm/'.length);
}

function sentence(libraries) {
  return libraries.length === 0
    ? 'no @prm package'
    : `only ${libraries.map((name) => `@prm/${name}`).join(', ')}`;
}

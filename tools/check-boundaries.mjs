// Checks what turbo's own boundaries cannot see: node tools/check-boundaries.mjs [workspace root]
// Prints one line for each import that breaks a rule, `file:line: imports "…": rule`, and exits 1 if there is any.
import { fileURLToPath } from 'node:url';
import { browserViolations } from './boundaries/browser.mjs';
import { cycleViolations } from './boundaries/cycles.mjs';
import { directionViolations, manifestViolations } from './boundaries/direction.mjs';
import { readSources } from './boundaries/sources.mjs';
import { packagesOf } from './workspace.mjs';

/** Every import of the workspace's packages that breaks a rule: `{ file, line, specifier, rule }`. */
export function boundaryViolations(root) {
  const packages = packagesOf(root).filter(({ manifest }) => manifest.name?.startsWith('@prm/'));
  const sources = readSources(root, packages);
  const violations = [
    ...manifestViolations(packages),
    ...directionViolations(sources, packages),
    ...browserViolations(sources),
    ...cycleViolations(sources),
  ];
  return firstOfEachImport(violations);
}

/** One import may break several rules; the first says enough. */
function firstOfEachImport(violations) {
  const seen = new Set();
  return violations.filter(({ file, line, specifier }) => {
    const place = `${file}:${line}:${specifier}`;
    const isFirst = !seen.has(place);
    seen.add(place);
    return isFirst;
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = boundaryViolations(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
  for (const { file, line, specifier, rule } of violations) {
    console.error(`${file}${line ? `:${line}` : ''}: imports "${specifier}": ${rule}`);
  }
  if (violations.length > 0) {
    console.error(`imports that break the boundaries: ${violations.length}`);
    process.exitCode = 1;
  }
}

import { isBuiltin } from 'node:module';
import { browserSafeEntries } from './rules.mjs';

/** Node modules, and packages that need them, in what the browser-safe entries reach at run time. */
export function browserViolations(sources) {
  const found = new Map();
  for (const entry of browserSafeEntries) {
    for (const [file, path] of reached(entry, sources)) {
      for (const { specifier, line, typeOnly } of sources.get(file).imports) {
        const rule = brokenRule(specifier, typeOnly);
        const place = `${file}:${line}:${specifier}`;
        if (rule === undefined || found.has(place)) continue;
        const way = path.length > 1 ? ` (reached by ${path.join(' → ')})` : '';
        found.set(place, {
          file,
          line,
          specifier,
          rule: `${entry.specifier} runs in a browser, and ${rule}${way}`,
        });
      }
    }
  }
  return [...found.values()];
}

function brokenRule(specifier, typeOnly) {
  if (isBuiltin(specifier)) return 'this is a module of Node';
  const isOurs = specifier.startsWith('@prm/');
  if (!isOurs || typeOnly || browserSafeEntries.some((entry) => entry.specifier === specifier))
    return undefined;
  return 'this entry does not: import one that does, or only its types';
}

/** The files of an entry and those they load through relative paths, each with the way it was reached. */
function reached(entry, sources) {
  const starts = [...sources.keys()].filter(
    (file) => file === entry.from || file.startsWith(`${entry.from}/`),
  );
  const ways = new Map(starts.map((file) => [file, [file]]));
  for (const [file, way] of ways) {
    for (const { target, typeOnly } of sources.get(file).imports) {
      if (typeOnly || !sources.has(target) || ways.has(target)) continue;
      ways.set(target, [...way, target]);
    }
  }
  return ways;
}

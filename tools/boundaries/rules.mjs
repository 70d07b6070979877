// Who may import whom. turbo.json says the same by tags, as far as turbo can see; a test compares the two.

/** Each library and the libraries its own files may import. Some have no folder yet. */
export const mayImport = {
  regression: [],
  ingest: [],
  model: ['ingest', 'regression'],
  predict: ['model', 'regression'],
  evaluate: ['predict', 'model', 'ingest'],
  power: ['ingest'],
};

/**
 * Entries that also run in a browser: neither the files in `from`, a file or a folder, nor what these load may
 * import a Node module. Another package's browser-safe code may import values from these entries alone.
 */
export const browserSafeEntries = [
  { specifier: '@prm/regression', from: 'packages/regression/src' },
  { specifier: '@prm/power', from: 'packages/power/src' },
  { specifier: '@prm/predict', from: 'packages/predict/src' },
  { specifier: '@prm/ingest/text', from: 'packages/ingest/src/text/index.ts' },
  { specifier: '@prm/ingest/units', from: 'packages/ingest/src/units' },
  { specifier: '@prm/model/format', from: 'packages/model/src/format' },
];

/** The libraries that `library` may import, and those that they may: what its tests may use. */
export function reachable(library) {
  const found = new Set();
  const visit = (name) => {
    for (const next of mayImport[name] ?? []) {
      if (found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(library);
  return [...found];
}

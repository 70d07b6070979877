import { createRequire } from 'node:module';
import { createContext, runInContext } from 'node:vm';

/** As much of esbuild as is used here; it comes with tsup, which every package is built with. */
interface Esbuild {
  build(options: Record<string, unknown>): Promise<{ outputFiles: readonly { text: string }[] }>;
}

/**
 * Bundles an entry as it was built for a browser, and loads it where there is neither Node nor a page: no `process`,
 * `Buffer`, `require` or `document`. Fails when anything of it needs a Node module.
 *
 * @param entry path of a built file, dist/index.js say
 * @returns what the entry exports
 */
export async function loadAsInBrowser(entry: string): Promise<Record<string, unknown>> {
  const tsup = createRequire(createRequire(entry).resolve('tsup'));
  const { build } = tsup('esbuild') as Esbuild;
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'entry',
    logLevel: 'silent',
  });
  const context = createContext({});
  runInContext(outputFiles[0]?.text ?? '', context);
  return runInContext('entry', context) as Record<string, unknown>;
}

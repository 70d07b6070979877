import type { Options } from 'tsup';
import packageJson from './package.json' with { type: 'json' };

// A bundled CommonJS dependency calls require; an ES module has none, so the bundle makes its own.
const createRequire =
  "import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);";

const config: Options = {
  entry: { prm: 'src/prm.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node22',
  clean: true,
  define: { PRM_CLI_VERSION: JSON.stringify(packageJson.version) },
  dts: false,
  removeNodeProtocol: false,
  noExternal: [/.*/], // one start-up without a walk through node_modules
  banner: { js: createRequire },
};

export default config;

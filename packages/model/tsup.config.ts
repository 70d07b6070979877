import type { Options } from 'tsup';
import packageJson from './package.json' with { type: 'json' };

const config: Options = {
  entry: { index: 'src/index.ts', 'format/index': 'src/format/index.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node22',
  clean: true,
  define: { PRM_MODEL_VERSION: JSON.stringify(packageJson.version) },
  dts: false, // tsc writes the declarations: see tsconfig.build.json
  removeNodeProtocol: false,
};

export default config;

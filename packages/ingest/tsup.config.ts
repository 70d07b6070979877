import type { Options } from 'tsup';

const config: Options = {
  entry: { index: 'src/index.ts', 'text/index': 'src/text/index.ts', 'units/index': 'src/units/index.ts' },
  format: 'esm',
  platform: 'node',
  target: 'node22',
  clean: true,
  dts: false, // tsc writes the declarations: see tsconfig.build.json
  removeNodeProtocol: false,
};

export default config;

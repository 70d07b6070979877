import type { Options } from 'tsup';

const config: Options = {
  entry: { index: 'src/index.ts' },
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  clean: true,
  dts: false, // tsc writes the declarations: see tsconfig.build.json
  removeNodeProtocol: false,
};

export default config;

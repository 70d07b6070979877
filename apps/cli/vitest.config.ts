import { testConfig } from '@prm/testing/vitest-config';
import { mergeConfig } from 'vitest/config';
import packageJson from './package.json' with { type: 'json' };

export default mergeConfig(testConfig, {
  define: { PRM_CLI_VERSION: JSON.stringify(packageJson.version) },
});

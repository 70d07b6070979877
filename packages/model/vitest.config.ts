import { testConfig } from '@prm/testing/vitest-config';
import { mergeConfig } from 'vitest/config';
import packageJson from './package.json' with { type: 'json' };

export default mergeConfig(testConfig, {
  define: { PRM_MODEL_VERSION: JSON.stringify(packageJson.version) },
});

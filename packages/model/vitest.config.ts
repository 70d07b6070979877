import { testConfig } from '@prm/testing/vitest-config';
import { mergeConfig } from 'vitest/config';
import packageJson from './package.json' with { type: 'json' };
import registrySchema from './schemas/registry.schema.json' with { type: 'json' };
import modelSchema from './schemas/workflow-model.schema.json' with { type: 'json' };

export default mergeConfig(testConfig, {
  define: {
    PRM_MODEL_VERSION: JSON.stringify(packageJson.version),
    PRM_MODEL_SCHEMA: JSON.stringify(modelSchema),
    PRM_REGISTRY_SCHEMA: JSON.stringify(registrySchema),
  },
});

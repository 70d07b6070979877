import { testConfig } from './testing/vitest-config.js';

export default { test: { ...testConfig.test, include: ['test/**/*.test.mjs'] } };

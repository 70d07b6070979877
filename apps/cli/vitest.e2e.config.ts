import { testConfig } from '@prm/testing/vitest-config';

export default {
  test: {
    ...testConfig.test,
    include: ['e2e/*.test.ts'],
    outputFile: { json: 'e2e/test-results.json' }, // read by tools/test-summary.mjs
    testTimeout: 60_000,
    hookTimeout: 600_000, // the runs
  },
};

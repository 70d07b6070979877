// JavaScript, because vitest loads it natively, also under the oldest supported Node.

/** The vitest configuration that all packages share. */
export const testConfig = {
  test: {
    include: ['test/**/*.test.ts'],
    allowOnly: false,
    hookTimeout: 120_000,
    testTimeout: 60_000, // a guard against hanging, not a measure: the machine may be busy
    reporters: ['default', 'json'],
    outputFile: { json: 'test-results.json' }, // read by tools/test-summary.mjs
    server: { deps: { inline: ['clipanion'] } }, // its ES modules import folders, which Node refuses
    coverage: { include: ['src/**'], reporter: ['text', 'lcov'] },
  },
};

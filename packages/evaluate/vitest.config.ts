export { testConfig as default } from '@prm/testing/vitest-config';

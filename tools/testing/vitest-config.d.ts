import type { ViteUserConfig } from 'vitest/config';

/** The vitest configuration that all packages share. */
export declare const testConfig: ViteUserConfig;

// Runs turbo as every script here does: node tools/turbo.mjs <turbo arguments…>
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Runs turbo in this workspace and returns its exit code. */
export function turbo(turboArguments) {
  const env = {
    ...process.env,
    TURBO_TELEMETRY_DISABLED: '1',
    // Part of every task's hash (globalEnv in turbo.json): a green under one Node is none under another.
    PRM_NODE_VERSION: process.version,
    // turbo has the tools colour their output, also into a file.
    ...(process.stdout.isTTY || process.env.FORCE_COLOR ? {} : { NO_COLOR: '1' }),
  };
  const end = spawnSync(`${root}node_modules/.bin/turbo`, turboArguments, {
    cwd: root,
    env,
    stdio: 'inherit',
  });
  if (end.error) throw end.error;
  return end.status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = turbo(process.argv.slice(2));
}

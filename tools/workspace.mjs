import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages of a workspace, from its folders: `{ folder, manifest }`, in order of folder. */
export function packagesOf(root) {
  return ['packages', 'apps', 'tools']
    .flatMap((parent) =>
      existsSync(join(root, parent))
        ? readdirSync(join(root, parent)).map((name) => `${parent}/${name}`)
        : [],
    )
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .sort()
    .map((folder) => ({
      folder,
      manifest: JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
    }));
}

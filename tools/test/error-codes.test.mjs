import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const CODE = /'((?:regression|ingest|model|predict|evaluate|power|cli)\/[a-z-]+)'/g;

it('every error code of the sources is told in docs/errors.md, and no other', () => {
  const documented = readFileSync(join(root, 'docs/errors.md'), 'utf8').match(/(?<=`)[a-z]+\/[a-z-]+(?=`)/g);
  const used = sourceFiles().flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(CODE)].map(([, code]) => code),
  );
  expect([...new Set(documented)].sort()).toEqual([...new Set(used)].sort());
});

function sourceFiles() {
  return ['packages', 'apps'].flatMap((group) =>
    readdirSync(join(root, group)).flatMap((name) => {
      const folder = join(root, group, name, 'src');
      return readdirSync(folder, { recursive: true })
        .filter((file) => file.endsWith('.ts'))
        .map((file) => join(folder, file));
    }),
  );
}

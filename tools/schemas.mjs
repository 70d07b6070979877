// Makes the JSON Schemas that the packages ship: node tools/schemas.mjs [--check]
// With --check nothing is written, and a schema that is not what its type says is an error.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documents } from './schemas/documents.mjs';
import { makeSchema } from './schemas/make-schema.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const checkOnly = process.argv.includes('--check');
const stale = [];

for (const document of documents) {
  const path = join(document.folder, 'schemas', `${document.name}.schema.json`);
  const text = `${JSON.stringify(makeSchema(root, document), null, 2)}\n`;
  if (text === read(join(root, path))) continue;
  stale.push(path);
  if (checkOnly) continue;
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

if (checkOnly && stale.length > 0) {
  console.error(`Schemas that are not what their types say:\n  ${stale.join('\n  ')}\nRun: pnpm run schemas`);
  process.exit(1);
}
console.log(
  checkOnly ? `${documents.length} schemas agree with their types` : `${stale.length} schemas written`,
);

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

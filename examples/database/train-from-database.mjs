// Trains models from runs in a database, and grades a run that never was a file.
//
//   node examples/database/train-from-database.mjs
//
// The database is SQLite in memory, as Node brings it; any other cursor serves as well: what `trainModels` takes is an
// iterable, synchronous or not, of the mappings that Bio-Pype writes.
import { readdirSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { evaluateRun } from '@prm/evaluate';
import { parseRun } from '@prm/ingest';
import { trainModels } from '@prm/model';

const database = new DatabaseSync(':memory:');
database.exec('CREATE TABLE runs (id INTEGER PRIMARY KEY, runtime TEXT NOT NULL)');
fill(new URL('../runs/', import.meta.url));

const { registry, quality } = await trainModels(runtimes());
console.log(`${quality.n_runs} runs, workflows: ${registry.keys.join(', ')}`);

const [{ runtime }] = database.prepare('SELECT runtime FROM runs ORDER BY id DESC LIMIT 1').all();
const { verdict, words } = evaluateRun(registry, parseRun(JSON.parse(runtime)));
console.log(verdict);
for (const sentence of words) console.log(sentence);

/** One mapping in memory at a time. */
async function* runtimes() {
  for (const row of database.prepare('SELECT runtime FROM runs').iterate()) yield JSON.parse(row.runtime);
}

function fill(folder) {
  const insert = database.prepare('INSERT INTO runs (runtime) VALUES (?)');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
    insert.run(readFileSync(new URL(name, folder), 'utf8'));
  }
}

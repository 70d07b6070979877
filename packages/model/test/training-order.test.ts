import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { anyRuns, type RuntimeMapping } from '@prm/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stringifyModel } from '../src/format/parse-model.ts';
import { type Training, trainModels } from '../src/training/train-models.ts';
import { temporaryFolder } from './folders.ts';

const OPTIONS = { minStepSamples: 1 };

/** Everything that was learned, byte for byte. */
function bytesOf({ models, quality }: Training): string {
  const { n_runs, n_merged_dumps, n_unnamed_runs, workflows_left_out } = quality;
  const counts = JSON.stringify({ n_runs, n_merged_dumps, n_unnamed_runs, workflows_left_out });
  return `${models.map(stringifyModel).join('')}${counts}`;
}

/** Orders items by random numbers, of which there are enough. */
function shuffled<T>(items: readonly T[], keys: readonly number[]): T[] {
  const order = items.map((item, i) => ({ item, key: keys[i % keys.length] as number, i }));
  return order.sort((a, b) => a.key - b.key || b.i - a.i).map(({ item }) => item);
}

const keys = fc.array(fc.nat(), { minLength: 16, maxLength: 16 });

it('training does not depend on the order of the documents', async () => {
  await fc.assert(
    fc.asyncProperty(anyRuns, keys, async (runs, order) => {
      expect(bytesOf(await trainModels(shuffled(runs, order), OPTIONS))).toBe(
        bytesOf(await trainModels(runs, OPTIONS)),
      );
    }),
    { numRuns: 150 },
  );
});

it('nor on the order of the jobs within a document', async () => {
  await fc.assert(
    fc.asyncProperty(anyRuns, keys, async (runs, order) => {
      const turned = runs.map((run) => Object.fromEntries(shuffled(Object.entries(run), order)));
      expect(bytesOf(await trainModels(turned, OPTIONS))).toBe(bytesOf(await trainModels(runs, OPTIONS)));
    }),
    { numRuns: 150 },
  );
});

it('nor on a dump that is there twice, but for its count', async () => {
  const samples = ({ models }: Training) =>
    models.map(({ steps, pipelines }) => JSON.stringify({ steps, pipelines }));
  await fc.assert(
    fc.asyncProperty(anyRuns, async (runs) => {
      const dated = runs.filter((run) => JSON.stringify(run).includes('"submitted_at"'));
      expect(samples(await trainModels([...runs, ...dated], OPTIONS))).toEqual(
        samples(await trainModels(runs, OPTIONS)),
      );
    }),
    { numRuns: 100 },
  );
});

it('nor on whether runs come as mappings, or in what files, formats and folders', async () => {
  await fc.assert(
    fc.asyncProperty(anyRuns, keys, async (runs, choices) => {
      const folder = temporaryFolder();
      writeDumps(folder, runs, choices);
      const files = await trainModels(folder, OPTIONS);
      expect(files.quality.skipped).toEqual([]);
      expect(bytesOf(files)).toBe(bytesOf(await trainModels(runs, OPTIONS)));
    }),
    { numRuns: 60 },
  );
});

/** Writes each run to a file of its own or, with others, as lines of NDJSON. */
function writeDumps(folder: string, runs: readonly RuntimeMapping[], choices: readonly number[]): void {
  const lines: string[] = [];
  for (const [i, run] of runs.entries()) {
    const choice = choices[i % choices.length] as number;
    const json = JSON.stringify(choice % 2 === 0 ? run : { runtime_data: run });
    const below = join(folder, ['', 'a', 'b/c'][choice % 3] as string);
    mkdirSync(below, { recursive: true });
    const path = join(below, `${choice}-${i}`);
    switch (choice % 5) {
      case 0:
        writeFileSync(`${path}.json`, json);
        break;
      case 1:
        writeFileSync(`${path}.json.gz`, gzipSync(json));
        break;
      case 2:
        writeFileSync(`${path}.yaml`, toYaml(run, ''));
        break;
      case 3:
        writeFileSync(`${path}.yml.gz`, gzipSync(toYaml(run, '')));
        break;
      default:
        lines.push(json);
    }
  }
  if (lines.length > 0) writeFileSync(join(folder, 'more.ndjson'), `${lines.join('\n')}\n`);
}

/** Block YAML: text in double quotes as JSON writes it, which YAML reads alike, and numbers with a point as PyYAML does. */
function toYaml(value: unknown, indent: string): string {
  if (typeof value === 'number') return ` ${String(value).replace(/^(-?\d+)e/, '$1.0e')}\n`;
  if (typeof value !== 'object' || value === null) return ` ${JSON.stringify(value)}\n`;
  const entries = Array.isArray(value)
    ? value.map((item) => `${indent}-${toYaml(item, `${indent}  `)}`)
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${indent}${JSON.stringify(key)}:${toYaml(member, `${indent}  `)}`);
  if (entries.length === 0) return Array.isArray(value) ? ' []\n' : ' {}\n';
  return `${indent === '' ? '' : '\n'}${entries.join('')}`;
}

import { execFile } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { tempFolder } from './support.ts';

const MB = 1e6;
const run = promisify(execFile);
const script = fileURLToPath(new URL('peak-memory.ts', import.meta.url));

/** Reads a file in a process of its own: the jobs it holds, and the most memory that took. */
async function reading(path: string): Promise<{ jobs: number; peakMb: number }> {
  const flags = ['--experimental-strip-types', '--no-warnings'];
  const { stdout } = await run(process.execPath, [...flags, script, path], { timeout: 50_000 });
  return JSON.parse(stdout) as { jobs: number; peakMb: number };
}

/** A run of about `bytes`, written record by record. */
function aLargeRun(
  name: string,
  bytes: number,
  recordOf: (id: string) => string,
  start = '',
  end = '',
): string {
  const path = join(tempFolder(), name);
  const file = openSync(path, 'w');
  let written = writeSync(file, start);
  for (let i = 0; written < bytes; i++)
    written += writeSync(
      file,
      (i > 0 && start !== '' ? ',' : '') + recordOf(`J${String(i).padStart(9, '0')}`),
    );
  writeSync(file, end);
  closeSync(file);
  return path;
}

const yamlRecord = (id: string): string =>
  `${id}:\n  command: pype --profile base snippets --log /data/log/${id} align --input /data/in/a.fq --output\n    /data/out/a.bam\n` +
  `  dependencies: []\n  name: align\n  queue_id: '12345678'\n  requirements:\n    mem: 8gb\n    ncpu: 4\n    time: 02:00:00\n` +
  `  resource_consumption:\n    cpu_percent_avg: 99.0\n    duration_seconds: 3600.0\n    memory_rss_mb_max: 2000.0\n    sample_count: 3600\n` +
  `  status: completed\n  submitted_at: '2026-05-04T10:00:00.123456'\n`;
const points = Array.from(
  { length: 300 },
  (_, i) =>
    `  - cpu: 99.${i % 10}\n    io_r: 0.0\n    io_w: 1.234\n    mem_gb: 1.25\n    t: '2026-05-04T10:00:00.${i}'\n`,
).join('');

// At its limit of 64 MB a YAML document may take 1.5 GiB: 24 MB of memory a MB, and what the process needs itself.
it('YAML takes memory in proportion to the limits', { timeout: 60_000 }, async () => {
  const { jobs, peakMb } = await reading(aLargeRun('a.yaml', 8 * MB, yamlRecord));
  expect(jobs).toBeGreaterThan(10_000);
  expect(peakMb).toBeLessThan(150 + 8 * 24);
});

it('a timeline that is passed over in YAML takes hardly more than its bytes', {
  timeout: 60_000,
}, async () => {
  const path = aLargeRun('a.yaml', 8 * MB, (id) => `${yamlRecord(id)}  resource_timeline:\n${points}`);
  const { jobs, peakMb } = await reading(path);
  expect(jobs).toBeGreaterThan(200);
  expect(peakMb).toBeLessThan(150 + 8 * 10);
});

it('a timeline that is passed over in JSON takes hardly more than its bytes', {
  timeout: 60_000,
}, async () => {
  const timeline = JSON.stringify(
    Array.from({ length: 300 }, (_, i) => ({ t: '2026-05-04T10:00:00.123456', cpu: i, mem_gb: 1.25 })),
  );
  const recordOf = (id: string): string =>
    `"${id}": {"command": "pype snippets --log /l align", "status": "completed", "resource_timeline": ${timeline}}`;
  const { jobs, peakMb } = await reading(aLargeRun('a.json', 40 * MB, recordOf, '{', '}'));
  expect(jobs).toBeGreaterThan(1500);
  expect(peakMb).toBeLessThan(150 + 40 * 3);
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpusPath } from '@prm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runJson, runPrm } from './support/run-prm.ts';

const folder = mkdtempSync(join(tmpdir(), 'prm-commands-'));
const models = join(folder, 'models');
const run = corpusPath('dumps', 'so_03.json');

beforeAll(async () => {
  expect((await runPrm(['train', corpusPath(), '--out', models])).code).toBe(0);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Predicted {
  readonly input_size_bytes: number;
  readonly steps: Record<string, { metrics: Record<string, { value: number } | undefined> }>;
  readonly timeline: Record<string, { start_seconds: number; end_seconds: number }>;
  readonly totals: { readonly makespan_seconds: number };
}

async function predicted(...args: string[]): Promise<Predicted> {
  return (await runJson(['predict', models, 'synth', ...args])) as Predicted;
}

it('predict --full draws the timeline, each step from its start to its end, and the totals', async () => {
  const { timeline, totals } = await predicted('--input-size', '50gb');
  const { stdout } = await runPrm(['predict', models, 'synth', '--input-size', '50gb', '--full']);
  const bars = [...stdout.matchAll(/^(\S+) +([█·]+) /gm)];
  expect(bars.map(([, step]) => step).sort()).toEqual(Object.keys(timeline).sort());
  for (const [, step = '', bar = ''] of bars) {
    const { start_seconds, end_seconds } = timeline[step] as Predicted['timeline'][string];
    const at = (seconds: number): number => (seconds / totals.makespan_seconds) * bar.length;
    expect(Math.abs(bar.indexOf('█') - at(start_seconds))).toBeLessThanOrEqual(1);
    expect(Math.abs(bar.lastIndexOf('█') + 1 - at(end_seconds))).toBeLessThanOrEqual(1);
  }
  expect(stdout).toMatch(/^Takes \d+ min · .* at most at a time · .* core h · .* GB h$/m);
});

it('several input sizes stand side by side, each with the figures it has alone', async () => {
  const { predictions } = (await runJson([
    ...['predict', models, 'synth'],
    ...['--input-size', '1gb', '--input-size', '50gb'],
  ])) as { predictions: Predicted[] };
  expect(predictions).toEqual([
    await predicted('--input-size', '1gb'),
    await predicted('--input-size', '50gb'),
  ]);
  const { stdout } = await runPrm([
    ...['predict', models, 'synth'],
    ...['--input-size', '1gb', '--input-size', '50gb'],
  ]);
  expect(stdout).toMatch(/^step +1 GB +50 GB$/m);
});

it('the size of files is their sum', async () => {
  const files = [3000, 5000].map((size) => {
    const path = join(folder, `${size}.bam`);
    writeFileSync(path, Buffer.alloc(size));
    return path;
  });
  const [first = '', second = ''] = files;
  expect(await predicted('--input', first, '--input', second)).toEqual(
    await predicted('--input-size', '8000'),
  );
  const { code, stderr } = await runPrm(['predict', models, 'synth', '--input', folder]);
  expect(code).toBe(2);
  expect(stderr).toMatch('not a file');
});

it('on the synthetic corpus cards are 1.8 and 3 times slower than the fastest, to 5 %', async () => {
  const { steps } = (await runJson(['gpu', models, 'synth'])) as {
    steps: Record<string, { gpu_class: string; factor: number; ratio_to_fastest: number }[]>;
  };
  const rows = steps.gpu_call ?? [];
  expect(rows.map(({ gpu_class }) => gpu_class)).toEqual(['gpu-700w', 'gpu-300w', 'gpu-70w']);
  for (const [i, truth] of [1, 1.8, 3].entries()) {
    expect(Math.abs((rows[i]?.ratio_to_fastest ?? 0) / truth - 1)).toBeLessThan(0.05);
  }
  const { stdout } = await runPrm(['gpu', models, 'synth']);
  for (const { gpu_class, factor, ratio_to_fastest } of rows) {
    expect(stdout).toMatch(
      new RegExp(`^gpu_call +${gpu_class} .* ${factor.toFixed(2)} +× ${ratio_to_fastest.toFixed(2)} `, 'm'),
    );
  }
});

it('a class of card is applied, without one the mix is predicted', async () => {
  const { steps } = (await runJson(['gpu', models, 'synth'])) as {
    steps: Record<string, { gpu_class: string; factor: number }[]>;
  };
  const seconds = async (...card: string[]): Promise<number> =>
    (await predicted('--input-size', '50gb', ...card)).steps.gpu_call?.metrics.duration_seconds?.value ?? 0;
  const mix = await seconds();
  for (const { gpu_class, factor } of steps.gpu_call ?? []) {
    expect((await seconds('--gpu-class', gpu_class)) / mix).toBeCloseTo(factor, 9);
  }
});

it('evaluate ends with 3 where a gate was asked for and trips, and prints the same', async () => {
  const slowed = JSON.parse(readFileSync(run, 'utf8'));
  for (const job of Object.values<{ resource_consumption?: { duration_seconds: number } }>(slowed)) {
    if (job.resource_consumption) job.resource_consumption.duration_seconds *= 100;
  }
  const slow = join(folder, 'slow.json');
  writeFileSync(slow, JSON.stringify(slowed));
  const codes = async (path: string): Promise<(number | null)[]> => {
    const plain = await runPrm(['evaluate', models, path]);
    const gates = ['slow', 'flagged'].map((gate) => runPrm(['evaluate', models, path, '--fail-on', gate]));
    const outcomes = [plain, ...(await Promise.all(gates))];
    expect(new Set(outcomes.map(({ stdout }) => stdout)).size).toBe(1);
    return outcomes.map(({ code }) => code);
  };
  expect(await codes(slow)).toEqual([0, 3, 3]);
  const large = JSON.parse(readFileSync(run, 'utf8'));
  for (const job of Object.values<{ resource_consumption?: { memory_rss_mb_max: number } }>(large)) {
    if (job.resource_consumption) job.resource_consumption.memory_rss_mb_max *= 10;
  }
  const flagged = join(folder, 'flagged.json');
  writeFileSync(flagged, JSON.stringify(large));
  expect(await codes(flagged)).toEqual([0, 0, 3]); // normal, with jobs flagged
  expect(await codes(run)).toEqual([0, 0, 0]);
  expect((await runPrm(['evaluate', models, run, '--fail-on', 'never'])).code).toBe(2);
});

it('power draws an SVG file that any reader of XML takes, whatever the names', async () => {
  const named = JSON.parse(readFileSync(run, 'utf8'));
  named.__pipeline_metadata__.pipeline_name = 'a<b>&"c"\u001b[31m';
  const odd = join(folder, 'odd.json');
  writeFileSync(odd, JSON.stringify(named));
  const recorded = await svgOf('--run', odd, '--bin-minutes', '0.1');
  expect(recorded).toContain('aria-label="Power of a&lt;b>&amp;&quot;c&quot;\\x1b[31m over time"');
  const predictedCurve = await svgOf(models, 'synth', '--input-size', '50gb');
  for (const svg of [recorded, predictedCurve]) {
    expect(svg).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/,
    );
    expect(svg).not.toMatch(/NaN|undefined|(?!\n)\p{Cc}/u);
    expect(svg).toMatch(/<path [^>]*d="M[\d.]/);
  }
});

async function svgOf(...args: string[]): Promise<string> {
  const path = join(folder, 'power.svg');
  const { code, stdout } = await runPrm(['power', ...args, '--svg', path]);
  expect(code).toBe(0);
  expect(stdout).toMatch('█');
  return readFileSync(path, 'utf8');
}

it('quality explains every count in one line and names runs, jobs and steps', async () => {
  const { stdout } = await runPrm(['quality', models, 'synth']);
  expect(stdout).toMatch(/^56 jobs that did not complete: no samples of normal use$/m);
  expect(stdout).toMatch(/^ {4}annotate 11, cleanup 11/m);
  expect(stdout).toMatch(/^ {4}such as \w{10} of run 11, /m);
});

it('an ambiguous name lists the choices, and a pipeline name is found in every command', async () => {
  const both = join(folder, 'both');
  const at = (name: string): string => {
    const mapping = JSON.parse(readFileSync(run, 'utf8'));
    mapping.__pipeline_environment__.PYPE_MODULES = `/modules/${name}`;
    for (const job of Object.values<Record<string, unknown>>(mapping)) {
      if ('submitted_at' in job) job.submitted_at = `${job.submitted_at} ${name}`;
      if ('completed_at' in job)
        job.completed_at = name === 'one' ? '2026-05-04T10:00:00' : '2026-05-05T10:00:00';
    }
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(mapping));
    return path;
  };
  const trained = await runPrm([
    ...['train', at('one'), at('two')],
    ...['--out', both, '--min-step-samples', '1'],
  ]);
  expect(trained.code).toBe(0);
  const size = ['--input-size', '1gb'];
  for (const [command, ...options] of [
    ['predict', ...size],
    ['recommend'],
    ['sensitivity'],
    ['gpu'],
    ['quality'],
    ['power', ...size],
  ] as string[][]) {
    const ambiguous = await runPrm([command as string, both, 'tumor_only', ...options]);
    expect({ code: ambiguous.code, stdout: ambiguous.stdout }).toEqual({ code: 1, stdout: '' });
    expect(ambiguous.stderr).toMatch(/"one", "two"/);
    const chosen = await runPrm([command as string, both, 'one', '--pipeline', 'tumor_only', ...options]);
    expect(chosen.code).toBe(0);
    expect((await runPrm([command as string, models, 'tumor_only', ...options])).code).toBe(0);
  }
});

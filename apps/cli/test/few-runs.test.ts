import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpusPath } from '@prm/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runPrm } from './support/run-prm.ts';

const folder = mkdtempSync(join(tmpdir(), 'prm-few-'));
const models = join(folder, 'my models');
let trained: string;

/** One run: no step of it has three completed jobs. */
beforeAll(async () => {
  const run = join(folder, 'run.json');
  writeFileSync(run, readFileSync(corpusPath('dumps', 'tx_compress_06.json')));
  trained = (await runPrm(['train', run, '--out', models, '--min-step-samples', '50'])).stdout;
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function printed(...args: string[]): Promise<string> {
  const { code, stdout } = await runPrm(args);
  expect(code).toBe(0);
  return stdout;
}

it('a training without a model of any step asks for more runs', () => {
  expect(trained).toMatch('Next: more runs. No step has the completed jobs that a model needs.');
});

it('a training says what to predict next: a size that was seen, as a command line that can be copied', async () => {
  const out = await printed('train', corpusPath('dumps'), '--out', join(folder, 'of dumps'));
  const [, size = ''] = /^Next: prm predict '.*of dumps' somatic --input-size (\S+)$/m.exec(out) ?? [];
  const predicted = await printed('predict', join(folder, 'of dumps'), 'tumor_only', '--input-size', size);
  expect(predicted).not.toMatch(/^[*!] /m);
});

it('where no step has a model, that is said instead of an empty table or of nothing to change', async () => {
  for (const command of ['recommend', 'sensitivity'])
    expect(await printed(command, models, 'textbio')).toMatch(
      'No step has a model: too few of its jobs completed.',
    );
  const full = await printed('predict', models, 'textbio', '--input-size', '1gb', '--full');
  expect(full).not.toMatch(/^step +metric/m);
});

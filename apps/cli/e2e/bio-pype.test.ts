// Against the real Bio-Pype: runs of its own `parallel` queue, from the files it writes to the answers prm gives.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Evaluation } from '@prm/evaluate';
import type { TrainingQuality } from '@prm/model';
import type { PowerCurve } from '@prm/power';
import type { Prediction, SensitivityReport } from '@prm/predict';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mapConcurrently, runJson, runPrm } from '../test/support/run-prm.ts';
import { BioPypeRuns, jobOf, makespanSeconds } from './support/bio-pype-runs.ts';
import { BIO_PYPE_WANTED, findBioPype } from './support/find-bio-pype.ts';

const PIPELINE = 'sort_and_count';
/** MiB of reads: a factor of twelve. */
const SIZES = [2, 4, 7, 11, 16, 24];
const UNSEEN_SIZE = 13;
const SLOWED_SIZE = 6;
const FAILING_SIZE = 5;
/** Runs at a time: they mostly wait. As many when a run is predicted as when it was learned from. */
const AT_A_TIME = 3;
const BIN_MINUTES = [30, 5, 0.1];
/** What Bio-Pype is told of the processor; the runs take turns. */
const POWER_VARIABLES = [
  {},
  { PYPE_CARBON_COUNTRY: 'DK', PYPE_CARBON_CPU_TDP_W: '65' },
  { PYPE_CARBON_COUNTRY: 'DK', PYPE_POWER_IDLE_W: '20', PYPE_POWER_LOADED_W: '110' },
];

/** Bio-Pype measures through /proc. */
const bioPype = process.platform === 'linux' ? findBioPype(process.env) : null;
const isRequired = process.env.PRM_REQUIRE_ALL === '1' || Boolean(process.env.PRM_BIO_PYPE);

if (bioPype === null) {
  if (!isRequired) process.stderr.write(`Skipped: ${BIO_PYPE_WANTED}\n`);
  it.skipIf(!isRequired)('finds Bio-Pype', () => expect.fail(BIO_PYPE_WANTED));
} else {
  const folder = mkdtempSync(join(tmpdir(), 'prm-e2e-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  describe('with Bio-Pype', () => withBioPype(new BioPypeRuns(bioPype, folder), folder));
}

function withBioPype(runs: BioPypeRuns, folder: string): void {
  const logs = join(folder, 'learned');
  const models = join(folder, 'models');
  const failed = join(folder, 'failed.yaml');
  let learned: readonly string[];
  let prediction: Prediction;
  let unseen: string;
  let slowed: string;
  let resumed: string;

  beforeAll(async () => {
    const sizes = SIZES.map((mib, i) => ({ mib, variables: POWER_VARIABLES[i % POWER_VARIABLES.length] }));
    learned = await mapConcurrently(sizes, AT_A_TIME, ({ mib, variables }) =>
      runs.run('learned', mib, variables),
    );
    await json('train', logs, '--out', models);
    prediction = await json('predict', models, PIPELINE, '--input-size', `${UNSEEN_SIZE}mb`);
    [unseen, slowed, resumed] = await Promise.all([
      runs.run('unseen', UNSEEN_SIZE),
      runs.run('slowed', SLOWED_SIZE, { READS_SLOWDOWN: '3' }),
      failAndResume(),
    ]);
  });

  async function failAndResume(): Promise<string> {
    const file = await runs.run('failed', FAILING_SIZE, { READS_FAIL: 'sort_reads' });
    copyFileSync(file, failed);
    await runs.resume(file);
    return file;
  }

  it('learns that a step takes longer for larger inputs', async () => {
    const { workflow, steps } = await json<SensitivityReport>('sensitivity', models, PIPELINE);
    const kinds = Object.entries(steps).map(([step, metrics]) => [step, metrics.duration_seconds?.kind]);
    tell(`durations: ${kinds.map(([step, kind]) => `${step} ${kind}`).join(', ')}`);
    expect(workflow).toBe('reads');
    expect(Object.fromEntries(kinds)).toMatchObject({ sort_reads: expect.stringMatching(/linear|power/) });
  });

  it('predicts a run of an unseen size before it runs', async () => {
    const recorded = await runs.read(unseen);
    const makespan = makespanSeconds(recorded);
    const memory = jobOf(recorded, 'sort_reads').resource_consumption?.memory_rss_mb_max as number;
    const predictedMakespan = prediction.totals?.makespan_seconds as number;
    const predictedMemory = prediction.steps.sort_reads?.metrics.memory_rss_mb_max?.value as number;
    tell(`makespan: predicted ${predictedMakespan.toFixed(1)} s, took ${makespan.toFixed(1)} s`);
    tell(`memory of sort_reads: predicted ${predictedMemory.toFixed(1)} MB, took ${memory.toFixed(1)} MB`);
    expect(Math.abs(predictedMakespan - makespan) / makespan).toBeLessThanOrEqual(0.4);
    expect(Math.abs(predictedMemory - memory) / memory).toBeLessThanOrEqual(0.3);
  });

  it('names the step that slowed a run down', async () => {
    const evaluation = await json<Evaluation>('evaluate', models, slowed);
    const flags = evaluation.flagged_steps.flatMap((job) =>
      job.flags.map(({ metric }) => `${job.snippet} ${metric}`),
    );
    tell(
      `slowed: ${evaluation.verdict}, ${evaluation.performance_score?.toFixed(0)} of 100; ${flags.join(', ')}`,
    );
    expect(flags).toContain('sort_reads duration_seconds');
    expect(evaluation.causes[0]?.snippet).toBe('sort_reads');
  });

  it.each(BIN_MINUTES)("gives Bio-Pype's own power curve in bins of %s minutes", async (minutes) => {
    const files = [...learned, unseen, slowed];
    expect(files).toHaveLength(8);
    for (const file of files) {
      const { curves } = await runs.read(file, [minutes]);
      const { curve } = await json<PowerCurve<string>>('power', '--run', file, '--bin-minutes', `${minutes}`);
      expect(curve.length).toBeGreaterThan(0);
      expect(curve).toEqual(curves[minutes]);
    }
  });

  it('says why a run failed', async () => {
    const { not_graded, steps } = await json<Evaluation>('evaluate', models, failed);
    const { code, stdout } = await runPrm(['evaluate', models, failed]);
    expect(steps.map(({ snippet }) => snippet)).toEqual(['check_reads']);
    expect(Object.fromEntries(not_graded.map((job) => [job.snippet, job]))).toMatchObject({
      sort_reads: { status: 'failed', error: 'Exit code: 1', failure: 'other', advice: expect.any(String) },
      count_reads: { status: 'cancelled', error: expect.stringContaining('Dependency failed') },
    });
    expect(code).toBe(0);
    expect(stdout).toMatch(/sort_reads.*Exit code: 1/s);
  });

  it('reads a resumed run as one with what it was when it failed', async () => {
    const { previous_attempts } = jobOf(await runs.read(resumed), 'sort_reads');
    expect(previous_attempts).toMatchObject([{ status: 'failed' }]);

    const { not_graded, steps } = await json<Evaluation>('evaluate', models, resumed);
    expect(not_graded).toEqual([]);
    expect(steps.map(({ snippet }) => snippet).sort()).toEqual(['check_reads', 'count_reads', 'sort_reads']);

    const training = await json<Trained>('train', logs, failed, resumed, '--out', join(folder, 'more'));
    expect(training.quality).toMatchObject({ n_documents: 8, n_runs: 7, n_merged_dumps: 1, skipped: [] });
  });

  it('answers the same with Bio-Pype importable beside it', async () => {
    const packages = await runs.importFolder();
    expect(existsSync(join(packages, 'pype', 'utils', 'carbon.py'))).toBe(true);
    const env = { PYTHONPATH: packages, PATH: [runs.programs, process.env.PATH].join(delimiter) };
    for (const words of [
      ['train', logs, '--out', models],
      ['predict', models, PIPELINE, '--input-size', '9mb', '--full'],
      ['evaluate', models, slowed],
      ['power', '--run', slowed],
      ['power', models, PIPELINE, '--input-size', '9mb'],
    ]) {
      const alone = await runPrm(words);
      expect(alone.code).toBe(0);
      expect(await runPrm(words, { env })).toEqual(alone);
    }
  });
}

interface Trained {
  readonly quality: TrainingQuality;
}

async function json<T>(...words: readonly string[]): Promise<T> {
  return (await runJson(words)) as T;
}

/** Figures for whoever reads the log. */
function tell(line: string): void {
  process.stdout.write(`${line}\n`);
}

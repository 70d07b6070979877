import { type Registry, trainModels } from '@prm/model';
import { aJob, type RuntimeMapping, runsOf, seededNoise } from '@prm/testing';
import { describe, expect, it } from 'vitest';
import { predictRun } from '../src/predict-run.ts';
import { qualityReport } from '../src/quality-report.ts';

const GB = 1024 ** 3;
const TIMES = 4;

/** Runs of a step that takes 120 s a compressed GB; a third of the inputs is plain and four times as large. */
function history(seed: number, n: number, tellsForm: boolean, plainShare = 1 / 3): RuntimeMapping[] {
  const noise = seededNoise(seed);
  const samples = Array.from({ length: n }, () => ({
    compressed: (2 + 38 * noise.uniform()) * GB,
    isPlain: noise.uniform() < plainShare,
  }));
  return runsOf(samples, ({ compressed, isPlain }, i) => {
    const file = tellsForm ? `/d/s${i}.fastq${isPlain ? '' : '.gz'}` : `/d/s${i}`;
    return {
      module: 'm',
      pipeline: 'p',
      jobs: [
        aJob({
          inputBytes: Math.round(compressed * (isPlain ? TIMES : 1)),
          durationSeconds: (60 + (120 * compressed) / GB) * noise.factor(0.08),
          memMb: (800 + (90 * compressed) / GB) * noise.factor(0.04),
          record: { command: `pype snippets --log /l/x align --reads ${file} -o /d/s${i}.bam` },
        }),
      ],
    };
  });
}

async function registryOf(runs: readonly RuntimeMapping[]): Promise<Registry> {
  return (await trainModels(runs)).registry;
}

function seconds(registry: Registry, gb: number, inputForm?: string): number {
  const options = { inputSizeBytes: gb * GB, ...(inputForm === undefined ? {} : { inputForm }) };
  return predictRun(registry, 'm', options).steps.align?.metrics.duration_seconds?.value ?? 0;
}

describe.each([1, 2, 3, 4, 5])('compressed and plain inputs, seed %i', (seed) => {
  it('told apart by their names, each form is predicted for what it holds', async () => {
    const registry = await registryOf(history(seed, 90, true));
    const { driver } = registry.model('m').steps.align ?? {};
    expect(driver?.mixed_input_form).toBe(true);
    expect(driver?.forms?.['fastq.gz']?.factor).toBe(1);
    expect((driver?.forms?.fastq?.factor ?? 0) * TIMES).toBeGreaterThan(0.9);
    expect((driver?.forms?.fastq?.factor ?? 0) * TIMES).toBeLessThan(1.1);
    const errors = [5, 10, 20, 30, 38].flatMap((gb) => {
      const actual = 60 + 120 * gb;
      const answers = [
        seconds(registry, gb),
        seconds(registry, gb, 'fastq.gz'),
        seconds(registry, TIMES * gb, 'fastq'),
      ];
      return answers.map((answer) => Math.abs(answer - actual) / actual);
    });
    expect(Math.max(...errors)).toBeLessThanOrEqual(0.1);
    expect(qualityReport([registry.model('m')]).workflows[0]?.remarks[0]).toMatch(
      /align: inputs of several forms: a byte of fastq as 0\.2\d \(\d+ jobs\) of the commonest/,
    );
  });

  it('where nothing tells them apart it is told that there are two kinds', async () => {
    const { driver } = (await registryOf(history(seed, 90, false))).model('m').steps.align ?? {};
    expect(driver?.forms).toBeUndefined();
    expect(driver?.mixed_input_form).toBe(true);
    expect(driver?.mixed_cost_factor).toBeGreaterThan(2);
  });

  it('forms of equal worth are one', async () => {
    const noise = seededNoise(seed + 50);
    const runs = history(seed, 60, true, 0).map((run) => {
      const text = JSON.stringify(run);
      return JSON.parse(noise.uniform() < 0.4 ? text.replace('.fastq.gz', '.bam') : text) as RuntimeMapping;
    });
    const { driver } = (await registryOf(runs)).model('m').steps.align ?? {};
    expect([driver?.forms, driver?.mixed_input_form]).toEqual([undefined, undefined]);
  });
});

it('costs of one kind are not taken for two, but for one in a hundred', async () => {
  let told = 0;
  for (let seed = 0; seed < 300; seed++) {
    const noise = seededNoise(seed + 900);
    const sigma = 0.05 + 0.4 * noise.uniform();
    const runs = history(seed, 30 + Math.floor(60 * noise.uniform()), false, 0).map((run) => {
      const job = run.J1 as { resource_consumption: { duration_seconds: number } };
      // Tails as heavy as Student's t with three degrees of freedom.
      const tail = Math.sqrt((noise.normal() ** 2 + noise.normal() ** 2 + noise.normal() ** 2) / 3);
      job.resource_consumption.duration_seconds *= noise.factor(Math.min(sigma / tail, 3));
      return run;
    });
    if ((await registryOf(runs)).model('m').steps.align?.driver.mixed_input_form) told++;
  }
  expect(told).toBeLessThanOrEqual(3);
}, 600_000);

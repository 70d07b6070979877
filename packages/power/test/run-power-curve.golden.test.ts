import { readdirSync, readFileSync } from 'node:fs';
import { readRunWithRecords } from '@prm/ingest';
import { corpusPath, fixturePath } from '@prm/testing';
import { expect, it } from 'vitest';
import { estimatePowerW, type MeanUse } from '../src/estimate-power.ts';
import { runPowerCurve } from '../src/run-power-curve.ts';

/** What Bio-Pype 2.0.99rc9 itself computed of a run. */
interface Golden {
  readonly power_curve: Readonly<Record<'30' | '5' | '0.1', readonly unknown[]>>;
  readonly job_power_w: Readonly<
    Record<string, { readonly default_arguments: number; readonly stored_fields: number }>
  >;
}

interface Recorded {
  readonly resource_consumption: MeanUse &
    Readonly<Partial<Record<'cpu_tdp_w' | 'power_idle_w' | 'power_loaded_w', number>>>;
}

const folder = fixturePath('golden', 'power_curve');
const names = readdirSync(folder).map((file) => file.replace('.json', ''));
const files = new Map(
  readFileSync(corpusPath('runs.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t') as [string, string]),
);

it('there is an answer for each of the 94 runs of the corpus', () => {
  expect(names).toHaveLength(94);
  expect([...files.keys()].slice(1).sort()).toEqual(names.sort());
});

it.each(names)(
  'of %s, curves and the power of every job are those of Bio-Pype, to the last digit',
  async (name) => {
    const golden = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8')) as Golden;
    const { records } = await readRunWithRecords(corpusPath(...(files.get(name) as string).split('/')));
    for (const width of ['30', '5', '0.1'] as const)
      expect(runPowerCurve(records, { binMinutes: Number(width) }).curve).toEqual(golden.power_curve[width]);
    for (const [id, power] of Object.entries(golden.job_power_w)) {
      const { resource_consumption: use } = records.get(id) as Recorded;
      const settings = {
        cpuTdpW: use.cpu_tdp_w ?? 100,
        idleW: use.power_idle_w,
        loadedW: use.power_loaded_w,
      };
      expect({
        default_arguments: estimatePowerW(use),
        stored_fields: estimatePowerW(use, settings as Record<string, number>),
      }).toEqual(power);
    }
  },
);

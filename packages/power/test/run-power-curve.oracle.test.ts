import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runPowerCurve } from '../src/run-power-curve.ts';

/** See oracle/make_odd_runs.py. */
interface OddRun {
  readonly name: string;
  /** Pairs of id and record, in the order of the file. */
  readonly records: readonly (readonly [string, unknown])[];
  /** Pairs of bin width in minutes and what Bio-Pype makes of it. */
  readonly curves: readonly (readonly [number, readonly unknown[]])[];
}

const oracle = JSON.parse(readFileSync(new URL('oracle/odd-runs.json', import.meta.url), 'utf8')) as {
  readonly runs: readonly OddRun[];
};

it.each(oracle.runs)('Bio-Pype gives the same curve: $name', ({ records, curves }) => {
  for (const [binMinutes, expected] of curves)
    expect(runPowerCurve(new Map(records), { binMinutes }).curve).toEqual(expected);
});

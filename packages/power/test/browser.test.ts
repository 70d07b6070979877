import { fileURLToPath } from 'node:url';
import { loadAsInBrowser } from '@prm/testing';
import { expect, it } from 'vitest';
import type * as api from '../src/index.ts';
import { runPowerCurve } from '../src/run-power-curve.ts';
import { aRecord } from './runs.ts';

it('@prm/power as built needs nothing of Node, and answers the same', async () => {
  const built = (await loadAsInBrowser(
    fileURLToPath(new URL('../dist/index.js', import.meta.url)),
  )) as unknown as typeof api;
  const records = { A: aRecord([{ minutes: 0, cpu: 62, memGb: 3.5 }, { minutes: 47 }]) };
  expect(JSON.stringify(built.runPowerCurve(records))).toBe(JSON.stringify(runPowerCurve(records)));
  expect(built.powerChart([1, 2], { columns: 10 })).toHaveLength(8);
});

// How often findLevelShifts reports what is not there, and finds what is. Run it with Node 24, from the package:
//   node test/oracle/calibrate-level-shifts.ts [histories a cell, default 1000]
// The thresholds of src/test-shift.ts were chosen by the first table; docs/numerics.md quotes both.
import { seededNoise } from '@prm/testing';
import { findLevelShifts } from '../../src/level-shifts.ts';
import { labelsChanging, type NoisyHistory, noisyHistory, shifted, someRuns } from '../noisy-histories.ts';

const histories = Number(process.argv[2] ?? 1000);

const kinds: Record<string, Pick<NoisyHistory, 'noise' | 'outliers' | 'correlation'>> = {
  normal: { noise: 'normal' },
  Laplace: { noise: 'laplace' },
  't, 3 degrees of freedom': { noise: 'heavy tails' },
  'one-sided, lognormal on the log scale': { noise: 'one-sided' },
  '70 % ties': { noise: 'ties, a third off' },
  'normal, 5 % outliers': { noise: 'normal', outliers: 0.05 },
  'normal, 10 % outliers': { noise: 'normal', outliers: 0.1 },
  'neighbours correlate by 0.3': { noise: 'normal', correlation: 0.3 },
  'neighbours correlate by 0.5': { noise: 'normal', correlation: 0.5 },
};
const lengths = [
  [10, 20],
  [30, 30],
  [100, 100],
  [300, 300],
  [1000, 1000],
  [10, 1000],
] as const;

print(`Stationary histories with a shift, %; with labels that change at 1 to 5 places. Spread 5 to 30 %.`);
print(`| noise | ${lengths.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(' | ')} |`);
for (const [name, kind] of Object.entries(kinds)) {
  const cells = lengths.map(([least, most]) => {
    let plain = 0;
    let labelled = 0;
    for (let seed = 0; seed < histories; seed++) {
      const noise = seededNoise(seed + 1_000_003 * most);
      const runs = someRuns(noise, least, most);
      const values = noisyHistory({ ...kind, seed, runs, spread: 0.05 + 0.25 * noise.uniform() });
      const changes = Array.from({ length: 1 + Math.floor(5 * noise.uniform()) }, () =>
        Math.floor(runs * noise.uniform()),
      );
      if (findLevelShifts({ values }).length > 0) plain++;
      if (findLevelShifts({ values, labels: labelsChanging(runs, changes) }).length > 0) labelled++;
    }
    return `${percent(plain)}; ${percent(labelled)}`;
  });
  print(`| ${name} | ${cells.join(' | ')} |`);
}

const shifts = [
  { factor: 1.5, spread: 0.2, runs: 10, isLabelled: false },
  { factor: 1.5, spread: 0.2, runs: 10, isLabelled: true },
  { factor: 2.2, spread: 0.2, runs: 3, isLabelled: false },
  { factor: 2.2, spread: 0.2, runs: 3, isLabelled: true },
  { factor: 1.3, spread: 0.1, runs: 10, isLabelled: true },
];
const olds = [20, 50, 100, 200];
print(
  `\nShifts found within 5 runs of their place, %, by runs before; seen in the last run, or in any before.`,
);
print(`| shift | ${olds.join(' | ')} |`);
for (const noise of ['normal', 'laplace'] as const)
  for (const { factor, spread, runs, isLabelled } of shifts) {
    const cells = olds.map((old) => {
      let atLast = 0;
      let atAny = 0;
      for (let seed = 0; seed < histories; seed++) {
        const up = seed % 2 === 0 ? factor : 1 / factor;
        const values = shifted(noisyHistory({ seed, runs: old + runs, noise, spread }), old, up);
        const labels = labelsChanging(old + runs, isLabelled ? [old] : []);
        const isFound = (after: number): boolean =>
          findLevelShifts({
            values: values.subarray(0, old + after),
            labels: labels.slice(0, old + after),
          }).some(({ at }) => Math.abs(at - old) <= 5);
        const after = Array.from({ length: runs }, (_, i) => i + 1);
        if (isFound(runs)) atLast++;
        if (after.some(isFound)) atAny++;
      }
      return `${percent(atLast)}, ${percent(atAny)}`;
    });
    print(
      `| × ${factor}, ${100 * spread} % ${noise}, ${runs} runs${isLabelled ? ', new label' : ''} | ${cells.join(' | ')} |`,
    );
  }

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function percent(count: number): string {
  return ((100 * count) / histories).toFixed(1);
}

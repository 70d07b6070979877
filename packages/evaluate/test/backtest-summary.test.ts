import { aJob, aRun, type JobFacts, type RuntimeMapping } from '@prm/testing';
import { expect, it } from 'vitest';
import { summarize } from '../src/backtest/summary.ts';
import {
  type Backtest,
  backtest,
  percentText,
  type Score,
  type StepScores,
  worstSteps,
} from '../src/index.ts';
import { aHistory } from './backtest-history.ts';

function runs(jobs: readonly JobFacts[], from = 0): RuntimeMapping[] {
  return jobs.map((job, i) =>
    aRun({ number: from + i, pipeline: 'p', jobs: [aJob({ id: `J${from + i}`, ...job })] }),
  );
}

/** A document of which single figures of memory are others. */
function changed(document: Backtest, memory: Partial<Score>, reference: Partial<Score> = {}): Backtest {
  const pooled = {
    ...document.pooled,
    memory_rss_mb_max: { ...document.pooled.memory_rss_mb_max, ...memory },
  };
  const other = document.methods.reference.pooled;
  return {
    ...document,
    pooled,
    methods: {
      ...document.methods,
      robust: { pooled },
      reference: { pooled: { ...other, memory_rss_mb_max: { ...other.memory_rss_mb_max, ...reference } } },
    },
  };
}

it('is one paragraph: what was done, how close, how bounded, where not, what to do', async () => {
  const { summary } = await backtest(aHistory(60, 1), { split: 'leave-run-out' });
  expect(summary).not.toMatch(/\n|undefined|NaN|null/);
  expect(summary).toMatch(
    /^180 runs: each run was tested with models that had not seen it \(5 trainings\), 900 jobs of 15 steps\./,
  );
  expect(summary).toMatch(
    /Predicted memory is off by at most [\d.]+ % for half of the jobs \([\d.]+ % for the reference, [\d.]+ % for the median of the step\)\./,
  );
  expect(summary).toMatch(
    /The bound that 95 % of jobs should keep held for [\d.]+ % of the memory values and [\d.]+ % of the time values\./,
  );
  expect(summary).toMatch(/Predicted memory can be planned with, and its 95 % bound can be requested\./);
});

it('tells how the runs were split', async () => {
  const history = aHistory(12, 1);
  const told = async (options: object): Promise<string> => (await backtest(history, options)).summary;
  expect(await told({ trainFraction: 0.6 })).toMatch(
    'the models learned from 60 % of the jobs of each step and were',
  );
  expect(await told({ split: 'time', trainFraction: 0.6 })).toMatch('from the earliest 60 % of the runs');
  expect(await told({ test: history })).toMatch('from the runs given for training');
});

it('judges memory and time by their error and their bounds', async () => {
  const document = await backtest(aHistory(40, 1));
  const upper = (held: number) => ({ '0.9': held, '0.95': held, '0.99': held });
  const told = (memory: Partial<Score>): string => summarize(changed(document, memory));
  expect(told({ mdape: 3, upper: upper(93) })).toMatch(
    'memory can be planned with, and its 95 % bound can be requested.',
  );
  expect(told({ mdape: 16, upper: upper(96) })).toMatch('memory is a fair guide, and its');
  expect(told({ mdape: 41, upper: upper(92.9) })).toMatch(
    'memory is a rough guess, but its bounds are too low: request',
  );
});

it('says when few jobs prove little, and when nothing could be bounded', async () => {
  const train = runs(
    [100, 110, 120, 130].map((memMb) => ({ memMb, durationSeconds: null, completed: null })),
  );
  const { summary } = await backtest(train, {
    test: runs([{ memMb: 115, durationSeconds: null, completed: null }], 10),
  });
  expect(summary).toMatch('So few jobs prove little: test again when there are more runs.');
  expect(summary).toMatch('No step had the 20 training values that bounds are judged from.');
  expect(summary).not.toMatch('time');
});

it('names what does as well or better', async () => {
  const document = await backtest(aHistory(40, 1));
  expect(summarize(changed(document, { mdape: 5 }, { mdape: 4 }))).toMatch(
    'Here train --method reference predicts memory better.',
  );
  const median = document.methods.median.pooled.memory_rss_mb_max.mdape as number;
  expect(summarize(changed(document, { mdape: median }, { mdape: median }))).toMatch(
    'The median of the step predicts memory as well: the input size tells nothing of it.',
  );
});

it('names steps that are far off, and those where the reference is better', async () => {
  const document = await backtest(aHistory(40, 1));
  const worse = {
    workflow: 'exome',
    step: 'sort',
    metric: 'duration_seconds',
    n: 30,
    mdape: 50,
    reference_mdape: 20,
  } as const;
  const [first, ...rest] = document.steps as [StepScores, ...StepScores[]];
  const far = { ...first.pooled.memory_rss_mb_max, step_mdape: 77 };
  const steps = [{ ...first, pooled: { ...first.pooled, memory_rss_mb_max: far } }, ...rest];
  const summary = summarize({ ...document, steps, worse_than_reference: [worse] });
  expect(summary).toMatch('Furthest off: exome/align (memory 77 %)');
  expect(summary).toMatch('The reference did better by more than a tenth for exome/sort (time).');
  const many = summarize({ ...document, worse_than_reference: [worse, worse, worse, worse, worse] });
  expect(many).toMatch('and 2 more.');
});

it('the worst steps are those of three values and more, the furthest off first', async () => {
  const { steps } = await backtest(aHistory(40, 1));
  const found = worstSteps(steps, 'duration_seconds');
  expect(found).toHaveLength(15);
  const errors = found.map(({ error }) => error);
  expect(errors).toEqual(errors.toSorted((a, b) => b - a));
  // Three pipelines share the names of their steps.
  for (const { name, step } of found) expect(name).toBe(`${step.workflow}/${step.step}`);
  expect(
    worstSteps(
      steps.filter(({ workflow }) => workflow === 'exome'),
      'duration_seconds',
    )[0]?.name,
  ).not.toMatch('/');
});

it.each([
  [0, '0 %'],
  [0.157, '0.16 %'],
  [2.13, '2.1 %'],
  [9.96, '10 %'],
  [41.4, '41 %'],
  [99.6, '99.6 %'],
  [100, '100 %'],
  [1447.6, '1448 %'],
  [12_345, '>9999 %'],
  [Number.MAX_VALUE, '>9999 %'],
])('%s percent is told as %s', (percent, text) => {
  expect(percentText(percent)).toBe(text);
});

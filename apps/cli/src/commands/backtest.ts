import { type Backtest, type BacktestOptions, backtest, type SplitKind } from '@prm/evaluate';
import { Command, Option } from 'clipanion';
import { PrmCommand } from '../base-command.ts';
import type { ExitCode } from '../exit-codes.ts';
import { backtestTitle, boundsTable, methodTable, worstTable } from '../output/backtest-tables.ts';
import { PREDICTIONS_HEADER, predictionLine } from '../output/predictions-csv.ts';
import { createProgress } from '../output/progress.ts';
import { skippedLines } from '../output/skipped-lines.ts';
import { limitsOf } from '../settings/limits.ts';
import type { GivenOptions } from '../settings/load-settings.ts';
import { TextFile } from '../text-file.ts';
import { UsageFault } from '../usage-fault.ts';

const MOST_NAMED = 20;
const SPLITS: readonly string[] = ['random', 'time', 'leave-run-out'] satisfies SplitKind[];

const BOUNDS_NOTE =
  'bound: share of jobs that should stay below it; if new: of values not seen in training; steps near: steps whose own share is within 5 points';

export class BacktestCommand extends PrmCommand {
  static override paths = [['backtest']];
  static operands = 'SOURCE...';
  static override usage = Command.Usage({
    category: 'Models',
    description: 'Tell how far the models can be trusted',
    details: `
      Trains on a part of the runs and compares what the models predict for the other jobs with what was measured of
      them; the same for the models of the reference (bio-pype-runtime-models: least squares), and for plain rules: the median
      and the largest value of the step, and what the job asked for. No model is written.

      Splits: \`random\` keeps jobs of every step from the models, \`time\` the latest runs of every workflow, and
      \`leave-run-out\` each fifth of the runs in turn. \`--train\` and \`--test\` take runs that were split elsewhere.

      Durations by the poll's clock, and those shorter than the monitor's interval, were not measured: they are counted
      and not compared.
    `,
    examples: [
      ['Before the models are used', '$0 backtest dumps/'],
      ['As time will test them', '$0 backtest dumps/ --split time --train-fraction 0.8'],
      [
        'Whole runs, with every prediction',
        '$0 backtest dumps/ --split leave-run-out --predictions tested.csv',
      ],
      ['A split made elsewhere', '$0 backtest --train old.ndjson.gz --test new.ndjson.gz'],
    ],
  });

  sources = Option.Rest({ name: 'source' });
  split = Option.String('--split', {
    description: 'What is left out: random (default), time or leave-run-out',
  });
  trainFraction = Option.String('--train-fraction', {
    description: 'Share to train on (default 0.7), of the jobs of a step or the runs of a workflow',
  });
  seed = Option.String('--seed', { description: 'Of what is drawn by lot (default 1)' });
  train = Option.Array('--train', { description: 'Runs to train on, of a split made elsewhere; repeatable' });
  test = Option.Array('--test', { description: 'Runs to test with, of a split made elsewhere; repeatable' });
  predictions = Option.String('--predictions', {
    description: 'Write a CSV file with a line for every value that was tested',
  });
  identity = Option.String('--identity', {
    description: 'What runs are gathered by: module (default), pipeline or registry',
  });
  minWorkflowRuns = Option.String('--min-workflow-runs', {
    description: 'Leave out workflows with fewer training runs (default 1)',
  });
  minStepSamples = Option.String('--min-step-samples', {
    description: 'Leave out steps with fewer training jobs (default 3)',
  });
  strict = Option.Boolean('--strict', false, {
    description: 'Fail at the first document that cannot be read',
  });

  protected override get given(): GivenOptions {
    return {
      identity: this.identity,
      min_workflow_runs: this.minWorkflowRuns,
      min_step_samples: this.minStepSamples,
    };
  }

  async work(): Promise<ExitCode> {
    const { settings } = this;
    const { source, options } = this.#question();
    const file = this.predictions === undefined ? null : new TextFile(this.predictions);
    const progress = await createProgress(this.context.stderr, this.json);
    let document: Backtest;
    try {
      file?.write(PREDICTIONS_HEADER);
      document = await backtest(source, {
        ...options,
        identity: settings.identity.value,
        minWorkflowRuns: settings.min_workflow_runs.value,
        minStepSamples: settings.min_step_samples.value,
        strict: this.strict,
        limits: limitsOf(settings),
        onProgress: ({ phase, done, total }) => progress.update(phase, done, total),
        onValue: (value) => file?.write(predictionLine(value)),
      });
      file?.finish();
    } catch (error) {
      file?.abandon();
      throw error;
    } finally {
      progress.stop();
    }
    for (const line of skippedLines(document.skipped, MOST_NAMED)) this.warn(line);
    return this.print(document, () => this.#text(document));
  }

  /** What to split, or what was split. */
  #question(): { source: readonly string[]; options: BacktestOptions } {
    const { sources, split, trainFraction, seed, train = [], test = [] } = this;
    if (train.length === 0 && test.length === 0) {
      if (sources.length === 0) throw new UsageFault('backtest needs SOURCE..., or --train and --test');
      return {
        source: sources,
        options: {
          ...(split === undefined ? {} : { split: splitOf(split) }),
          ...(trainFraction === undefined ? {} : { trainFraction: fractionOf(trainFraction) }),
          ...(seed === undefined ? {} : { seed: seedOf(seed) }),
        },
      };
    }
    if (train.length === 0) throw new UsageFault('--test needs --train, the runs to train on');
    if (test.length === 0) throw new UsageFault('--train needs --test, the runs to test with');
    if (sources.length > 0)
      throw new UsageFault('backtest takes either SOURCE... or --train and --test, not both');
    const splitting = Object.entries({ split, 'train-fraction': trainFraction, seed }).find(
      ([, value]) => value,
    );
    if (splitting) throw new UsageFault(`--${splitting[0]} says nothing of a split made elsewhere`);
    return { source: train, options: { test } };
  }

  #text(document: Backtest): string {
    const tables = [methodTable(document), boundsTable(document), worstTable(document)].filter(
      ({ rows }) => rows.length > 0,
    );
    const notes = [
      'off by: what half of the predictions miss by at most; by step: the same of the middle step; too low: jobs above their prediction',
      ...(boundsTable(document).rows.length > 0 ? [BOUNDS_NOTE] : []),
    ];
    return [
      this.heading(backtestTitle(document)),
      ...tables.map(({ columns, rows }) => this.table(columns, rows)),
      this.wrap(notes).join('\n'),
      this.wrap([document.summary]).join('\n'),
    ].join('\n\n');
  }
}

function splitOf(text: string): SplitKind {
  if (SPLITS.includes(text)) return text as SplitKind;
  throw new UsageFault(`--split is ${JSON.stringify(text)}, expected ${SPLITS.join(', ')}`);
}

function fractionOf(text: string): number {
  const fraction = text.trim() === '' ? Number.NaN : Number(text);
  if (fraction > 0 && fraction < 1) return fraction;
  throw new UsageFault(`--train-fraction is ${JSON.stringify(text)}, expected a number between 0 and 1`);
}

function seedOf(text: string): number {
  const seed = /^[+-]?\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(seed)) return seed;
  throw new UsageFault(`--seed is ${JSON.stringify(text)}, expected a whole number`);
}

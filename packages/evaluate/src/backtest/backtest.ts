import type { RunMappings } from '@prm/ingest';
import {
  type CollectedRuns,
  type CollectRunsOptions,
  collectRuns,
  DEFAULT_TRAINING_OPTIONS,
  FORMAT_VERSION,
  gatherRuns,
  type IdentityMode,
  type Registry,
  registryOf,
  trainRuns,
} from '@prm/model';
import { EvaluateError } from '../errors.ts';
import { counted } from '../words/group.ts';
import { type Backtest, type NotTested, TESTED_METRICS } from './backtest-document.ts';
import { checkedSplit, type SplitOptions, type TestedTraining } from './options.ts';
import { ScoreBoard } from './score-board.ts';
import { givenPart, type Part, type PartPlan, splitRuns } from './split-runs.ts';
import { type BacktestFacts, summarize } from './summary.ts';
import { type TrainedPart, testValues } from './test-values.ts';
import type { TestedValue } from './tested-value.ts';
import { trainingValues } from './training-values.ts';

/** Where runs come from: a path, several, or mappings. */
export type RunSource = string | readonly string[] | RunMappings;

/** How far a back-test is. */
export interface BacktestProgress {
  readonly phase: 'reading' | 'fitting';
  /** Documents read, or workflows trained. */
  readonly done: number;
  readonly total: number | null;
}

export interface BacktestOptions
  extends Partial<SplitOptions>,
    TestedTraining,
    Pick<CollectRunsOptions, 'strict' | 'limits'> {
  /** Runs to test with, of a split that was made elsewhere: then nothing is split. */
  readonly test?: RunSource;
  readonly onProgress?: (progress: BacktestProgress) => void;
  /** Called with every value that was tested, in an order that follows from the runs. */
  readonly onValue?: (value: TestedValue) => void;
}

/**
 * Trains on a part of the runs, by every method, and compares what the models predict for the others with what was
 * measured of them.
 *
 * @param source runs to split, or, with `test`, to train on
 * @throws IngestError as `trainModels`; ModelError `model/bad-option`; EvaluateError `evaluate/bad-option`,
 *   `evaluate/nothing-to-test`
 * @example
 * const { pooled } = await backtest('dumps/', { split: 'leave-run-out' });
 * pooled.memory_rss_mb_max.mdape < 20 // true
 */
export async function backtest(source: RunSource, options: BacktestOptions = {}): Promise<Backtest> {
  const split = checkedSplit(options);
  const identity = options.identity ?? DEFAULT_TRAINING_OPTIONS.identity;
  const { runs, others, plan } = await collect(source, options, split, identity);
  const board = new ScoreBoard();
  const notTested = Object.fromEntries(
    TESTED_METRICS.map((metric) => [
      metric,
      { n_short: 0, n_clock: 0, n_not_measured: 0, n_without_model: 0 },
    ]),
  ) as Record<(typeof TESTED_METRICS)[number], Record<keyof NotTested, number>>;
  let testJobs = 0;
  for (let i = 0; i < plan.parts; i++) {
    const part = plan.part(i);
    const trained = await trainPart(part, options, identity, { part: i, parts: plan.parts });
    for (const test of part.test) {
      testJobs += test.jobs.length;
      for (const tested of testValues(part.table, test, trained)) {
        if ('reason' in tested) {
          notTested[tested.metric][tested.reason]++;
          continue;
        }
        board.add(tested);
        options.onValue?.(tested);
      }
    }
  }
  const overall = board.overall();
  const collected = others === null ? [runs] : [runs, others];
  const sum = (of: (one: CollectedRuns) => number): number =>
    collected.reduce((total, one) => total + of(one), 0);
  const facts: BacktestFacts = {
    format: 'prm/backtest',
    format_version: FORMAT_VERSION,
    identity_mode: identity,
    split: others === null ? split.split : 'given',
    train_fraction: others === null && split.split !== 'leave-run-out' ? split.trainFraction : null,
    seed: others === null && split.split !== 'time' ? split.seed : null,
    parts: plan.parts,
    n_documents: sum(({ account }) => account.n_documents),
    skipped: collected.flatMap(({ account }) => account.skipped),
    n_runs: sum(({ merged }) => merged.length),
    n_test_jobs: testJobs,
    not_tested: notTested,
    ...overall,
    workflows: board.workflows(),
    steps: board.steps(),
    worse_than_reference: board.worseThanReference(),
  };
  if (TESTED_METRICS.every((metric) => overall.pooled[metric].n === 0)) {
    throw new EvaluateError('evaluate/nothing-to-test', nothingToTest(facts));
  }
  return { ...facts, summary: summarize(facts) };
}

interface Collected {
  readonly runs: CollectedRuns;
  /** Test runs that came apart; null where the runs were split. */
  readonly others: CollectedRuns | null;
  readonly plan: PartPlan;
}

async function collect(
  source: RunSource,
  options: BacktestOptions,
  split: SplitOptions,
  identity: IdentityMode,
): Promise<Collected> {
  const runs = await collectRuns(source, options);
  if (options.test === undefined) {
    const gathered = await gatherRuns(runs.table, runs.merged, identity);
    return { runs, others: null, plan: splitRuns(runs, gathered, split) };
  }
  const others = await collectRuns(options.test, options);
  const gathered = await gatherRuns(others.table, others.merged, identity);
  return { runs, others, plan: givenPart(runs, others, gathered) };
}

async function trainPart(
  { train }: Part,
  { minStepSamples, minWorkflowRuns, onProgress }: BacktestOptions,
  identity: IdentityMode,
  progress: { readonly part: number; readonly parts: number },
): Promise<TrainedPart> {
  const trained = async (method: 'robust' | 'reference', before: number): Promise<Registry> => {
    const { models } = await trainRuns(train, {
      identity,
      method,
      ...(minStepSamples === undefined ? {} : { minStepSamples }),
      ...(minWorkflowRuns === undefined ? {} : { minWorkflowRuns }),
      onProgress: ({ done, total }) =>
        onProgress?.({
          phase: 'fitting',
          done: (2 * progress.part + before) * (total ?? 0) + done,
          total: 2 * progress.parts * (total ?? 0),
        }),
    });
    return registryOf(models);
  };
  return {
    robust: await trained('robust', 0),
    reference: await trained('reference', 1),
    values: await trainingValues(train, identity),
  };
}

function nothingToTest({ n_documents, n_runs, n_test_jobs, not_tested }: BacktestFacts): string {
  if (n_documents === 0) return 'nothing to test: no run files found';
  const reasons = { n_short: 0, n_clock: 0, n_not_measured: 0, n_without_model: 0 };
  for (const metric of TESTED_METRICS) {
    for (const [reason, n] of Object.entries(not_tested[metric])) reasons[reason as keyof NotTested] += n;
  }
  const { n_without_model: unknown, n_not_measured: unmeasured, n_short: short, n_clock: clock } = reasons;
  return (
    `nothing to test: ${counted(n_runs, 'run')} read, ${counted(n_test_jobs, 'job')} left out of training; of their values ` +
    `${unknown} have no model, ${unmeasured} were not measured, ${short} are too short, ${clock} are by the clock`
  );
}

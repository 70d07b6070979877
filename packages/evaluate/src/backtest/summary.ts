import { counted } from '../words/group.ts';
import {
  type Backtest,
  type Score,
  type Scores,
  TESTED_METRICS,
  type TestedMetric,
} from './backtest-document.ts';
import { percentText } from './percent-text.ts';
import { nameOf, worstSteps } from './worst-steps.ts';

/** What a summary is made of. */
export type BacktestFacts = Omit<Backtest, 'summary'>;

const WORDS: Readonly<Record<TestedMetric, string>> = {
  memory_rss_mb_max: 'memory',
  duration_seconds: 'time',
};
/** Half of the predictions this close are good to plan with; beyond the other they are guesses. */
const CLOSE = 15;
const ROUGH = 40;
/** A bound holds when it misses its level by no more points. */
const MISSED_POINTS = 2;
/** Fewer values prove little. */
const FEWEST_VALUES = 30;
const MOST_NAMED = 3;
/** A step is named when its own error is this many times the usual one, and more than a tenth. */
const FAR_ABOVE = 2;
const WORTH_TELLING = 10;
/** From so much smaller an error on another method is worth a try. */
const AS_GOOD = 0.9;

/** What a back-test found, whether the models can be trusted, and what to do: one paragraph. */
export function summarize(facts: BacktestFacts): string {
  const tested = TESTED_METRICS.filter((metric) => facts.pooled[metric].n > 0);
  return [
    whatWasDone(facts),
    ...tested.map((metric) => howClose(facts, metric)),
    howBounded(facts, tested),
    furthestOff(facts, tested),
    worseSteps(facts),
    notTested(facts),
    whatToDo(facts, tested),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function whatWasDone({ split, train_fraction, parts, n_test_jobs, steps, n_runs }: BacktestFacts): string {
  const share = train_fraction === null ? '' : percentText(100 * train_fraction);
  const how = {
    random: `the models learned from ${share} of the jobs of each step and were tested with the others`,
    time: `the models learned from the earliest ${share} of the runs and were tested with the later ones`,
    'leave-run-out': `each run was tested with models that had not seen it (${parts} trainings)`,
    given: 'the models learned from the runs given for training and were tested with the others',
  }[split];
  return `${counted(n_runs, 'run')}: ${how}, ${counted(n_test_jobs, 'job')} of ${counted(steps.length, 'step')}.`;
}

function howClose({ pooled, methods }: Scores, metric: TestedMetric): string {
  const error = pooled[metric].mdape as number;
  const others = (['reference', 'median'] as const).flatMap((name) => {
    const other = methods[name].pooled[metric].mdape;
    return other === null
      ? []
      : [`${percentText(other)} for the ${name === 'median' ? 'median of the step' : 'reference'}`];
  });
  const beside = others.length === 0 ? '' : ` (${others.join(', ')})`;
  return `Predicted ${WORDS[metric]} is off by at most ${percentText(error)} for half of the jobs${beside}.`;
}

function howBounded({ pooled }: Scores, tested: readonly TestedMetric[]): string {
  const parts = tested.flatMap((metric) => {
    const held = pooled[metric].upper['0.95'];
    return held === null ? [] : [`${percentText(held)} of the ${WORDS[metric]} values`];
  });
  if (parts.length === 0) return 'No step had the 20 training values that bounds are judged from.';
  return `The bound that 95 % of jobs should keep held for ${parts.join(' and ')}.`;
}

function furthestOff({ steps, pooled }: BacktestFacts, tested: readonly TestedMetric[]): string {
  const found = tested.flatMap((metric) =>
    worstSteps(steps, metric)
      .filter(({ error }) => error > WORTH_TELLING && error > FAR_ABOVE * (pooled[metric].mdape as number))
      .slice(0, MOST_NAMED)
      .map(({ name, error }) => `${name} (${WORDS[metric]} ${percentText(error)})`),
  );
  return found.length === 0 ? '' : `Furthest off: ${found.join(', ')}.`;
}

function worseSteps({ worse_than_reference: worse, steps }: BacktestFacts): string {
  if (worse.length === 0) return '';
  const named = worse
    .toSorted((a, b) => b.mdape / b.reference_mdape - a.mdape / a.reference_mdape)
    .slice(0, MOST_NAMED)
    .map((one) => `${nameOf(one, steps)} (${WORDS[one.metric]})`);
  const rest = worse.length > named.length ? ` and ${worse.length - named.length} more` : '';
  return `The reference did better by more than a tenth for ${named.join(', ')}${rest}.`;
}

function notTested({ not_tested }: BacktestFacts): string {
  const { n_short: short, n_clock: clock } = not_tested.duration_seconds;
  const unknown = Math.max(...TESTED_METRICS.map((metric) => not_tested[metric].n_without_model));
  const parts = [
    ...(short > 0 ? [`${counted(short, 'duration')} too short to be measured`] : []),
    ...(clock > 0 ? [`${counted(clock, 'duration')} by the poll's clock`] : []),
    ...(unknown > 0 ? [`${counted(unknown, 'job')} without a model`] : []),
  ];
  return parts.length === 0 ? '' : `Not tested: ${parts.join(', ')}.`;
}

function whatToDo({ pooled, methods }: Scores, tested: readonly TestedMetric[]): string {
  if (tested.every((metric) => pooled[metric].n < FEWEST_VALUES)) {
    return 'So few jobs prove little: test again when there are more runs.';
  }
  return tested
    .flatMap((metric) => [verdict(pooled[metric], WORDS[metric]), alternative(methods, metric)])
    .filter((sentence) => sentence !== '')
    .join(' ');
}

/** What does as well for less. */
function alternative(methods: Scores['methods'], metric: TestedMetric): string {
  const error = methods.robust.pooled[metric].mdape as number;
  const { reference, median } = methods;
  if ((reference.pooled[metric].mdape ?? Number.POSITIVE_INFINITY) < AS_GOOD * error) {
    return `Here train --method reference predicts ${WORDS[metric]} better.`;
  }
  if ((median.pooled[metric].mdape ?? Number.POSITIVE_INFINITY) <= error) {
    return `The median of the step predicts ${WORDS[metric]} as well: the input size tells nothing of it.`;
  }
  return '';
}

function verdict({ mdape, upper }: Score, word: string): string {
  const held = upper['0.95'];
  const error = mdape as number;
  const closeness =
    error <= CLOSE ? 'can be planned with' : error <= ROUGH ? 'is a fair guide' : 'is a rough guess';
  if (held === null) return `Predicted ${word} ${closeness}; its bounds are untested.`;
  return held >= 95 - MISSED_POINTS
    ? `Predicted ${word} ${closeness}, and its 95 % bound can be requested.`
    : `Predicted ${word} ${closeness}, but its bounds are too low: request more, and train on more runs.`;
}

import { type Backtest, type MetricScores, percentText, type TestedMetric, worstSteps } from '@prm/evaluate';
import type { Column, TableContent } from './table.ts';
import { counted, metricWord } from './words.ts';

const METRICS: readonly TestedMetric[] = ['memory_rss_mb_max', 'duration_seconds'];
const METHODS: readonly { readonly name: keyof Backtest['methods']; readonly text: string }[] = [
  { name: 'robust', text: 'robust' },
  { name: 'reference', text: 'reference' },
  { name: 'median', text: 'median of step' },
  { name: 'largest', text: 'largest seen' },
  { name: 'request', text: 'the request' },
];
const LEVELS = ['0.9', '0.95', '0.99'] as const;
const MOST_STEPS = 5;

/** What was tested, and how. */
export function backtestTitle({ split, train_fraction, workflows, steps, n_test_jobs }: Backtest): string {
  const share = train_fraction === null ? '' : `, ${percentText(100 * train_fraction)} to train on`;
  const what = [
    counted(n_test_jobs, 'job'),
    counted(steps.length, 'step'),
    counted(workflows.length, 'workflow'),
  ];
  return `${what.join(' of ')} tested (${split} split${share})`;
}

/** How far off each way of predicting is, one a row. */
export function methodTable({ methods }: Backtest): TableContent {
  const columns: Column[] = [
    { title: 'prediction', shrinks: true },
    ...['memory', 'time'].flatMap((what): Column[] => [
      { title: `${what} off by`, align: 'right' },
      { title: 'by step', align: 'right' },
      { title: 'too low', align: 'right' },
    ]),
  ];
  const rows = METHODS.map(({ name, text }) => {
    const { pooled } = methods[name];
    const cells = METRICS.map((metric) => pooled[metric]).flatMap((score) => [
      textOf(score.mdape),
      textOf(score.step_mdape),
      textOf(score.under_predicted),
    ]);
    return [text, ...cells];
  });
  return { columns, rows };
}

/** How often the bounds of the default method held, a level a row; empty where none could be judged. */
export function boundsTable({ pooled }: Backtest): TableContent {
  const columns: Column[] = [
    { title: 'bound' },
    ...['memory', 'time'].flatMap((what): Column[] => [
      { title: `${what} kept`, align: 'right' },
      { title: 'if new', align: 'right' },
      { title: 'steps near', align: 'right' },
    ]),
  ];
  const hasBounds = METRICS.some((metric) => pooled[metric].n_bounded > 0);
  const rows = (hasBounds ? LEVELS : []).map((level) => [
    percentText(100 * Number(level)),
    ...METRICS.map((metric) => pooled[metric]).flatMap((score) => [
      textOf(score.upper[level]),
      textOf(score.upper_new_values[level]),
      textOf(score.steps_within_5_points[level]),
    ]),
  ]);
  return { columns, rows };
}

/** Steps with the largest errors, a metric and step a row; empty where all had too few values. */
export function worstTable({ steps }: Backtest): TableContent {
  const columns: Column[] = [
    { title: 'furthest off', shrinks: true },
    { title: 'what' },
    { title: 'trained', align: 'right' },
    { title: 'tested', align: 'right' },
    { title: 'off by', align: 'right' },
    { title: 'reference', align: 'right' },
    { title: 'median', align: 'right' },
  ];
  const rows = METRICS.flatMap((metric) =>
    worstSteps(steps, metric)
      .slice(0, MOST_STEPS)
      .map(({ name, step, error }) => [
        name,
        metricWord(metric),
        String(step.counts[metric].n_train),
        String(step.counts[metric].n_test),
        percentText(error),
        textOf(errorOf(step.methods.reference.pooled, metric)),
        textOf(errorOf(step.methods.median.pooled, metric)),
      ]),
  );
  return { columns, rows };
}

function errorOf(scores: MetricScores, metric: TestedMetric): number | null {
  return scores[metric].mdape;
}

function textOf(percent: number | null): string {
  return percent === null ? '' : percentText(percent);
}

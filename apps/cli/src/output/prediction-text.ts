import {
  durationText,
  memorySizeText,
  type PredictedMetric,
  type Prediction,
  shortNumber,
  sizeText,
} from '@prm/predict';
import type { Column } from './table.ts';
import { fitWord } from './words.ts';

const COLUMNS: readonly Column[] = [
  { title: 'step', shrinks: true },
  { title: 'memory', align: 'right' },
  { title: 'fit' },
  { title: 'time', align: 'right' },
  { title: 'fit' },
  { title: 'cores', align: 'right' },
  { title: 'jobs', align: 'right' },
];

const PERCENT_PER_CORE = 100;

/** Steps of a prediction, one a row, in the order they start. */
export function predictionTable({ steps, timeline }: Prediction): {
  columns: readonly Column[];
  rows: string[][];
} {
  const names = timeline === null ? Object.keys(steps) : Object.keys(timeline);
  const rows = names.map((name) => {
    const metrics = Object.hasOwn(steps, name) ? steps[name]?.metrics : undefined;
    const cores = metrics?.cpu_percent_avg;
    return [
      name,
      ...figure(metrics?.memory_rss_mb_max, memorySizeText),
      ...figure(metrics?.duration_seconds, durationText),
      cores ? shortNumber(cores.value / PERCENT_PER_CORE) : '',
      timeline && Object.hasOwn(timeline, name) ? shortNumber(timeline[name]?.instances ?? 0) : '',
    ];
  });
  return { columns: COLUMNS, rows };
}

/** A figure, marked when it lies outside what was seen, and what it rests on. */
function figure(metric: PredictedMetric | undefined, text: (value: number) => string): [string, string] {
  if (metric === undefined) return ['', ''];
  const mark = metric.capped ? ' !' : metric.extrapolated ? ' *' : '';
  return [`${text(metric.value)}${mark}`, `${fitWord(metric.kind)} ${metric.n}`];
}

/** What the marks in the table mean, as far as they occur. */
export function predictionLegend({ steps }: Prediction): string[] {
  const metrics = Object.values(steps).flatMap((step) => [
    step.metrics.memory_rss_mb_max,
    step.metrics.duration_seconds,
  ]);
  const lines = ['fit: how the figure follows the input size, and the jobs it was learned from'];
  if (metrics.some((metric) => metric?.extrapolated && !metric.capped)) {
    lines.push('*    extrapolated: the input of the step lies outside the sizes it was seen with');
  }
  if (metrics.some((metric) => metric?.capped)) {
    lines.push('!    capped: fifty times outside what was seen is the bound; do not rely on it');
  }
  return lines;
}

/** The run as a whole, in one line; null without a timeline. */
export function totalsLine({ totals }: Prediction): string | null {
  if (totals === null) return null;
  return [
    `Takes ${durationText(totals.makespan_seconds)}`,
    `${memorySizeText(totals.peak_memory_mb)} and ${shortNumber(totals.peak_cpu_cores)} cores at most at a time`,
    `${shortNumber(totals.core_hours)} core hours`,
    `${shortNumber(totals.gb_hours)} GB hours`,
  ].join(' · ');
}

/** What is predicted. */
export function predictionTitle({ workflow, pipeline, input_size_bytes, gpu_class }: Prediction): string {
  const what = pipeline === null || pipeline === workflow ? workflow : `${pipeline} (workflow ${workflow})`;
  const card = gpu_class === null ? '' : `, on ${gpu_class}`;
  return `${what}, input ${sizeText(input_size_bytes)}${card}`;
}

import { own } from '@prm/model';
import {
  durationText,
  memorySizeText,
  type PredictedMetric,
  type Prediction,
  shortNumber,
  sizeText,
  timelineChart,
} from '@prm/predict';
import { type Column, fitsInto } from './table.ts';
import { fitWord, metricWord } from './words.ts';

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
    const metrics = own(steps, name)?.metrics;
    const cores = metrics?.cpu_percent_avg;
    return [
      name,
      ...figure(metrics?.memory_rss_mb_max, memorySizeText),
      ...figure(metrics?.duration_seconds, durationText),
      cores ? shortNumber(cores.value / PERCENT_PER_CORE) : '',
      timeline ? shortNumber(own(timeline, name)?.instances ?? 0) : '',
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

/** Columns and rows of a table. */
interface TableContent {
  readonly columns: readonly Column[];
  readonly rows: string[][];
}

/** Several predictions of one workflow side by side, in as few tables as fit into `width`. */
export function comparisonTables(predictions: readonly Prediction[], width: number): TableContent[] {
  const tables: TableContent[] = [];
  let beside: Prediction[] = [];
  for (const prediction of predictions) {
    const wider = comparisonTable([...beside, prediction]);
    const fits = beside.length > 0 && fitsInto(wider.columns, wider.rows, width);
    beside = fits ? [...beside, prediction] : [prediction];
    if (fits) tables.pop();
    tables.push(fits ? wider : comparisonTable(beside));
  }
  return tables;
}

/** Memory and time of each step, a pair of columns a size. */
function comparisonTable(predictions: readonly Prediction[]): TableContent {
  const [first] = predictions as [Prediction, ...Prediction[]];
  const sizes = predictions.flatMap(({ input_size_bytes: size }): Column[] => [
    { title: sizeText(size), align: 'right' },
    { title: '', align: 'right' },
  ]);
  const names = first.timeline === null ? Object.keys(first.steps) : Object.keys(first.timeline);
  const rows = names.map((name) => [
    name,
    ...predictions.flatMap(({ steps }) => {
      const metrics = own(steps, name)?.metrics;
      const [memory] = figure(metrics?.memory_rss_mb_max, memorySizeText);
      const [time] = figure(metrics?.duration_seconds, durationText);
      return [memory, time];
    }),
  ]);
  if (first.totals !== null) {
    const whole = predictions.flatMap((prediction) => [
      isKnown(prediction, 'memory_rss_mb_max') ? memorySizeText(prediction.totals?.peak_memory_mb ?? 0) : '',
      durationText(prediction.totals?.makespan_seconds ?? 0),
    ]);
    rows.push(['the whole run', ...whole]);
  }
  return { columns: [{ title: 'step', shrinks: true }, ...sizes], rows };
}

/** Every metric of every step, with where such jobs usually lie. */
export function metricTable({ steps }: Prediction): { columns: readonly Column[]; rows: string[][] } {
  const columns: Column[] = [
    { title: 'step', shrinks: true },
    { title: 'metric' },
    { title: 'predicted', align: 'right' },
    { title: '90 % lie within', align: 'right' },
    { title: 'fit' },
  ];
  const rows = Object.entries(steps).flatMap(([step, { metrics }]) =>
    Object.entries(metrics).map(([name, metric]) => {
      const text = METRIC_TEXT[name] ?? shortNumber;
      const range = metric.interval && `${text(metric.interval['0.05'])} – ${text(metric.interval['0.95'])}`;
      const [value, fit] = figure(metric, text);
      return [step, metricWord(name), value, range ?? '', fit];
    }),
  );
  return { columns, rows };
}

/** How values of a metric are shown. */
const METRIC_TEXT: Readonly<Record<string, (value: number) => string>> = {
  duration_seconds: durationText,
  memory_rss_mb_max: memorySizeText,
  memory_rss_mb_avg: memorySizeText,
  gpu_memory_mb_max: memorySizeText,
  output_size_bytes: sizeText,
  cpu_percent_avg: (value) => `${shortNumber(value)} %`,
  cpu_percent_max: (value) => `${shortNumber(value)} %`,
  gpu_utilization_avg: (value) => `${shortNumber(value)} %`,
  gpu_power_w_avg: (value) => `${shortNumber(value)} W`,
  io_read_mb_s_avg: (value) => `${shortNumber(value)} MB/s`,
  io_write_mb_s_avg: (value) => `${shortNumber(value)} MB/s`,
};

/** What the texts beside the bars of a timeline take. */
const BESIDE_BARS = 48;
const LEAST_BARS = 10;

/** The timeline as a Gantt chart; null without one. */
export function timelineTable(
  { timeline }: Prediction,
  width: number,
): { columns: readonly Column[]; rows: string[][] } | null {
  if (timeline === null) return null;
  const columns: Column[] = [
    { title: 'step', shrinks: true },
    { title: 'timeline' },
    { title: 'starts', align: 'right' },
    { title: 'lasts', align: 'right' },
  ];
  const rows = timelineChart(timeline, Math.max(LEAST_BARS, width - BESIDE_BARS));
  return { columns, rows: rows.map(({ step, bar, start, span }) => [step, bar, start, span]) };
}

/** What the marks in the tables mean, as far as they occur. */
export function predictionLegend(predictions: readonly Prediction[]): string[] {
  const metrics = predictions.flatMap(({ steps }) =>
    Object.values(steps).flatMap((step) => [step.metrics.memory_rss_mb_max, step.metrics.duration_seconds]),
  );
  const lines = ['fit: how the figure follows the input size, and the jobs it was learned from'];
  if (metrics.some((metric) => metric?.extrapolated && !metric.capped)) {
    lines.push('*    extrapolated: the input of the step lies outside the sizes it was seen with');
  }
  if (metrics.some((metric) => metric?.capped)) {
    lines.push('!    capped: fifty times outside what was seen is the bound; do not rely on it');
  }
  return lines;
}

/** The run as a whole, in one line; null without a timeline. What was measured of no step is left out: it is not 0. */
export function totalsLine(prediction: Prediction): string | null {
  const { totals } = prediction;
  if (totals === null) return null;
  const hasMemory = isKnown(prediction, 'memory_rss_mb_max');
  const hasCores = isKnown(prediction, 'cpu_percent_avg');
  const peaks = [
    ...(hasMemory ? [memorySizeText(totals.peak_memory_mb)] : []),
    ...(hasCores ? [`${shortNumber(totals.peak_cpu_cores)} cores`] : []),
  ];
  return [
    `Takes ${durationText(totals.makespan_seconds)}`,
    ...(peaks.length > 0 ? [`${peaks.join(' and ')} at most at a time`] : []),
    ...(hasCores ? [`${shortNumber(totals.core_hours)} core h`] : []),
    ...(hasMemory ? [`${shortNumber(totals.gb_hours)} GB h`] : []),
  ].join(' · ');
}

function isKnown({ steps }: Prediction, metric: 'memory_rss_mb_max' | 'cpu_percent_avg'): boolean {
  return Object.values(steps).some(({ metrics }) => metrics[metric] !== undefined);
}

/** What is predicted. */
export function predictionTitle({ workflow, pipeline, input_size_bytes, gpu_class }: Prediction): string {
  const what = pipeline === null || pipeline === workflow ? workflow : `${pipeline} (workflow ${workflow})`;
  const card = gpu_class === null ? '' : `, on ${gpu_class}`;
  return `${what}, input ${sizeText(input_size_bytes)}${card}`;
}

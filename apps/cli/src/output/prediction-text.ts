import { own } from '@prm/model';
import {
  durationText,
  memorySizeText,
  type PredictedMetric,
  type PredictedSamples,
  type Prediction,
  shortNumber,
  sizeText,
  takesText,
  timelineChart,
} from '@prm/predict';
import {
  BELOW_ROW,
  BELOW_TITLE,
  belowText,
  GUESS_LEGEND,
  GUESS_MARK,
  rangeText,
  withinText,
} from './bounds-text.ts';
import { type Column, fitsInto, type TableContent } from './table.ts';
import { counted, fitWord, metricWord } from './words.ts';

const PERCENT_PER_CORE = 100;

/** A column of the table of steps. */
interface StepColumn extends Column {
  readonly cell: (step: StepFacts) => string;
}

interface StepFacts {
  readonly name: string;
  readonly memory: PredictedMetric | undefined;
  readonly time: PredictedMetric | undefined;
  readonly cores: PredictedMetric | undefined;
  readonly instances: number | null;
}

const STEP: StepColumn = { title: 'step', shrinks: true, cell: ({ name }) => name };
const MEMORY = figureColumn('memory', ({ memory }) => figure(memory, memorySizeText));
const MEMORY_BELOW = figureColumn(BELOW_TITLE, ({ memory }) => belowText(memory, memorySizeText));
const MEMORY_FIT: StepColumn = { title: 'fit', cell: ({ memory }) => fitText(memory) };
const TIME = figureColumn('time', ({ time }) => figure(time, durationText));
const TIME_BELOW = figureColumn(BELOW_TITLE, ({ time }) => belowText(time, durationText));
const TIME_FIT: StepColumn = { title: 'fit', cell: ({ time }) => fitText(time) };
const CORES = figureColumn('cores', ({ cores }) =>
  cores ? shortNumber(cores.value / PERCENT_PER_CORE) : '',
);
const JOBS = figureColumn('jobs', ({ instances }) => (instances === null ? '' : shortNumber(instances)));
const SEEN = figureColumn('seen', ({ memory, time }) => {
  const samples = [memory, time].flatMap((metric) => (metric ? [metric.n] : []));
  return samples.length > 0 ? String(Math.min(...samples)) : '';
});

const WITHOUT_BOUNDS = [STEP, MEMORY, MEMORY_FIT, TIME, TIME_FIT, CORES, JOBS];
const WITH_BOUNDS = [STEP, MEMORY, MEMORY_BELOW, TIME, TIME_BELOW, CORES, JOBS, SEEN];
const WITH_BOTH = [STEP, MEMORY, MEMORY_BELOW, MEMORY_FIT, TIME, TIME_BELOW, TIME_FIT, CORES, JOBS];

function figureColumn(title: string, cell: StepColumn['cell']): StepColumn {
  return { title, align: 'right', cell };
}

/** Steps of a prediction, one a row, in the order they start; what it rests on where that fits beside the bounds. */
export function predictionTable({ steps, timeline }: Prediction, width: number): TableContent {
  const names = Object.keys(timeline ?? steps);
  const facts = names.map((name): StepFacts => {
    const metrics = own(steps, name)?.metrics;
    return {
      name,
      memory: metrics?.memory_rss_mb_max,
      time: metrics?.duration_seconds,
      cores: metrics?.cpu_percent_avg,
      instances: timeline && (own(timeline, name)?.instances ?? 0),
    };
  });
  const table = (columns: readonly StepColumn[]): TableContent => {
    // Without a timeline nobody knows how many jobs there are: the width is for the names then.
    const shown = columns.filter((column) => column !== JOBS || timeline !== null);
    return { columns: shown, rows: facts.map((step) => shown.map(({ cell }) => cell(step))) };
  };
  if (!facts.some(({ memory, time }) => memory?.bounds || time?.bounds)) return table(WITHOUT_BOUNDS);
  const both = table(WITH_BOTH);
  return fitsInto(both.columns, both.rows, width) ? both : table(WITH_BOUNDS);
}

/** A figure, marked when it lies outside what was seen. */
function figure(metric: PredictedMetric | undefined, text: (value: number) => string): string {
  if (metric === undefined) return '';
  const mark = metric.capped ? ' !' : metric.extrapolated ? ' *' : '';
  return `${text(metric.value)}${mark}`;
}

/** What a figure rests on. */
function fitText(metric: PredictedMetric | undefined): string {
  return metric === undefined ? '' : `${fitWord(metric.kind)} ${metric.n}`;
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

/** Memory and time of each step, a pair of columns a size, and below each what 95 % of such jobs stay below. */
function comparisonTable(predictions: readonly Prediction[]): TableContent {
  const [first] = predictions as [Prediction, ...Prediction[]];
  const sizes = predictions.flatMap(({ input_size_bytes: size }): Column[] => [
    { title: sizeText(size), align: 'right' },
    { title: '', align: 'right' },
  ]);
  const pairs = (name: string, cell: typeof figure): string[] =>
    predictions.flatMap(({ steps }) => {
      const metrics = own(steps, name)?.metrics;
      return [
        cell(metrics?.memory_rss_mb_max, memorySizeText),
        cell(metrics?.duration_seconds, durationText),
      ];
    });
  const rows = Object.keys(first.timeline ?? first.steps).flatMap((name) => {
    const below = pairs(name, belowText);
    const figures = [name, ...pairs(name, figure)];
    return below.every((text) => text === '') ? [figures] : [figures, [BELOW_ROW, ...below]];
  });
  if (first.totals !== null) {
    const whole = predictions.flatMap((prediction) => [
      isKnown(prediction, 'memory_rss_mb_max') ? memorySizeText(prediction.totals?.peak_memory_mb ?? 0) : '',
      durationText(prediction.totals?.makespan_seconds ?? 0),
    ]);
    rows.push(['the whole run', ...whole]);
    const waits = predictions.flatMap(({ totals }) => ['', durationText(totals?.wait_seconds ?? 0)]);
    rows.push(['  in the queue', ...waits]);
  }
  return { columns: [{ title: 'step', shrinks: true }, ...sizes], rows };
}

/** Every metric of every step, with where such jobs usually lie. */
export function metricTable({ steps }: Prediction): TableContent {
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
      return [step, metricWord(name), figure(metric, text), usualRange(metric, text), fitText(metric)];
    }),
  );
  return { columns, rows };
}

/** Where 90 % of such jobs lie. */
function usualRange({ bounds, interval }: PredictedMetric, text: (value: number) => string): string {
  if (bounds) return withinText(bounds, 90, text);
  return interval ? rangeText([interval['0.05'], interval['0.95']], text) : '';
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
export function timelineTable({ timeline }: Prediction, width: number): TableContent | null {
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

/** What the words and marks in tables mean, as far as they occur in them. */
export function predictionLegend(
  predictions: readonly Prediction[],
  tables: readonly TableContent[],
): string[] {
  const metrics = predictions.flatMap(({ steps }) =>
    Object.values(steps).flatMap((step) => [step.metrics.memory_rss_mb_max, step.metrics.duration_seconds]),
  );
  const titles = tables.flatMap(({ columns }) => columns.map(({ title }) => title));
  const cells = tables.flatMap(({ rows }) => rows.flat());
  const lines: string[] = [];
  if (titles.includes(BELOW_TITLE)) lines.push('95 % below: of 100 such jobs 95 stay below this');
  if (cells.includes(BELOW_ROW)) lines.push(`${BELOW_ROW.trim()}: of 100 such jobs 95 stay below this`);
  if (titles.includes(SEEN.title)) lines.push('seen: jobs that the figures were learned from');
  if (titles.includes(JOBS.title)) lines.push('jobs: how many a run has of the step');
  if (titles.includes('fit')) {
    lines.push('fit: how the figure follows the input size, and the jobs it was learned from');
  }
  if (cells.some((cell) => cell.endsWith(GUESS_MARK))) lines.push(GUESS_LEGEND);
  const outside = [
    ...(metrics.some((metric) => metric?.extrapolated && !metric.capped)
      ? ['the input of the step lies outside the sizes it was seen with']
      : []),
    ...predictions
      .slice(0, 1)
      .flatMap(({ samples }) => (samples?.outside_seen ? [outsideText(samples)] : [])),
  ];
  if (outside.length > 0) lines.push(`*    extrapolated: ${outside.join('; ')}`);
  if (metrics.some((metric) => metric?.capped)) {
    lines.push('!    capped: fifty times outside what was seen is the bound; do not rely on it');
  }
  return lines;
}

function outsideText({ seen: { min, max } }: PredictedSamples): string {
  return `runs of ${min === max ? counted(min, 'sample') : `${min} to ${max} samples`} were seen`;
}

/**
 * The run as a whole: how long it takes, then what it uses, in one line unless there is waiting to tell. Nothing without a
 * timeline. What was measured of no step is left out: it is not 0.
 */
export function totalsLines(prediction: Prediction): string[] {
  const { totals } = prediction;
  if (totals === null) return [];
  const hasMemory = isKnown(prediction, 'memory_rss_mb_max');
  const hasCores = isKnown(prediction, 'cpu_percent_avg');
  const peaks = [
    ...(hasMemory ? [memorySizeText(totals.peak_memory_mb)] : []),
    ...(hasCores ? [`${shortNumber(totals.peak_cpu_cores)} cores`] : []),
  ];
  const takes = takesText(totals);
  const uses = [
    ...(peaks.length > 0 ? [`${peaks.join(' and ')} at most at a time`] : []),
    ...(hasCores ? [`${shortNumber(totals.core_hours)} core h`] : []),
    ...(hasMemory ? [`${shortNumber(totals.gb_hours)} GB h`] : []),
  ];
  const tellsWait = takes !== durationText(totals.makespan_seconds);
  return tellsWait && uses.length > 0
    ? [`Takes ${takes}`, uses.join(' · ')]
    : [[`Takes ${takes}`, ...uses].join(' · ')];
}

function isKnown({ steps }: Prediction, metric: 'memory_rss_mb_max' | 'cpu_percent_avg'): boolean {
  return Object.values(steps).some(({ metrics }) => metrics[metric] !== undefined);
}

/** What the job of the largest sample takes where others are typical ones: requests must do for it. */
export function largestLine({ steps }: Prediction): string | null {
  const parts = Object.entries(steps).flatMap(([name, { largest_job: job }]) => {
    if (job === undefined) return [];
    const figures = [
      figure(job.memory_rss_mb_max ?? undefined, memorySizeText),
      figure(job.duration_seconds ?? undefined, durationText),
    ];
    const text = figures.filter((one) => one !== '').join(' in ');
    return text === '' ? [] : [`${name} ${text}`];
  });
  return parts.length === 0 ? null : `The largest sample: ${parts.join(', ')}`;
}

/** What is predicted. */
export function predictionTitle(prediction: Prediction): string {
  const { workflow, pipeline, input_size_bytes, gpu_class } = prediction;
  const what = pipeline === null || pipeline === workflow ? workflow : `${pipeline} (workflow ${workflow})`;
  const card = gpu_class === null ? '' : `, on ${gpu_class}`;
  const samples = samplesText(prediction);
  if (samples === '') return `${what}, input ${sizeText(input_size_bytes)}${card}`;
  const size = prediction.samples?.n === 1 ? 'of' : 'of up to';
  return `${what}, ${samples} ${size} ${sizeText(input_size_bytes)}${card}`;
}

/**
 * How many samples a prediction is for, marked when no run had so many; nothing where it is one, as always, or not known.
 */
export function samplesText({ samples }: Prediction): string {
  if (samples === null || (samples.source === 'usual' && samples.seen.max === 1)) return '';
  const usual = samples.source === 'usual' ? ' (the usual number)' : '';
  return `${counted(samples.n, 'sample')}${samples.outside_seen ? ' *' : ''}${usual}`;
}

import { own } from '@prm/model';
import {
  boundRows,
  durationText,
  memorySizeText,
  type PredictedBounds,
  type PredictedMetric,
  type Prediction,
} from '@prm/predict';
import type { TableContent } from './table.ts';
import { metricWord } from './words.ts';

type ValueText = (value: number) => string;

/** The one bound that the tables for people show. */
const SHOWN_PERCENT = 95;
export const BELOW_TITLE = `${SHOWN_PERCENT} % below`;
export const BELOW_ROW = `  ${SHOWN_PERCENT} % <`;
export const GUESS_MARK = ' ~';
export const GUESS_LEGEND =
  '~    a guess, wide on purpose: too few jobs were seen to read this bound off them (95 % takes 19)';

/** What 95 % of such jobs stay below; empty where the model has no bounds. */
export function belowText(metric: PredictedMetric | undefined, text: ValueText): string {
  const row = metric?.bounds && boundRows(metric.bounds).find(({ percent }) => percent === SHOWN_PERCENT);
  if (!row || row.below === null) return '';
  return `${text(row.below)}${row.belowIsGuess ? GUESS_MARK : ''}`;
}

/** Between what so many percent of such jobs lie. */
export function withinText(bounds: PredictedBounds, percent: number, text: ValueText): string {
  const row = boundRows(bounds).find((one) => one.percent === percent);
  if (!row || row.within === null) return '';
  return `${rangeText(row.within, text)}${row.withinIsGuess ? GUESS_MARK : ''}`;
}

export function rangeText([low, high]: readonly [number, number], text: ValueText): string {
  return `${text(low)} – ${text(high)}`;
}

/** Memory and time of every step at every level; null without bounds. */
export function boundsTable({ steps, timeline }: Prediction): TableContent | null {
  const rows = Object.keys(timeline ?? steps).flatMap((name) => {
    const { memory_rss_mb_max: memory, duration_seconds: time } = own(steps, name)?.metrics ?? {};
    return [
      ...boundLines(name, metricWord('memory_rss_mb_max'), memory, memorySizeText),
      ...boundLines(name, metricWord('duration_seconds'), time, durationText),
    ];
  });
  if (rows.length === 0) return null;
  const columns = [
    { title: 'step', shrinks: true },
    { title: 'metric' },
    { title: 'of jobs', align: 'right' as const },
    { title: 'stay below', align: 'right' as const },
    { title: 'lie within', align: 'right' as const },
  ];
  return { columns, rows };
}

/** One line a level; only the first names the step. */
function boundLines(
  step: string,
  word: string,
  metric: PredictedMetric | undefined,
  text: ValueText,
): string[][] {
  if (!metric?.bounds) return [];
  const { bounds } = metric;
  return boundRows(bounds).map(({ percent, below, belowIsGuess }, i) => [
    i === 0 ? step : '',
    i === 0 ? word : '',
    `${percent} %`,
    below === null ? '' : `${text(below)}${belowIsGuess ? GUESS_MARK : ''}`,
    withinText(bounds, percent, text),
  ]);
}

import { durationText } from './human-text.ts';
import type { ScheduledStep } from './prediction.ts';

/** One step of a timeline as text. */
export interface TimelineRow {
  readonly step: string;
  /** The step's place in the run, as wide as asked for. */
  readonly bar: string;
  /** When it starts and how long all its instances take together. */
  readonly start: string;
  readonly span: string;
}

/**
 * A timeline as a Gantt chart in block characters, steps in the order they start.
 *
 * @param columns width of the bars, characters
 */
export function timelineChart(
  timeline: Readonly<Record<string, ScheduledStep>>,
  columns: number,
): TimelineRow[] {
  const rows = Object.entries(timeline).sort(([, a], [, b]) => a.start_seconds - b.start_seconds);
  const end = rows.reduce((latest, [, { end_seconds }]) => Math.max(latest, end_seconds), 0);
  const column = (seconds: number): number => (end > 0 ? Math.round((seconds / end) * columns) : 0);
  return rows.map(([step, { start_seconds, end_seconds, span_seconds }]) => {
    const from = Math.min(column(start_seconds), columns - 1);
    const to = Math.max(column(end_seconds), from + 1);
    return {
      step,
      bar: `${'·'.repeat(from)}${'█'.repeat(to - from)}${'·'.repeat(columns - to)}`,
      start: durationText(start_seconds),
      span: durationText(span_seconds),
    };
  });
}

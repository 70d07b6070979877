import type { Evaluation } from '@prm/evaluate';
import { durationText, memorySizeText } from '@prm/predict';
import type { Column } from './table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'step', shrinks: true },
  { title: 'jobs', align: 'right' },
  { title: 'flagged', align: 'right' },
  { title: 'time', align: 'right' },
  { title: 'expected', align: 'right' },
  { title: 'memory', align: 'right' },
  { title: 'expected', align: 'right' },
  { title: 'asked', align: 'right' },
];

/** Steps of a graded run, one a row. */
export function evaluationTable({ by_step }: Evaluation): { columns: readonly Column[]; rows: string[][] } {
  const rows = by_step.map((step) => [
    step.snippet,
    String(step.n_jobs),
    step.n_flagged === 0 ? '' : String(step.n_flagged),
    textOr(step.actual_seconds, durationText),
    textOr(step.expected_seconds, durationText),
    textOr(step.peak_memory_mb, memorySizeText),
    textOr(step.expected_memory_mb, memorySizeText),
    textOr(step.mem_mb, memorySizeText),
  ]);
  return { columns: COLUMNS, rows };
}

/** Which run, and its grade. */
export function evaluationTitle({
  workflow,
  pipeline,
  verdict,
  performance_score: score,
}: Evaluation): string {
  const what = workflow === null || workflow === pipeline ? pipeline : `${pipeline} (workflow ${workflow})`;
  return score === null ? `${what}: ${verdict}` : `${what}: ${verdict}, score ${score.toFixed(0)} of 100`;
}

function textOr(value: number | null, text: (value: number) => string): string {
  return value === null ? '' : text(value);
}

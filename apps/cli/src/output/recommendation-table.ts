import {
  amountText,
  type Recommendation,
  type Recommendations,
  type Resource,
  shortNumber,
} from '@prm/predict';
import type { Column } from './table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'step', shrinks: true },
  { title: 'resource' },
  { title: 'requirement' },
  { title: 'most used', align: 'right' },
  { title: 'jobs', align: 'right' },
  { title: 'saves a run', align: 'right' },
];

const RESOURCE_WORDS: Readonly<Record<Resource, string>> = {
  mem_mb: 'memory',
  time_seconds: 'time',
  ncpu: 'cores',
};

/** A row of advice with the step it is for. */
interface StepAdvice {
  readonly step: string;
  readonly row: Recommendation;
}

/** Advice in order of what is at stake: changes first, then what can stay. */
function inOrder({ steps, order }: Recommendations): StepAdvice[] {
  const all = Object.entries(steps).flatMap(([step, rows]) => rows.map((row): StepAdvice => ({ step, row })));
  const placeOf = ({ step, row }: StepAdvice): number => {
    const place = order.findIndex((one) => one.step === step && one.resource === row.resource);
    return place < 0 ? order.length : place;
  };
  return all
    .map((advice, i) => ({ advice, place: placeOf(advice), i }))
    .sort((a, b) => a.place - b.place || a.i - b.i)
    .map(({ advice }) => advice);
}

/** Advice, one resource a row. */
export function recommendationTable(advice: Recommendations): {
  columns: readonly Column[];
  rows: string[][];
} {
  const rows = inOrder(advice).map(({ step, row }) => [
    step,
    RESOURCE_WORDS[row.resource],
    change(row),
    amountText(row.resource, row.observed_max),
    String(row.n),
    savings(row),
  ]);
  return { columns: COLUMNS, rows };
}

/** The evidence of every change, one a line. */
export function evidenceLines(advice: Recommendations): string[] {
  return inOrder(advice)
    .filter(({ row }) => row.action !== 'ok')
    .map(({ step, row }) => `${step}, ${RESOURCE_WORDS[row.resource]}: ${row.evidence}.`);
}

function savings({ saves_gb_h, saves_h, saves_core_h }: Recommendation): string {
  if (saves_gb_h !== null) return `${shortNumber(saves_gb_h)} GB h`;
  if (saves_core_h !== null) return `${shortNumber(saves_core_h)} core h`;
  return saves_h === null ? '' : `${shortNumber(saves_h)} h`;
}

function change(row: Recommendation): string {
  const suggested = amountText(row.resource, row.suggested);
  switch (row.action) {
    case 'increase':
      return `raise ${asked(row)} → ${suggested}`;
    case 'decrease':
      return `lower ${asked(row)} → ${suggested}`;
    case 'unknown':
      return `none recorded → ${suggested}`;
    case 'no_evidence':
      return `keep  ${asked(row)} (untested)`;
    default:
      return `keep  ${asked(row)}`;
  }
}

function asked({ resource, requirement }: Recommendation): string {
  return typeof requirement === 'number' ? amountText(resource, requirement) : (requirement ?? 'none');
}

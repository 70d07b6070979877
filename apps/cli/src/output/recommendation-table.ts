import {
  durationText,
  memorySizeText,
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
  { title: 'failed with', align: 'right' },
];

const RESOURCE_WORDS: Readonly<Record<Resource, string>> = {
  mem_mb: 'memory',
  time_seconds: 'time',
  ncpu: 'cores',
};

/** Advice, one resource a row. */
export function recommendationTable({ steps }: Recommendations): {
  columns: readonly Column[];
  rows: string[][];
} {
  const rows = Object.entries(steps).flatMap(([step, advice]) =>
    advice.map((row) => [
      step,
      RESOURCE_WORDS[row.resource],
      change(row),
      amount(row.resource, row.observed_max),
      String(row.n),
      row.failed_at === null ? '' : amount(row.resource, row.failed_at),
    ]),
  );
  return { columns: COLUMNS, rows };
}

function change(row: Recommendation): string {
  const suggested = amount(row.resource, row.suggested);
  switch (row.action) {
    case 'increase':
      return `raise ${asked(row)} → ${suggested}`;
    case 'decrease':
      return `lower ${asked(row)} → ${suggested}`;
    case 'unknown':
      return `none recorded → ${suggested}`;
    case 'no_evidence':
      return `keep  ${asked(row)} (a size never seen)`;
    default:
      return `keep  ${asked(row)}`;
  }
}

function asked({ resource, requirement }: Recommendation): string {
  return typeof requirement === 'number' ? amount(resource, requirement) : (requirement ?? 'none');
}

function amount(resource: Resource, value: number): string {
  if (resource === 'mem_mb') return memorySizeText(value);
  return resource === 'time_seconds' ? durationText(value) : shortNumber(value);
}

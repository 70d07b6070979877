import type { TrainingQuality } from '@prm/model';
import { counted } from './words.ts';

/** What a training left out because it was asked to; null where it was not asked. */
export function leftOutText(
  quality: TrainingQuality,
  { since, last }: { readonly since?: string | null; readonly last?: number | null },
): string | null {
  const { n_excluded_runs: runs, n_excluded_jobs: jobs, n_runs_before_since: old } = quality;
  const { n_runs_beyond_last: beyond } = quality;
  const parts: string[] = [];
  if (runs !== undefined && jobs !== undefined)
    parts.push(`${counted(runs, 'run')} and ${counted(jobs, 'job')} of others (exclude)`);
  if (old !== undefined) parts.push(`${counted(old, 'run')} before ${since} (since)`);
  if (beyond !== undefined) parts.push(`${counted(beyond, 'run')} beyond the last ${last} of their workflow`);
  return parts.length === 0 ? null : parts.join(', ');
}

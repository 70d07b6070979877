import type { UngradedJob } from '../evaluation.ts';
import type { EvaluationFacts } from './facts.ts';
import { counted, groupBy, listed } from './group.ts';

const MOST_ERROR = 120;

/** Failed jobs with why and what to try, then how many others did not complete. */
export function ungradedWords({ not_graded }: EvaluationFacts): string[] {
  const failed = not_graded.filter(({ status }) => status === 'failed');
  const others = not_graded.filter(({ status }) => status !== 'failed');
  const groups = [
    ...groupBy(failed, ({ snippet, failure, advice }) => `${snippet} ${failure} ${leadOf(advice)}`).values(),
  ];
  const words = groups.map((jobs) => failedWords(jobs as [UngradedJob, ...UngradedJob[]]));
  if (others.length === 0) return words;
  const byStatus = [...groupBy(others, ({ status }) => status ?? 'without a status')];
  const counts = byStatus.map(([status, jobs]) => `${jobs.length} ${status}`);
  return [...words, `${counted(others.length, 'job')} did not run to an end: ${listed(counts)}.`];
}

function failedWords(jobs: readonly [UngradedJob, ...UngradedJob[]]): string {
  const job = jobs.reduce((most, one) =>
    (one.peak_memory_mb ?? 0) > (most.peak_memory_mb ?? 0) ? one : most,
  );
  const name = job.job_name ?? job.name;
  const one = job.snippet === null ? `A job without a step (${name})` : `${job.snippet} (${name})`;
  const many =
    job.snippet === null ? `${jobs.length} jobs without a step` : `${jobs.length} ${job.snippet} jobs`;
  const error = job.error === null ? '' : ` "${shortError(job.error)}"`;
  const most =
    jobs.length > 1 && new Set(jobs.map(({ advice }) => advice)).size > 1 ? `, at most ${name}` : '';
  return `${jobs.length === 1 ? one : many} failed${error}${most}: ${job.advice}.`;
}

/** What happened, without the figures and without what to try. */
function leadOf(advice: string | null): string {
  return (advice ?? '').replace(/[(;].*/, '');
}

/** On one line, cut between characters. */
function shortError(error: string): string {
  const characters = [...error.slice(0, 4 * MOST_ERROR).replaceAll(/\s+/g, ' ')];
  return characters.length > MOST_ERROR
    ? `${characters.slice(0, MOST_ERROR - 1).join('')}…`
    : characters.join('');
}

/** Steps that could not be compared, and what is missing. */
export function unmodelledWords({ verdict, unmodelled }: EvaluationFacts): string[] {
  if (verdict === 'unknown') return [];
  const groups = [
    ...groupBy(unmodelled, ({ snippet, reason }) =>
      snippet === null ? ` without a step (${reason})` : ` of ${snippet} (${reason})`,
    ),
  ];
  if (groups.length === 0) return [];
  return [`Not compared: ${listed(groups.map(([name, jobs]) => `${counted(jobs.length, 'job')}${name}`))}.`];
}

import type { UngradedJob } from '../evaluation.ts';
import type { EvaluationFacts } from './explain.ts';
import { counted, groupBy, listed } from './group.ts';

const MOST_ERROR = 120;

/** Failed jobs with why and what to try, then how many others did not complete. */
export function ungradedWords({ not_graded }: EvaluationFacts): string[] {
  const failed = not_graded.filter(({ status }) => status === 'failed');
  const others = not_graded.filter(({ status }) => status !== 'failed');
  const groups = [...groupBy(failed, ({ snippet, advice }) => `${snippet} ${advice}`).values()];
  const words = groups.map((jobs) => failedWords(jobs as [UngradedJob, ...UngradedJob[]]));
  if (others.length === 0) return words;
  const byStatus = [...groupBy(others, ({ status }) => status ?? 'without a status')];
  const counts = byStatus.map(([status, jobs]) => `${jobs.length} ${status}`);
  return [...words, `${counted(others.length, 'job')} did not run to an end: ${listed(counts)}.`];
}

function failedWords(jobs: readonly [UngradedJob, ...UngradedJob[]]): string {
  const [job] = jobs;
  const step = job.snippet ?? 'a job without a step';
  const who = jobs.length === 1 ? `${step} (${job.job_name ?? job.name})` : `${jobs.length} ${step} jobs`;
  const error = job.error === null ? '' : ` "${job.error.replaceAll(/\s+/g, ' ').slice(0, MOST_ERROR)}"`;
  return `${who} failed${error}: ${job.advice}.`;
}

/** Steps that could not be compared, and what is missing. */
export function unmodelledWords({ verdict, unmodelled }: EvaluationFacts): string[] {
  if (verdict === 'unknown') return [];
  const groups = [...groupBy(unmodelled, ({ snippet, reason }) => `${snippet ?? 'a job'} (${reason})`)];
  if (groups.length === 0) return [];
  return [
    `Not compared: ${listed(groups.map(([name, jobs]) => `${counted(jobs.length, 'job')} of ${name}`))}.`,
  ];
}

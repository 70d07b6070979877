import { durationText } from '@prm/predict';
import type { GradedJob } from '../evaluation.ts';
import type { EvaluationFacts } from './explain.ts';
import { counted, groupBy, listed } from './group.ts';

/** Steps that are named lost at least this share of the time that was lost. */
const WORTH_NAMING = 0.1;
/** A pause is told when it is so much of the elapsed time. */
const WORTH_TELLING = 0.1;

/** The verdict with its reason, and how long the run took on the clock. */
export function headline(facts: EvaluationFacts): string[] {
  const { verdict, actual_seconds: actual, expected_seconds: expected, usual_up_to_seconds: usual } = facts;
  if (verdict === 'unknown' || actual === null || expected === null || usual === null)
    return [whyUnknown(facts)];
  const flagged = facts.flagged_steps.length;
  const beside = flagged > 0 ? `, with ${counted(flagged, 'job')} flagged` : '';
  const title = `${verdict.slice(0, 1).toUpperCase()}${verdict.slice(1)}${beside}`;
  const figures = `the jobs took ${durationText(actual)}; expected ${durationText(expected)} (usual up to ${durationText(usual)}).`;
  const causes =
    verdict === 'slow' || verdict === 'degraded' || actual > usual ? ` ${whoCausedIt(facts)}` : '';
  return [`${title}: ${figures}${causes}`, ...pauseWords(facts)];
}

function whyUnknown({ workflow, pipeline, steps, unmodelled, not_graded }: EvaluationFacts): string {
  if (workflow === null) return `Unknown: no model of pipeline ${pipeline} has been trained.`;
  if (unmodelled.length > 0) {
    const reasons = [
      ...groupBy(unmodelled, ({ snippet, reason }) => `${snippet ?? 'a job'}: ${reason}`).keys(),
    ];
    return `Unknown: no job could be graded (${reasons.slice(0, 3).join('; ')}).`;
  }
  if (steps.length > 0) return 'Unknown: no job has a duration that can be compared with the trained ones.';
  return `Unknown: none of its ${counted(not_graded.length, 'job')} completed.`;
}

/** `align caused 40 h of the 41 h beyond the expected; other steps normal.` */
function whoCausedIt({ steps, flagged_steps }: EvaluationFacts): string {
  const excess = [...groupBy(steps, ({ snippet }) => snippet ?? '')]
    .map(([step, jobs]) => ({ step, seconds: jobs.reduce((sum, job) => sum + excessOf(job), 0) }))
    .filter(({ seconds }) => seconds > 0)
    .sort((a, b) => b.seconds - a.seconds);
  const lost = excess.reduce((sum, { seconds }) => sum + seconds, 0);
  const named = excess.filter(({ seconds }) => seconds >= WORTH_NAMING * lost);
  if (named.length === 0) return 'No step took longer than expected.';
  const names = new Set(named.map(({ step }) => step));
  const others = flagged_steps.some(
    ({ snippet, flags }) =>
      !names.has(snippet ?? '') && flags.some(({ metric }) => metric === 'duration_seconds'),
  );
  const parts = named.map(({ step, seconds }) => `${step} ${durationText(seconds)}`);
  const rest = others ? 'more below' : 'other steps normal';
  return `Of the ${durationText(lost)} that were lost, ${listed(parts)}; ${rest}.`;
}

function excessOf({ metrics }: GradedJob): number {
  const metric = metrics.duration_seconds;
  return metric === undefined || metric.z === null ? 0 : metric.actual - metric.predicted;
}

function pauseWords({ elapsed_seconds: elapsed, idle_seconds: idle }: EvaluationFacts): string[] {
  if (elapsed === null || idle === null || idle < 60 || idle < WORTH_TELLING * elapsed) return [];
  return [
    `${durationText(elapsed)} from the first start to the last end, of which ${durationText(idle)} no job ran; ` +
      'that time is not graded.',
  ];
}

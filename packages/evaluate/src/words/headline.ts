import { durationText } from '@prm/predict';
import type { GradedJob } from '../evaluation.ts';
import type { EvaluationFacts, RunIdentity } from './facts.ts';
import { counted, groupBy, listed, usualWords } from './group.ts';

/** Steps that are named lost at least this share of the time that was lost. */
const WORTH_NAMING = 0.1;
/** Where none did, so many steps are named. */
const MOST_NAMED = 3;
/** A pause is told when it is so much of the elapsed time. */
const WORTH_TELLING = 0.1;

/** The verdict with its reason, and how long the run took on the clock. */
export function headline(facts: EvaluationFacts, identity: RunIdentity): string[] {
  const { verdict, actual_seconds: actual, expected_seconds: expected, usual_up_to_seconds: usual } = facts;
  if (verdict === 'unknown' || actual === null || expected === null || usual === null)
    return [whyUnknown(facts, identity)];
  const flagged = facts.flagged_steps.length;
  const beside = flagged > 0 ? `, with ${counted(flagged, 'job')} flagged` : '';
  const title = `${verdict.slice(0, 1).toUpperCase()}${verdict.slice(1)}${beside}`;
  const figures = `the jobs took ${durationText(actual)}; expected ${durationText(expected)}${usualWords(expected, usual)}.`;
  const causes =
    verdict === 'slow' || verdict === 'degraded' || actual > usual ? ` ${whoCausedIt(facts)}` : '';
  return [`${title}: ${figures}${causes}`, ...pauseWords(facts)];
}

function whyUnknown(
  { workflow, pipeline, steps, unmodelled, not_graded }: EvaluationFacts,
  { isNamed, holders }: RunIdentity,
): string {
  if (workflow === null && holders.length > 1)
    return `Unknown: pipeline ${pipeline} is part of several workflows (${holders.join(', ')}), and the run is of none of these.`;
  if (workflow === null && !isNamed)
    return 'Unknown: the run names no pipeline, and no trained one has such steps.';
  if (workflow === null) return `Unknown: no model of pipeline ${pipeline} has been trained.`;
  if (unmodelled.length > 0) {
    const reasons = [
      ...groupBy(unmodelled, ({ snippet, reason }) => `${snippet ?? 'a job'}: ${reason}`).keys(),
    ];
    return `Unknown: no job could be graded (${reasons.slice(0, 3).join('; ')}).`;
  }
  if (steps.length > 0) return 'Unknown: no job has a duration that can be compared with the trained ones.';
  return not_graded.length === 1
    ? 'Unknown: its only job did not complete.'
    : `Unknown: none of its ${not_graded.length} jobs completed.`;
}

/** `align caused 40 h of the 41 h that were lost; other steps normal.` */
function whoCausedIt({ steps, flagged_steps, causes }: EvaluationFacts): string {
  const excess = [...groupBy(steps, ({ snippet }) => snippet ?? '')]
    .map(([step, jobs]) => ({
      step,
      seconds: jobs.reduce((sum, job) => sum + Math.max(0, excessOf(job)), 0),
    }))
    .filter(({ seconds }) => seconds > 0)
    .sort((a, b) => b.seconds - a.seconds);
  const lost = excess.reduce((sum, { seconds }) => sum + seconds, 0);
  if (excess.length === 0) return 'No job took longer than expected.';
  // Also where many steps lost a little each, some are named; and always the step of the job that lost the most.
  const large = excess.filter(({ seconds }) => seconds >= WORTH_NAMING * lost);
  const named = new Set(large.length > 0 ? large : excess.slice(0, MOST_NAMED));
  const shown = excess.filter((one) => named.has(one) || one.step === causes[0]?.snippet);
  const names = new Set(shown.map(({ step }) => step));
  const parts = shown.map(
    ({ step, seconds }, i) => `${step} ${i === 0 ? 'caused ' : ''}${durationText(seconds)}`,
  );
  return `${listed(parts)} of the ${durationText(lost)} that were lost${restWords(names, steps, flagged_steps)}.`;
}

/** What there is to say of the steps that are not named; nothing where there are none. */
function restWords(
  names: ReadonlySet<string>,
  steps: EvaluationFacts['steps'],
  flagged: EvaluationFacts['flagged_steps'],
): string {
  const isOther = ({ snippet }: { snippet: string | null }): boolean => !names.has(snippet ?? '');
  if (!steps.some(isOther)) return '';
  const n = flagged.filter(isOther).length;
  return n === 0 ? '; other steps normal' : `; ${counted(n, 'job')} of other steps flagged`;
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

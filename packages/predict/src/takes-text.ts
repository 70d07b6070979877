import { durationText } from './human-text.ts';
import type { PredictedTotals } from './prediction.ts';

/** Waiting is told from this share of the whole on. */
const WORTH_TELLING = 0.01;

/**
 * How long a run takes, for people, and how much of it is waiting.
 *
 * @example
 * const totals = { makespan_seconds: 11400, work_seconds: 9600, wait_seconds: 1800 };
 * takesText(totals) // '3 h 10 min: 2 h 40 min of work and usually 30 min of waiting in the queue'
 */
export function takesText({
  makespan_seconds: whole,
  work_seconds: work,
  wait_seconds: wait,
}: Pick<PredictedTotals, 'makespan_seconds' | 'work_seconds' | 'wait_seconds'>): string {
  if (wait === 0 || wait < WORTH_TELLING * whole) return durationText(whole);
  const parts = `${durationText(work)} of work and usually ${durationText(wait)} of waiting in the queue`;
  return `${durationText(whole)}: ${parts}`;
}

import type { FailureKind, Job } from '@prm/ingest';
import type { StepModel } from '@prm/model';
import {
  durationText,
  memorySizeText,
  memoryText,
  roundUpMemoryMb,
  roundUpTimeSeconds,
  timeText,
} from '@prm/predict';

const MEMORY_HEADROOM = 1.3;
const TIME_HEADROOM = 1.5;
/** A job that died so close to its memory limit probably died of it, whatever its message says. */
const NEAR_LIMIT = 0.9;

/**
 * Why a failed job failed, and what to try.
 *
 * @param step its model, when there is one
 */
export function failureAdvice(job: Job, failure: FailureKind, step: StepModel | undefined): string {
  const asked = job.requirements;
  const peak = job.measurements.memory_rss_mb_max;
  const limit = asked?.mem_mb ?? null;
  if (failure === 'oom') return memoryAdvice('ran out of memory', limit, peak, step);
  if (failure === 'timeout') {
    const time = typeof asked?.time_seconds === 'number' ? asked.time_seconds : null;
    const usual = step?.metrics.duration_seconds?.y.max ?? 0;
    const need = roundUpTimeSeconds(TIME_HEADROOM * Math.max(time ?? 0, usual));
    const given = time === null ? '' : ` of ${durationText(time)}`;
    const what = need > 0 ? `try time ${timeText(need)}` : 'ask for more time than it had';
    return `ran out of its time${given}; ${what}`;
  }
  if (limit !== null && peak !== null && peak >= NEAR_LIMIT * limit) {
    return memoryAdvice('was at its memory limit when it failed', limit, peak, step);
  }
  return 'not by memory or time, as far as is recorded: look at its log';
}

function memoryAdvice(
  what: string,
  limit: number | null,
  peak: number | null,
  step: StepModel | undefined,
): string {
  const seen = step?.metrics.memory_rss_mb_max?.y.max ?? 0;
  const need = roundUpMemoryMb(MEMORY_HEADROOM * Math.max(limit ?? 0, peak ?? 0, seen));
  const used = peak === null ? '' : `used ${memorySizeText(peak)}`;
  const given = limit === null ? '' : `of the ${memorySizeText(limit)} asked for`;
  const figures = [used, given].filter((part) => part !== '').join(' ');
  const advice = need > 0 ? `try mem ${memoryText(need)}` : 'ask for more memory than it had';
  return `${what}${figures === '' ? '' : ` (${figures})`}; ${advice}`;
}

import type { StepModel } from '@prm/model';
import type { JobFacts } from '@prm/testing';
import { expect, it } from 'vitest';
import { failureAdvice } from '../src/failure-advice.ts';
import { aConstant, jobOf, stepOf } from './models.ts';

function advice(error: string, facts: JobFacts = {}, step?: StepModel): string {
  const job = jobOf({ durationSeconds: null, status: 'failed', ...facts, record: { error_msg: error } });
  return failureAdvice(job, job.failures.at(-1)?.kind ?? 'other', step);
}

const OOM = 'Job failed: Out of memory';
const TIMEOUT = 'Job failed: Timeout';
const seen = (memMb: number, seconds: number) =>
  stepOf({ memory_rss_mb_max: aConstant(memMb), duration_seconds: aConstant(seconds) });

it('out of memory: 1.3 × the largest of what was asked for, used and ever seen', () => {
  const asked = { requirements: { mem: '8gb' } };
  expect(advice(OOM, { ...asked, memMb: 7782 })).toBe(
    'ran out of memory (used 7.6 GB of the 8 GB asked for); try mem 11gb',
  );
  expect(advice(OOM, asked)).toBe('ran out of memory (of the 8 GB asked for); try mem 11gb');
  expect(advice(OOM, { ...asked, memMb: 9216 })).toContain('try mem 12gb');
  expect(advice(OOM, asked, seen(20_480, 60))).toContain('try mem 26gb');
  expect(advice(OOM, { memMb: 2048 })).toBe('ran out of memory (used 2 GB); try mem 2816mb');
});

it('out of time: 1.5 × the larger of what was asked for and ever seen', () => {
  expect(advice(TIMEOUT, { requirements: { time: '02:00:00' } })).toBe(
    'ran out of its time of 2 h; try time 03:00:00',
  );
  expect(advice(TIMEOUT, { requirements: { time: '00:30:00' } }, seen(1, 4 * 3600))).toContain(
    'try time 06:00:00',
  );
  expect(advice(TIMEOUT, {}, seen(1, 4 * 3600))).toBe('ran out of its time; try time 06:00:00');
});

it('whatever its message, a job that used nine tenths of its memory was at its limit', () => {
  const asked = { requirements: { mem: '1000mb' } };
  expect(advice('Exit code: 1', { ...asked, memMb: 900 })).toBe(
    'was at its memory limit when it failed (used 900 MB of the 1000 MB asked for); try mem 1536mb',
  );
  expect(advice('Exit code: 1', { ...asked, memMb: 899 })).toContain('look at its log');
});

it('any other failure is none of memory or time, as far as that is known', () => {
  const words = 'not by memory or time, as far as is recorded: look at its log';
  expect(advice('Exit code: 1')).toBe(words);
  expect(advice('connection timed out', { requirements: { mem: '8gb' }, memMb: 100 })).toBe(words);
});

it('where neither a limit nor a use is known there is no amount to try', () => {
  expect(advice(OOM)).toContain('ran out of memory');
  expect(advice(OOM)).not.toContain('1mb');
  expect(advice(TIMEOUT)).toContain('ran out of its time');
  expect(advice(TIMEOUT)).not.toContain('00:00:01');
  expect(advice(TIMEOUT, { requirements: { time: 'UNLIMITED' } })).not.toContain('00:00:01');
});

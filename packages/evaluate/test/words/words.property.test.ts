import fc from 'fast-check';
import { expect, it } from 'vitest';
import { evaluateRun } from '../../src/evaluate-run.ts';
import type { Evaluation } from '../../src/evaluation.ts';
import { gradedRuns } from '../arbitraries.ts';

/** What people who know their workflows, and no statistics and no programming, need not know. */
const JARGON =
  /\b(?:undefined|null|NaN|Infinity|object|z|p99|mad|sigma|quantile|residual|median|z-score|score)\b|\d\.\d{3}|[a-z]_(?:seconds|mb|rss)\b|e[+-]\d/i;

function property(check: (evaluation: Evaluation) => void, numRuns = 400): void {
  fc.assert(
    fc.property(gradedRuns, ({ registry, run }) => check(evaluateRun(registry, run))),
    { numRuns },
  );
}

it('words are sentences, without a number that is none and without jargon', () => {
  property(({ words }) => {
    expect(words.length).toBeGreaterThan(0);
    for (const sentence of words) {
      expect(sentence).not.toMatch(JARGON);
      expect(sentence).toMatch(/^\S.*[^.\s]\.$/);
      expect(sentence).not.toMatch(/ {2}| [,.;:)]|\( |\(\)|\b1 (?!of)\w+ (?:jobs|samples)\b|-\d/);
    }
    expect(new Set(words).size).toBe(words.length);
  });
});

it('the first words are the verdict, with what was graded', () => {
  property(({ verdict, words, actual_seconds }) => {
    expect((words[0] as string).toLowerCase().startsWith(verdict)).toBe(true);
    if (verdict !== 'unknown') expect(words[0]).toMatch(/ took .* expected /);
    expect(verdict === 'unknown').toBe(actual_seconds === null);
  });
});

it('slow and degraded name their causes', () => {
  property(({ verdict, words, causes, steps }) => {
    if (verdict !== 'slow' && verdict !== 'degraded') return;
    expect(words[0]).not.toContain('No step took longer');
    const lost = steps.filter(({ metrics }) => (metrics.duration_seconds?.z ?? 0) > 0);
    expect(lost.some(({ snippet }) => words[0]?.includes(`${snippet} `))).toBe(true);
    if (causes[0] !== undefined) expect(words.join(' ')).toContain(causes[0].snippet);
  }, 800);
});

it('no verdict stands beside a flag without saying so', () => {
  property(({ verdict, words, flagged_steps }) => {
    if (verdict === 'unknown') return;
    const n = flagged_steps.length;
    expect(/(\d+) jobs? flagged/.exec(words[0] as string)?.[1]).toBe(n === 0 ? undefined : String(n));
  });
});

it('every flagged step, every failure and every step without a model is told', () => {
  property(({ verdict, words, flagged_steps, not_graded, unmodelled }) => {
    const text = words.join('\n');
    for (const { snippet } of flagged_steps) expect(text).toContain(snippet);
    for (const { snippet, status } of not_graded)
      if (status === 'failed')
        expect(text).toMatch(snippet === null ? /failed/ : new RegExp(`${snippet}.* failed`));
    if (verdict !== 'unknown') for (const { reason } of unmodelled) expect(text).toContain(reason);
  });
});

it('unknown always says what is missing', () => {
  property(({ verdict, words }) => {
    if (verdict !== 'unknown') return;
    expect(words[0]).toMatch(
      /^Unknown: (?:no model of .+|no job could be graded \(.+\)|no job .+|none .+|its only job .+)\.$/,
    );
  });
});

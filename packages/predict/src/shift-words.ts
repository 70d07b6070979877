import type { MetricCurve, StepModel } from '@prm/model/format';
import { shortNumber } from './human-text.ts';

const NOUNS = { memory_rss_mb_max: 'memory', duration_seconds: 'time' } as const;

/** The last shift of each watched metric of a step: `memory 2.2 × since version 20260815`. */
export function shiftsOf({ metrics }: StepModel): string[] {
  return (Object.keys(NOUNS) as (keyof typeof NOUNS)[]).flatMap((metric) => {
    const words = shiftWords(metrics[metric]);
    return words === null ? [] : [`${NOUNS[metric]} ${words}`];
  });
}

/** `2.2 × since version 20260815`, or `0.5 × since 2026-08-15`; null where the level never moved. */
export function shiftWords(curve: MetricCurve | undefined): string | null {
  const [before, now] = (curve?.regimes ?? []).slice(-2);
  if (before === undefined || now === undefined || !(before.factor > 0)) return null;
  const version =
    now.cause === 'version' ? now.versions.find((one) => !before.versions.includes(one)) : undefined;
  const since = version === undefined ? (now.since?.slice(0, 10) ?? null) : `version ${version}`;
  return `${shortNumber(1 / before.factor)} × ${since === null ? 'lately' : `since ${since}`}`;
}

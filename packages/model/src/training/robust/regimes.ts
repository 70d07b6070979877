import { compareText, type Stamp } from '@prm/ingest';
import { findLevelShifts, median, medianOfOthers } from '@prm/regression';
import type { Regime } from '../../format/workflow-model.ts';
import type { Sample } from '../step-samples.ts';
import type { TrainingRun } from '../workflow-runs.ts';

/** Regimes of a metric of a step: times between which what its jobs need moved to another level. */
export interface Regimes {
  /** Oldest first; the last is in force. */
  readonly regimes: readonly Regime[];
  /** ln(level of a sample's regime / level in force), one a sample. */
  readonly logFactors: Float64Array;
  /** The same by levels learned without the sample's own run: how far such a run lies off a level that does not know it. */
  readonly leftOutLogFactors: Float64Array;
  /** One a sample. */
  readonly isInForce: readonly boolean[];
  /** The first run of the regime in force, and how many there are. */
  readonly firstInForce: TrainingRun;
  readonly nRunsInForce: number;
}

/**
 * Finds where the level of a metric moved, from what is left of it beside its prediction. A new version of the module is
 * where that is likely; it starts from what the old one needed, and leaves it when its own runs clearly disagree.
 *
 * @param samples in order of time
 * @param residuals ln(value / prediction), NaN where unknown
 * @returns null where it never moved
 */
export function findRegimes(samples: readonly Sample[], residuals: Float64Array): Regimes | null {
  const history = historyOf(samples, residuals);
  const shifts = findLevelShifts({
    values: history.map(({ middle }) => middle),
    weights: history.map(({ n }) => n),
    labels: history.map(({ run }) => versionOf(run)),
  });
  if (shifts.length === 0) return null;
  const starts = [0, ...shifts.map(({ at }) => at)];
  const segments = starts.map((from, i) => history.slice(from, starts[i + 1]));
  const levels = segments.map((segment) => median(segment.map(({ middle }) => middle)) as number);
  const levelInForce = levels.at(-1) as number;
  const place = new Map<TrainingRun, number>(
    segments.flatMap((segment, i) => segment.map(({ run }): [TrainingRun, number] => [run, i])),
  );
  const withoutRun = new Map<TrainingRun, number>(
    segments.flatMap((segment) => {
      if (segment.length < 2) return [];
      const others = medianOfOthers(Float64Array.from(segment, ({ middle }) => middle));
      return segment.map(({ run }, i): [TrainingRun, number] => [run, others[i] as number]);
    }),
  );
  // Runs without a value lie between others: they are of the regime that the next one with a value is of.
  const placeOf = placesOfAll(samples, place);
  const last = segments.length - 1;
  const regimes = segments.map(
    (segment, i): Regime => ({
      since: i === 0 ? null : (sinceOf(segment[0]?.run)?.text ?? null),
      since_seconds: i === 0 ? null : (sinceOf(segment[0]?.run)?.seconds ?? null),
      versions: [...new Set(segment.map(({ run }) => versionOf(run)))]
        .filter((version) => version !== null)
        .sort(compareText),
      factor: Math.exp((levels[i] as number) - levelInForce),
      n_runs: segment.length,
      cause: i === 0 ? null : shifts[i - 1]?.cause === 'label' ? 'version' : 'unexplained',
    }),
  );
  return {
    regimes,
    logFactors: Float64Array.from(placeOf, (i) => (levels[i] as number) - levelInForce),
    leftOutLogFactors: Float64Array.from(
      samples,
      ({ run }, i) => (withoutRun.get(run) ?? (levels[placeOf[i] as number] as number)) - levelInForce,
    ),
    isInForce: placeOf.map((i) => i === last),
    firstInForce: (segments[last] as PastRun[])[0]?.run as TrainingRun,
    nRunsInForce: segments[last]?.length as number,
  };
}

interface PastRun {
  readonly run: TrainingRun;
  /** Median of its jobs' residuals. */
  readonly middle: number;
  readonly n: number;
}

function historyOf(samples: readonly Sample[], residuals: Float64Array): PastRun[] {
  const byRun = new Map<TrainingRun, number[]>();
  for (const [i, { run }] of samples.entries()) {
    const value = residuals[i] as number;
    if (Number.isNaN(value)) continue;
    const ofRun = byRun.get(run);
    if (ofRun) ofRun.push(value);
    else byRun.set(run, [value]);
  }
  return [...byRun].map(([run, values]) => ({ run, middle: median(values) as number, n: values.length }));
}

function placesOfAll(samples: readonly Sample[], place: ReadonlyMap<TrainingRun, number>): number[] {
  const places = new Array<number>(samples.length);
  let next = Math.max(0, ...place.values());
  for (let i = samples.length - 1; i >= 0; i--) {
    next = place.get((samples[i] as Sample).run) ?? next;
    places[i] = next;
  }
  return places;
}

function versionOf(run: TrainingRun): string | null {
  return run.row.registry?.version ?? null;
}

function sinceOf(run: TrainingRun | undefined): Stamp | null {
  return run?.row.firstSubmitted ?? run?.row.lastCompleted ?? null;
}

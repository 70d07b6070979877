import { RegressionError } from './errors.ts';
import { median } from './median.ts';

/** What was measured run after run. */
export interface History {
  /** Residuals on a log scale, one a run, in order of time; NaN where there is none. */
  readonly values: ArrayLike<number>;
  /** Jobs behind each: a value of few jobs counts less. Default: all alike. */
  readonly weights?: ArrayLike<number>;
  /** Version that each run had, null where it is not known. */
  readonly labels?: ArrayLike<string | null>;
}

/** The runs of a history that have a value. */
export interface ShiftSeries {
  readonly values: Float64Array;
  /** 1 for a run with as many jobs as the usual one, at most 2: runs differ among each other too. */
  readonly weights: Float64Array;
  /** 1 where the label is another than the last one known. */
  readonly isRelabelled: Uint8Array;
  readonly relabelled: number;
  /** Place of each in the history. */
  readonly places: Int32Array;
}

/** Logarithms of the smallest and the largest number. */
const LOWEST = -745;
const HIGHEST = 710;
/** Keeps a ratio of two weights a number. */
const MOST_WEIGHT = 1e9;

/**
 * The runs whose value is finite and whose weight, where there are weights, is positive.
 *
 * @throws RegressionError `regression/length-mismatch`
 */
export function seriesOf({ values, weights, labels }: History): ShiftSeries {
  for (const [name, column] of Object.entries({ weights, labels }))
    if (column !== undefined && column.length !== values.length)
      throw new RegressionError(
        'regression/length-mismatch',
        `findLevelShifts: ${column.length} ${name} for ${values.length} values`,
      );
  const places = Int32Array.from({ length: values.length }, (_, i) => i).filter(
    (i) => Number.isFinite(values[i]) && (weights === undefined || (weights[i] as number) > 0),
  );
  const isRelabelled = new Uint8Array(places.length);
  let relabelled = 0;
  let known: string | null = null;
  places.forEach((place, i) => {
    const label = labels?.[place] ?? null;
    if (label === null) return;
    if (known !== null && label !== known) {
      isRelabelled[i] = 1;
      relabelled++;
    }
    known = label;
  });
  return {
    values: Float64Array.from(places, (i) => Math.min(Math.max(values[i] as number, LOWEST), HIGHEST)),
    weights: relativeWeights(places, weights),
    isRelabelled,
    relabelled,
    places,
  };
}

function relativeWeights(places: Int32Array, weights: ArrayLike<number> | undefined): Float64Array {
  if (weights === undefined) return new Float64Array(places.length).fill(1);
  const jobs = Float64Array.from(places, (i) =>
    Math.min(Math.max(weights[i] as number, 1 / MOST_WEIGHT), MOST_WEIGHT),
  );
  const usual = median(jobs) ?? 1;
  return jobs.map((count) => 2 / (1 + usual / count));
}

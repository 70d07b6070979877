import { median, medianAbsoluteDeviation } from '@prm/regression';

const FEWEST_SAMPLES = 20;
/** The smaller group is at least this share of the samples. */
const LEAST_SHARE = 0.15;
/** Groups lie at least this factor apart, and no more than bytes of two forms can … */
const LEAST_FACTOR = 1.5;
const MOST_FACTOR = 30;
/** … and so many of their own spreads; … */
const LEAST_SPREADS = 4;
/** … and in the middle half between them lies no more than this share of the samples. */
const MOST_BETWEEN = 0.03;
/** Enough to see two groups in. */
const MOST_LOOKED_AT = 2000;
/** What jobs take is a cost of bytes when it grows with a size by such a power. */
const FLATTEST = 0.3;
const STEEPEST = 1.5;
const SLOPE_STEP = 0.05;

/**
 * Whether what a step takes follows its sizes along two lines, with next to nothing between: what a third of plain inputs
 * among compressed ones looks like. Lines are parallel in logarithms.
 *
 * @param sizes bytes, and `values` what jobs took of something; NaN where unknown
 * @returns how many times as much the dearer line costs; null where there is one line
 */
export function twoCosts(sizes: Float64Array, values: Float64Array): number | null {
  const all = [...values.keys()].filter((i) => (sizes[i] as number) > 0 && (values[i] as number) > 0);
  if (all.length < FEWEST_SAMPLES) return null;
  const every = Math.ceil(all.length / MOST_LOOKED_AT);
  const known = all.filter((_, place) => place % every === 0);
  const x = Float64Array.from(known, (i) => Math.log(sizes[i] as number));
  const y = Float64Array.from(known, (i) => Math.log(values[i] as number));
  let best = splitOf(heightsOf(x, y, FLATTEST));
  for (let slope = FLATTEST + SLOPE_STEP; slope <= STEEPEST; slope += SLOPE_STEP) {
    const split = splitOf(heightsOf(x, y, slope));
    if (split.share > best.share) best = split;
  }
  return distanceOfGroups(best);
}

function heightsOf(x: Float64Array, y: Float64Array, slope: number): Float64Array {
  return y.map((value, i) => value - slope * (x[i] as number));
}

/** Values in two groups. */
interface Split {
  /** Ascending. */
  readonly sorted: Float64Array;
  /** First of the upper group. */
  readonly at: number;
  /** Share of the variance that lies between the groups. */
  readonly share: number;
}

/** The two groups with the smallest distances from their means: Otsu's threshold. */
function splitOf(values: Float64Array): Split {
  const sorted = values.sort();
  const n = sorted.length;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / n;
  const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const least = Math.ceil(LEAST_SHARE * n);
  let below = 0;
  let at = least;
  let most = 0;
  for (let i = 1; i <= n - least; i++) {
    below += (sorted[i - 1] as number) - mean;
    if (i < least) continue;
    const between = (below ** 2 * n) / (i * (n - i));
    if (between > most) {
      most = between;
      at = i;
    }
  }
  return { sorted, at, share: variance > 0 ? most / variance : 0 };
}

function distanceOfGroups({ sorted, at }: Split): number | null {
  const [low, high] = [sorted.slice(0, at), sorted.slice(at)];
  const [from, to] = [median(low) as number, median(high) as number];
  const distance = to - from;
  const spread = Math.max(medianAbsoluteDeviation(low) ?? 0, medianAbsoluteDeviation(high) ?? 0);
  if (distance < Math.log(LEAST_FACTOR) || distance > Math.log(MOST_FACTOR)) return null;
  if (distance < LEAST_SPREADS * spread) return null;
  const between = sorted.filter((value) => value > from + distance / 4 && value < to - distance / 4).length;
  return between <= MOST_BETWEEN * sorted.length ? Math.exp(distance) : null;
}

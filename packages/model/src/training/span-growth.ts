import { fitRobustCurve } from '@prm/regression';
import type { SpanGrowth } from '../format/workflow-model.ts';
import type { Placement } from './placements.ts';

/** Fewer different numbers of instances do not tell how a span grows. */
const FEWEST_DISTINCT = 5;

/**
 * Learns how the span of a step's instances, as a multiple of one's, follows their number: not at all where all of them
 * run at a time, in proportion where one waits for another, and from some number on where that is what a queue lets run.
 * Null where too few different numbers were seen.
 */
export function learnSpanGrowth(placed: readonly Placement[]): SpanGrowth | null {
  const known = placed.filter(({ spanFactor }) => Number.isFinite(spanFactor) && spanFactor >= 0);
  const instances = known.map((one) => one.instances);
  if (new Set(instances).size < FEWEST_DISTINCT) return null;
  const factors = known.map(({ spanFactor }) => spanFactor);
  const { kind, a, b, ln_a, knee, y } = fitRobustCurve(instances, factors);
  const max_instances = Math.max(...instances);
  if (kind === 'constant' || kind === 'steps' || !(b > 0)) {
    return { kind: 'constant', a: y.median, b: 0, max_instances };
  }
  return {
    kind,
    a,
    b,
    ...(ln_a === undefined ? {} : { ln_a }),
    ...(knee === undefined ? {} : { knee }),
    max_instances,
  };
}

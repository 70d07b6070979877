import type { DriverScale } from '../format/workflow-model.ts';
import { type DriverPair, type ExponentLimits, fitDriverScale } from './driver-scale.ts';
import { learnRepetition } from './repetition.ts';
import { chooseBase, type ScalePair } from './scale-base.ts';

/** Steeper or flatter than this is chance: nothing that is read grows with the sixth power of what there is. */
const EXPONENTS: ExponentLimits = { lowest: 0.5, highest: 1.5 };

/** What one run tells of a step. */
export interface SamplePair extends ScalePair {
  /** Completed jobs of the step. */
  readonly jobs: number;
}

/**
 * Learns how a step's driver size follows what a run brings in: first which of its sizes, the largest sample's, the
 * typical one's or their sum, then by what law, with a bounded exponent.
 *
 * @param pairs one a run that has both drivers
 * @param drivers of all the step's samples that have one; at least one
 * @param source of the step's driver
 */
export function fitSampleScale(
  pairs: readonly SamplePair[],
  drivers: ArrayLike<number>,
  source: 'input' | 'output' | null,
): DriverScale {
  const repetition = learnRepetition(pairs.map(({ jobs, sizes }) => ({ jobs, samples: sizes.n })));
  const base = repetition && chooseBase(pairs, repetition.onceA);
  const ofBase = pairs.map(({ sizes, stepDriver }): DriverPair => [sizes[base ?? 'largest'], stepDriver]);
  const scale = fitDriverScale(ofBase, drivers, source, EXPONENTS);
  return base === null || scale.kind === 'constant' ? scale : { ...scale, base };
}

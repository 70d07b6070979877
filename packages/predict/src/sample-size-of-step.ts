import type { DriverScale, StepTiming } from '@prm/model/format';
import type { RunSamples } from './run-samples.ts';

/** Which of a run's sizes a step follows, and whether each of its jobs follows its own sample's. */
export interface FollowedSize {
  /** Bytes: the driver of its typical job follows from it. */
  readonly bytes: number;
  readonly isOwn: boolean;
}

/**
 * The size of a run that a step follows.
 *
 * @param scale of the step in the run's pipeline
 * @param timing of the step; undefined where it has none
 * @param largest the size of the largest sample, which is all that is known without samples
 */
export function followedSize(
  scale: DriverScale | null,
  timing: StepTiming | undefined,
  samples: RunSamples | null,
  largest: number,
): FollowedSize {
  if (samples === null) return { bytes: largest, isOwn: false };
  const isEach = timing?.once_a === 'sample';
  switch (scale?.base) {
    case 'total':
      return { bytes: samples.total_bytes, isOwn: false };
    case 'typical':
      return { bytes: samples.typical_bytes, isOwn: isEach };
    case 'largest':
      return { bytes: samples.largest_bytes, isOwn: false };
    default:
      return isEach
        ? { bytes: samples.typical_bytes, isOwn: true }
        : { bytes: samples.largest_bytes, isOwn: false };
  }
}

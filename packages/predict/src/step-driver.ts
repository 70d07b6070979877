import type { DriverScale, StepModel } from '@prm/model/format';
import { capToObserved, evaluateFamily } from '@prm/regression';

/** A step's driver size for a run. */
export interface StepDriverSize {
  /** Null for a step whose drivers are not known. */
  readonly bytes: number | null;
  /** The scale's value lay outside [min/50, 50·max] of the step's drivers and was moved to that bound. */
  readonly capped: boolean;
}

/**
 * The driver size of a step from the one input size of a run.
 *
 * @param viewScale the pipeline's own scale, where it has one; else the step's holds
 */
export function stepDriverSize(
  step: StepModel,
  inputSizeBytes: number,
  viewScale: DriverScale | undefined,
): StepDriverSize {
  const scale = viewScale ?? step.driver_scale;
  const { min, max } = step.driver;
  if (scale === null || min === null || max === null) return { bytes: null, capped: false };
  const { value, capped } = capToObserved(evaluateFamily(scale, inputSizeBytes), { min, max });
  return { bytes: value, capped };
}

import type { StepTiming } from '@prm/model/format';
import { evaluateFamily } from '@prm/regression';

/** How many jobs a step has in a run, and how long all of them take as a multiple of one. */
export interface Instances {
  readonly instances: number;
  readonly spanFactor: number;
}

/**
 * The instances of a step in a run of so many samples: as usual where the step gathers them, or where nothing is known.
 *
 * @param samples null where they are not known
 */
export function instancesOf(timing: StepTiming, samples: number | null): Instances {
  const usual = { instances: timing.instances, spanFactor: timing.span_factor };
  if (samples === null || timing.once_a !== 'sample' || timing.instances_per_sample === undefined)
    return usual;
  const instances = samples * timing.instances_per_sample;
  if (instances === usual.instances && timing.span_growth === undefined) return usual;
  return { instances, spanFactor: Math.max(1, spanFactor(timing, instances)) };
}

function spanFactor(
  { span_growth: growth, span_factor, instances: usual }: StepTiming,
  instances: number,
): number {
  if (growth === undefined) {
    // As many at a time as usual; of one at a time nothing is known but that it ran alone.
    const exponent = usual > 1 ? Math.min(1, Math.log(span_factor) / Math.log(usual)) : 0;
    return span_factor * (instances / usual) ** exponent;
  }
  const most = growth.max_instances;
  const factor = evaluateFamily(growth, instances);
  // Beyond what was seen no family grows faster than jobs that wait for each other.
  return instances > most ? Math.min(factor, (evaluateFamily(growth, most) * instances) / most) : factor;
}

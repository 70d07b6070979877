import { binPower, binSeconds, type PowerInterval } from './bin-power.ts';
import { carbonOf } from './carbon.ts';
import { PowerError } from './errors.ts';
import { estimatePowerW } from './estimate-power.ts';
import { POWER_FORMAT, type PowerCurve, type PowerWarning } from './power-document.ts';
import { type PowerOptions, pointOf } from './run-power-curve.ts';

/** What a curve needs of a predicted quantity. */
interface Predicted {
  readonly value: number;
}

/** What a curve needs of a predicted step. */
export interface PowerStep {
  readonly metrics: {
    readonly cpu_percent_avg?: Predicted;
    readonly memory_rss_mb_avg?: Predicted;
    readonly gpu_power_w_avg?: Predicted;
  };
  readonly power: {
    readonly cpu_tdp_w: number | null;
    readonly power_idle_w: number | null;
    readonly power_loaded_w: number | null;
    /** Of the chosen class of card; null where it was not measured or none was chosen. */
    readonly gpu_class_w: number | null;
    /** Whether jobs of the step were seen on a card. */
    readonly uses_gpu: boolean;
  };
}

/** What a curve needs of a scheduled step; seconds. */
export interface PowerSlot {
  readonly start_seconds: number;
  readonly end_seconds: number;
  readonly span_seconds: number;
  readonly duration_seconds: number;
  readonly instances: number;
}

/** A prediction, as far as a power curve needs one: the document `prm/prediction` has this shape. */
export interface PowerPrediction {
  readonly workflow: string;
  readonly pipeline: string | null;
  readonly pipelines: readonly string[];
  readonly input_size_bytes: number;
  readonly gpu_class: string | null;
  readonly steps: Readonly<Record<string, PowerStep>>;
  readonly timeline: Readonly<Record<string, PowerSlot>> | null;
}

const SECONDS_PER_HOUR = 3600;

/**
 * The power curve of a predicted run, `t` in seconds from its start: each step draws, over its span, the energy of its
 * instances. A sum over jobs, not a node's draw.
 *
 * @throws PowerError `power/no-timeline` when no pipeline was chosen, `power/bad-bin-minutes`, `power/too-many-bins`
 * @example
 * predictPowerCurve(prediction, { binMinutes: 60 }).total_energy_wh
 */
export function predictPowerCurve(
  prediction: PowerPrediction,
  options: PowerOptions = {},
): PowerCurve<number> {
  const { binMinutes = 30, carbonIntensity = null } = options;
  const width = binSeconds(binMinutes);
  if (prediction.timeline === null) {
    const names = prediction.pipelines.map((name) => JSON.stringify(name)).join(', ');
    throw new PowerError(
      'power/no-timeline',
      `a power curve needs a timeline: choose one of the pipelines ${names}`,
    );
  }
  const intervals: PowerInterval[] = [];
  const unmeasured: string[] = [];
  const ofOtherCards: string[] = [];
  let joules = 0;
  for (const [name, slot] of Object.entries(prediction.timeline)) {
    const step = Object.hasOwn(prediction.steps, name) ? prediction.steps[name] : undefined;
    if (step === undefined) continue;
    const { uses_gpu, gpu_class_w } = step.power;
    if (uses_gpu && gpu_class_w === null) {
      if (step.metrics.gpu_power_w_avg === undefined) unmeasured.push(name);
      else if (prediction.gpu_class !== null) ofOtherCards.push(name);
    }
    if (!(slot.span_seconds > 0)) continue;
    const energy = stepPowerW(step) * slot.instances * slot.duration_seconds;
    joules += energy;
    intervals.push({ start: slot.start_seconds, end: slot.end_seconds, powerW: energy / slot.span_seconds });
  }
  const energyWh = joules / SECONDS_PER_HOUR;
  return {
    ...POWER_FORMAT,
    workflow: prediction.workflow,
    pipeline: prediction.pipeline,
    input_size_bytes: prediction.input_size_bytes,
    gpu_class: prediction.gpu_class,
    bin_minutes: binMinutes,
    curve: binPower(intervals, 0, width).map((bin, i) => pointOf(bin, (i + 0.5) * width)),
    total_energy_wh: energyWh,
    ...carbonOf(energyWh, carbonIntensity),
    warnings: gpuWarnings(unmeasured, ofOtherCards, prediction.gpu_class),
  };
}

/** Watts of one instance at work. */
function stepPowerW({ metrics, power }: PowerStep): number {
  const use = {
    cpu_percent_avg: metrics.cpu_percent_avg?.value,
    memory_rss_mb_avg: metrics.memory_rss_mb_avg?.value,
    gpu_power_w_avg: power.gpu_class_w ?? metrics.gpu_power_w_avg?.value,
  };
  return estimatePowerW(use, {
    cpuTdpW: power.cpu_tdp_w,
    idleW: power.power_idle_w,
    loadedW: power.power_loaded_w,
  });
}

function gpuWarnings(
  unmeasured: readonly string[],
  ofOtherCards: readonly string[],
  gpuClass: string | null,
): PowerWarning[] {
  const warnings: PowerWarning[] = [];
  if (unmeasured.length > 0) {
    const message = `no power was measured for the cards of ${unmeasured.join(', ')}: they count with 0 W`;
    warnings.push({ code: 'gpu_power_missing', message, steps: unmeasured });
  }
  if (ofOtherCards.length > 0) {
    const message = `too few jobs of ${ofOtherCards.join(', ')} measured the power of ${gpuClass}: that of all cards seen is taken`;
    warnings.push({ code: 'gpu_class_power_missing', message, steps: ofOtherCards });
  }
  return warnings;
}

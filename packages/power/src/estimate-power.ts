import { numberOrZero } from './fields.ts';

/** What is known of the machine a job ran on, watts. */
export interface PowerSettings {
  /** Of the processor at full load. Default 100, as in Bio-Pype. */
  readonly cpuTdpW?: number | null;
  /** Of the machine when idle and when loaded: used instead of the processor's when both are known. */
  readonly idleW?: number | null;
  readonly loadedW?: number | null;
}

/** Mean use of a job, as Bio-Pype's `resource_consumption` records it; what is missing counts as 0. */
export interface MeanUse {
  /** Percent of one core. */
  readonly cpu_percent_avg?: unknown;
  /** MB of 1024² bytes. */
  readonly memory_rss_mb_avg?: unknown;
  /** Watts of a card. */
  readonly gpu_power_w_avg?: unknown;
}

const DEFAULT_CPU_TDP_W = 100;
const WATTS_PER_GB = 0.375;

/**
 * Mean power of a job in watts, by Bio-Pype's own estimate: the processor by its utilisation (one busy core counts as
 * full load, whatever the number of cores), the card as measured, and 0.375 W a GB of memory.
 *
 * @see https://pypi.org/project/bio-pype/2.0.99rc9/ pype/utils/carbon.py, estimate_power_w
 * @example
 * estimatePowerW({ cpu_percent_avg: 50, memory_rss_mb_avg: 2048 }) // 50.75
 */
export function estimatePowerW(use: MeanUse, settings: PowerSettings = {}): number {
  const utilisation = Math.min(Math.max(numberOrZero(use.cpu_percent_avg) / 100, 0), 1);
  const { cpuTdpW, idleW, loadedW } = settings;
  const hasBounds = typeof idleW === 'number' && typeof loadedW === 'number';
  const cpu = hasBounds
    ? idleW + (loadedW - idleW) * utilisation
    : (cpuTdpW ?? DEFAULT_CPU_TDP_W) * utilisation;
  return (
    cpu + numberOrZero(use.gpu_power_w_avg) + (numberOrZero(use.memory_rss_mb_avg) / 1024) * WATTS_PER_GB
  );
}

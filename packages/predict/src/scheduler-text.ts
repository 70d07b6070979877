const MB_PER_GB = 1024;

/**
 * An amount of memory as Bio-Pype and SLURM read it, never less than the amount: `256mb`, `6gb`.
 *
 * @param memMb MB of 1024² bytes
 * @example
 * memoryText(6144) // '6gb'
 */
export function memoryText(memMb: number): string {
  const whole = Math.max(1, Math.ceil(memMb));
  return whole % MB_PER_GB === 0 ? `${whole / MB_PER_GB}gb` : `${whole}mb`;
}

/**
 * A time as Bio-Pype and SLURM read it, never less than the time: `HH:MM:SS`, hours above 24 where needed.
 *
 * @example
 * timeText(5400) // '01:30:00'
 */
export function timeText(timeSeconds: number): string {
  const whole = Math.max(1, Math.ceil(timeSeconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

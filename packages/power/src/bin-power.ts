import { PowerError } from './errors.ts';

/** Constant power over a stretch of time: seconds, watts. */
export interface PowerInterval {
  readonly start: number;
  readonly end: number;
  readonly powerW: number;
}

/** One bin: power is the mean over the whole bin, also where the run covers only a part of it. */
export interface Bin {
  readonly powerW: number;
  readonly energyWh: number;
}

const SECONDS_PER_HOUR = 3600;
/** A curve of more bins is no answer to anyone, and would fill the memory. */
const MOST_BINS = 1_000_000;
/** A hundred years: the middle of a bin must be a time. */
const MOST_BIN_MINUTES = 52_560_000;

/** @throws PowerError `power/bad-bin-minutes` unless the width is finite and more than 0 */
export function binSeconds(binMinutes: number): number {
  if (binMinutes > 0 && binMinutes <= MOST_BIN_MINUTES) return binMinutes * 60;
  const message = `bin width is ${binMinutes} minutes, expected a number above 0 and at most ${MOST_BIN_MINUTES}`;
  throw new PowerError('power/bad-bin-minutes', message);
}

/**
 * Spreads intervals over bins of one width that begin at `start`. No energy is lost or made: the sum over the bins is
 * the sum of power × time, whatever the width.
 *
 * @param intervals in the order their shares are added up
 * @param width seconds
 * @throws PowerError `power/too-many-bins`
 */
export function binPower(intervals: readonly PowerInterval[], start: number, width: number): Bin[] {
  const end = intervals.reduce((latest, interval) => Math.max(latest, interval.end), start);
  const duration = end - start;
  if (!(duration > 0)) return [];
  const whole = Math.floor(duration / width);
  const count = Math.max(1, whole + (duration > width * whole ? 1 : 0));
  if (count > MOST_BINS) {
    const message = `${count} bins of ${width / 60} minutes would be needed, at most ${MOST_BINS} are made; choose wider ones`;
    throw new PowerError('power/too-many-bins', message);
  }
  const power = new Float64Array(count);
  const energy = new Float64Array(count);
  for (const { start: from, end: to, powerW } of intervals) {
    const last = binAt(to - start, width, count);
    for (let bin = binAt(from - start, width, count); bin <= last; bin++) {
      const left = start + bin * width;
      const overlap = Math.min(to, left + width) - Math.max(from, left);
      if (overlap <= 0) continue;
      power[bin] = (power[bin] as number) + (powerW * overlap) / width;
      energy[bin] = (energy[bin] as number) + (powerW * overlap) / SECONDS_PER_HOUR;
    }
  }
  return Array.from(power, (powerW, bin) => ({ powerW, energyWh: energy[bin] as number }));
}

function binAt(seconds: number, width: number, count: number): number {
  return Math.max(0, Math.min(Math.trunc(seconds / width), count - 1));
}

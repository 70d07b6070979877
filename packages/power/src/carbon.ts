import { PowerError } from './errors.ts';

const WH_PER_KWH = 1000;

/** The member `total_co2_g` for a carbon intensity in gCO2e/kWh; none without one. */
export function carbonOf(energyWh: number, carbonIntensity: number | null): { total_co2_g?: number } {
  if (carbonIntensity !== null && !(carbonIntensity >= 0 && carbonIntensity < Number.POSITIVE_INFINITY)) {
    throw new PowerError(
      'power/bad-carbon-intensity',
      `carbon intensity is ${carbonIntensity}, expected a finite number of g/kWh`,
    );
  }
  return carbonIntensity === null ? {} : { total_co2_g: (energyWh / WH_PER_KWH) * carbonIntensity };
}
